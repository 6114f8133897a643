/** @jest-environment ./test/support/models-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { startReader } from '../reading/reader.js';
import { findContradictions, MOST_CONTRADICTIONS, type AnsweredQuestion, type Contradiction } from './consistency.js';

const answered = (questionId: string, text: string, answer: string) => ({ questionId, text, answer });

/** The same question twice. */
const SAME = [
  ['Do you encrypt customer data at rest?', 'Is stored customer data encrypted?'],
  ['Do you require multi-factor authentication for administrators?', 'Is MFA mandatory for admin accounts?'],
  ['Do you perform annual penetration tests?', 'Are penetration tests carried out at least once a year?'],
  ['Do you have an incident response plan?', 'Is there a documented plan for responding to security incidents?'],
  ['Do you hold cyber insurance?', 'Is your company covered by cyber liability insurance?'],
  ['Do employees receive security awareness training?', 'Is security training given to all staff?'],
  ['Are backups encrypted?', 'Do you encrypt your backups?'],
  ['Do you support single sign-on?', 'Is SSO available to customers?'],
  ['Are background checks performed on new employees?', 'Do you screen new hires before they start?'],
  ['Do you have a SOC 2 Type II report?', 'Is a SOC 2 Type 2 report available?'],
  ['Is customer data deleted at the end of the contract?', 'Do you erase customer data after the contract ends?'],
  ['Do you have a data protection officer?', 'Have you appointed a DPO?'],
  ['Are laptops protected by full disk encryption?', 'Do you use full-disk encryption on laptops?'],
  ['Do you scan your systems for vulnerabilities?', 'Is vulnerability scanning in place?'],
  [
    'Do you use subprocessors to process customer data?',
    'Are subprocessors involved in the processing of customer data?',
  ],
  ['Is access to production logged?', 'Do you log access to production systems?'],
  ['Do you have a bug bounty program?', 'Is there a bug bounty programme?'],
  ['Do you sell customer data?', 'Is customer data sold to third parties?'],
  ['Is data encrypted in transit?', 'Do you use encryption for data in transit?'],
  ['Do you test your disaster recovery plan?', 'Is the disaster recovery plan tested regularly?'],
] as const;

/** Two questions of different subjects in much the same words. */
const LOOK_ALIKE = [
  ['Do you encrypt data at rest?', 'Do you encrypt data in transit?'],
  ['Are backups encrypted?', 'Are backups tested?'],
  ['Do you require MFA for administrators?', 'Do you require MFA for customers?'],
  ['Do you have a SOC 2 report?', 'Do you have a SOC 1 report?'],
  ['Are you ISO 27001 certified?', 'Are you ISO 27701 certified?'],
  ['Do you perform background checks on employees?', 'Do you perform background checks on contractors?'],
  ['Is customer data stored in the EU?', 'Is customer data stored in the US?'],
  ['Do you have an incident response plan?', 'Do you have a business continuity plan?'],
  ['Are laptops encrypted?', 'Are mobile phones encrypted?'],
  ['Do you log access to production?', 'Do you log access to the office?'],
  ['Do you support SAML single sign-on?', 'Do you support SCIM provisioning?'],
  ['Do you run internal penetration tests?', 'Do you run external penetration tests?'],
  ['Do you share customer data with third parties?', 'Do you share customer data with affiliates?'],
  ['Is the data centre protected by guards?', 'Is the data centre protected by a fire alarm?'],
  ['Do you have cyber insurance?', 'Do you have professional liability insurance?'],
  ['Are passwords hashed?', 'Are passwords rotated?'],
  ['Do you use subprocessors outside the EU?', 'Do you use subprocessors?'],
  ['Do you use AI to process customer data?', 'Do you use AI for internal purposes?'],
  ['Is security training given at hiring?', 'Is security training given to contractors?'],
  ['Do you notify customers of incidents within 72 hours?', 'Do you notify customers of planned maintenance?'],
  ['Is MFA required for remote access?', 'Is MFA required for physical access?'],
  ['Do you keep audit logs for a year?', 'Do you keep backups for a year?'],
  ['Do you have a privacy policy?', 'Do you have a password policy?'],
  ['Do you have a written policy for remote work?', 'Do you have a written policy for removable media?'],
  ['Is source code reviewed by a second person?', 'Is source code scanned for secrets?'],
] as const;

