import { describe, expect, it } from '@jest/globals';
import { askedIn } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';
import { placesOf, textsOf } from './text.fixture.js';

describe('several labels in one cell of a table of a document', () => {
  it('ask each, on lines of their own or apart by tabs', () => {
    const rows = [['Name:'], ['Address:'], ['WhatsApp\tEmail:'], ['Doctor’s name:\nDoctor’s address:']];
    expect(textsOf([rows])).toEqual(['Name:', 'Address:', 'WhatsApp', 'Email:', 'Doctor’s name:', 'Doctor’s address:']);
    expect(placesOf([rows]).slice(2)).toEqual(['t1r3c1>-', 't1r3c1>-', 't1r4c1>-', 't1r4c1>-']);
  });

  it('stay one question where the lines go on as a sentence', () => {
    const rows = [['Name:'], ['Address:'], ['Please describe how you would be reached\nin the holidays:']];
    expect(textsOf([rows])).not.toContain('in the holidays:');
  });
});

describe('an assessment that somebody wrote', () => {
  const head = ['Clause', 'Requirement', 'Current state', 'Gap identified', 'Recommendation'];
  const rows = [
    ['9.2', 'Audits are held at planned intervals.', 'None was held.', 'Gaps stay unseen.', 'Hold one a year.'],
    ['5.17', 'Passwords are managed.', 'They are shared.', 'No policy is there.', 'Write a policy.'],
    ['7.1', 'Rooms are protected.', 'The door is open.', 'Anybody comes in.', 'Lock the door.'],
    ['8.8', 'Weaknesses are treated.', 'Nobody looks.', 'Systems are old.', 'Update them.'],
  ];

  it('asks nothing where its gaps and its advice are all told', () => {
    expect(askedIn(sheetOf([head, ...rows], { boldRows: [1] }))).toEqual([]);
  });

  it('asks while they are still to be written', () => {
    const open = rows.map(([clause = '', text = '']) => [clause, text]);
    expect(askedIn(sheetOf([head, ...open], { boldRows: [1] }))).toHaveLength(rows.length);
  });
});
