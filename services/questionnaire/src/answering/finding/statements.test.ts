import { describe, expect, it } from '@jest/globals';
import { libraryAnswer, passage } from '../evidence.fixture.js';
import { statementsOf, type Statement } from './statements.js';

const read = (text: string, locator = 'Policy > Backups'): Statement[] =>
  statementsOf(passage('p', locator, text, 'policy.md'));

describe('statements', () => {
  it('are sentences under their headings, quoted as they stand', () => {
    const text = 'Backups are taken nightly. They are kept for 35 days.';
    const [first, second] = read(text);
    expect(first).toMatchObject({
      text: 'Backups are taken nightly.',
      place: ['policy', 'Policy', 'Backups'],
      before: '',
    });
    expect(second).toMatchObject({ text: 'They are kept for 35 days.', before: 'Backups are taken nightly.' });
    expect(text.slice(second!.span.start, second!.span.end)).toBe('They are kept for 35 days.');
  });

  it('carry the words that introduce their list, and lose them after it', () => {
    const found = read(
      'The following are encrypted:\n- databases in Frankfurt\n- laptops of all staff\nKeys live in a vault.',
    );
    expect(found.map((s) => s.place.at(-1))).toEqual([
      'The following are encrypted:',
      'The following are encrypted:',
      'Backups',
    ]);
    expect(found[0]!.text).toBe('databases in Frankfurt');
  });

  it('answer the question above them, also when it is a heading', () => {
    expect(read('Yes.', 'FAQ > Do you encrypt backups?')[0]).toMatchObject({
      text: 'Yes.',
      question: 'Do you encrypt backups?',
    });
    expect(read('Do you encrypt backups?\nYes, with AES-256.')[0]).toMatchObject({
      question: 'Do you encrypt backups?',
    });
  });

  it('are rows whose cells carry their headings, empty cells left out', () => {
    const found = read('System | RTO | RPO\nBilling | 4 h |  \nSearch |  | 1 h');
    expect(found.map((s) => s.text)).toEqual(['System: Billing; RTO: 4 h', 'System: Search; RPO: 1 h']);
  });

  it('of a filled questionnaire are its answers', () => {
    const [row] = read('Question: Do you have MFA?\nResponse: Yes\nComment: Okta for all staff', 'row 3');
    expect(row).toMatchObject({ question: 'Do you have MFA?', text: 'Response: Yes; Comment: Okta for all staff' });
  });

  it('of the library stand under the question that they answer', () => {
    const [one] = statementsOf(libraryAnswer('l', 'Do you have cyber insurance?', 'Yes, up to 5 million EUR.'));
    expect(one).toMatchObject({ question: 'Do you have cyber insurance?', text: 'Yes, up to 5 million EUR.' });
  });

  it.each([
    '[Company name] encrypts all data.',
    'Contact: ____________',
    'https://example.org/policy',
    'TODO: write this',
  ])('are not made of blanks, notes and addresses: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});