const find = (answers: AnsweredQuestion[]): Promise<Contradiction[]> => findContradictions(answers, startReader);

describe('contradictions inside one questionnaire', () => {
  it('are not looked for, and no model is loaded, where no two answers could differ', async () => {
    const reader = (): never => {
      throw new Error('a model was loaded');
    };
    expect(
      await findContradictions([answered('1', 'Do you encrypt data?', ''), answered('2', 'Who?', '')], reader),
    ).toEqual([]);
  });

  it('are found between the same question in other words', async () => {
    const found = await find([
      answered('1', 'Do you encrypt data at rest?', 'Yes — AES-256.'),
      answered('2', 'Is stored data encrypted?', 'No — not yet.'),
      answered('3', 'How long are logs kept?', '90 days.'),
      answered('4', 'What is the log retention period?', '12 months.'),
    ]);
    expect(found).toEqual([
      { questionIds: ['1', '2'], kind: 'polarity' },
      { questionIds: ['3', '4'], kind: 'value' },
    ]);
  });

  it('of yes and no are found in whatever language the answers open', async () => {
    const found = await find(
      [
        ['Ja.', 'Nein, noch nicht.'],
        ['Oui', 'Non.'],
        ['Sí, siempre', 'No'],
        ['Sim.', 'Não.'],
        ['Да.', 'Нет.'],
        ['Yes', 'Nein'],
      ]
        .flat()
        .map((answer, n) => answered(String(n), `Is the archive number ${(n - (n % 2)) / 2} kept in a safe?`, answer)),
    );
    const asked = found.filter(({ questionIds: [a, b] }) => Number(b) === Number(a) + 1 && Number(a) % 2 === 0);
    expect(asked.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'polarity'));
  });

  it('are not seen in questions next to each other, nor in answers that agree', async () => {
    const found = await find([
      answered('1', 'Do you encrypt data at rest?', 'Yes.'),
      answered('2', 'Do you encrypt data in transit?', 'No.'),
      answered('3', 'Is stored data encrypted?', 'Yes — AES-256.'),
      answered('4', 'How long are backups kept?', '30 days.'),
      answered('5', 'How long are logs kept?', '90 days.'),
    ]);
    expect(found).toEqual([]);
  });

  it('of yes and no are found in other words, and in none of many pairs that only look alike', async () => {
    const contradicting = (pairs: readonly (readonly [string, string])[], yes: string, no: string) =>
      Promise.all(
        pairs.map(async ([one, other]) => (await find([answered('1', one, yes), answered('2', other, no)])).length),
      );
    const found = await contradicting(SAME, 'Yes.', 'No.');
    expect(found.filter((count) => count === 1).length).toBeGreaterThanOrEqual(16);
    const wrong = await contradicting(LOOK_ALIKE, 'Yes.', 'No.');
    expect(LOOK_ALIKE.filter((_pair, at) => wrong[at] !== 0)).toEqual([]);
  }, 120_000);

  it('are told up to a number when thousands of answers differ', async () => {
    const alike = Array.from({ length: 1000 }, (_value, n) =>
      answered(String(n), 'Do you encrypt data at rest?', n % 2 === 0 ? 'Yes.' : 'No.'),
    );
    expect(await find(alike)).toHaveLength(MOST_CONTRADICTIONS);
  });

  it('are looked for in a bounded number of pairs when thousands of questions are near each other', async () => {
    const systems = ['backups', 'laptops', 'databases', 'file servers', 'archives', 'mail', 'logs', 'messages'];
    const near = Array.from({ length: 1000 }, (_value, n) =>
      answered(
        String(n),
        `Is the ${systems[n % 8]} data of system ${n} encrypted at rest?`,
        n % 2 === 0 ? 'Yes.' : 'No.',
      ),
    );
    // It ends: comparing all of the two million pairs term by term would take minutes.
    expect((await find(near)).length).toBeLessThanOrEqual(MOST_CONTRADICTIONS);
  });
});
