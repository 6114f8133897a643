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

  it.each([
    [
      'Customer data is encrypted at rest using AES-256:\n- databases',
      'Customer data is encrypted at rest using AES-256',
    ],
    [
      'Alle Kundendaten werden mit AES-256 verschlüsselt:\n- Datenbanken',
      'Alle Kundendaten werden mit AES-256 verschlüsselt',
    ],
  ])('are also the whole sentence that introduces a list: %s', (text, said) => {
    expect(read(text).map((s) => s.text)).toEqual([said, text.split('- ')[1]]);
    expect(read(text)[1]!.place.at(-1)).toBe(`${said}:`);
  });

  it.each([
    'Personal devices may be used for email if:',
    'Personal devices may be used for email if they meet these rules:',
    'All vendors are reviewed every year before renewal of:',
    'The security team reviews the following every year:',
    'Controls:',
    'To get a lost file back:',
    'On your own work machine you:',
  ])('are not made of a lead-in that says nothing without its list: %s', (leadIn) => {
    expect(read(`${leadIn}\n- locked screens`).map((s) => s.text)).toEqual(['locked screens']);
  });

  it('are labels with their values, and short lines with nothing below them', () => {
    expect(
      read('Response time: 3 days\nAvailability 97 %\nAnnual reviews\nQuarterly audits').map((s) => s.text),
    ).toEqual(['Response time: 3 days', 'Availability 97 %', 'Annual reviews', 'Quarterly audits']);
    const [only] = read('Annual reviews\nThe board reads each report.');
    expect(only).toMatchObject({
      text: 'The board reads each report.',
      place: ['policy', 'Policy', 'Backups', 'Annual reviews'],
    });
    expect(read('Data protection\nDo you encrypt backups?')).toEqual([]);
  });

  it('are items behind every kind of bullet, without it', () => {
    const found = read('● Support in English\n‣ Yearly audits\no Weekly scans\n\uF0B7 Daily backups');
    expect(found.map((s) => s.text)).toEqual(['Support in English', 'Yearly audits', 'Weekly scans', 'Daily backups']);
  });

  it('of ticked boxes are what is done, and of empty ones only what must be', () => {
    const found = read(
      '- [x] Laptops are encrypted\n- ☒ Disks are wiped\n- [ ] Rotate the keys\n- [ ] I have read the rules. Tests are added.\n- [ ] Every change must have a second reviewer.\n- [ ] You must sign the agreement first.\n- ☐ Offices are locked.',
    );
    expect(found.map((s) => s.text)).toEqual([
      'Laptops are encrypted',
      'Disks are wiped',
      'Every change must have a second reviewer.',
    ]);
  });

  it.each([
    [
      'Plan | SSO | Log\nFree | ❌ | x\nTeam | ✅ | ☑️',
      ['Plan: Free; SSO: No; Log: No', 'Plan: Team; SSO: Yes; Log: Yes'],
    ],
    ['Role | Read | Write\nAdmin | x | x\nGuest | x', ['Role: Admin; Read: Yes; Write: Yes', 'Role: Guest; Read: Yes']],
    ['Plan | SSO | Log\nFree | x | 3 days', ['Plan: Free; SSO: x; Log: 3 days']],
    ['Plan | SSO | Log\nFree | x | ❌', ['Plan: Free; SSO: x; Log: No']],
  ])('of a table of signs say yes or no to their headings, where that is known: %s', (table, said) => {
    expect(read(table).map((s) => s.text)).toEqual(said);
  });
});
