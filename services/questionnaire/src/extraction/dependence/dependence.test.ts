import { describe, expect, it } from '@jest/globals';
import { dependencesOf, saysWhenAsked } from './dependence.js';
import type { DependenceInput } from './types.js';

const asked = (number: string, text: string, more: Partial<DependenceInput> = {}): DependenceInput => ({
  _id: number === '' ? text : number,
  sheetId: 's',
  section: '',
  number,
  stem: '',
  text,
  ...more,
});
const found = (...questions: DependenceInput[]): Record<string, string> =>
  Object.fromEntries([...dependencesOf(questions)].map(([id, { questionId, kind }]) => [id, `${kind} ${questionId}`]));

describe('what a question hangs on', () => {
  it('is the question of which its number makes it a part, however deep', () => {
    expect(
      found(
        asked('1', 'Do you hold a certificate?'),
        asked('1.1', 'Who issued it?'),
        asked('1.1.a', 'Until when is it valid?'),
        asked('2', 'Is data encrypted?'),
        asked('2.3.1', 'With which key length?'),
      ),
    ).toEqual({ '1.1': 'part 1', '1.1.a': 'part 1.1', '2.3.1': 'part 2' });
  });

  it('is the question before it, where it opens with a condition on its answer', () => {
    expect(
      found(asked('4', 'Is the lift tested?'), asked('5', 'If yes, how often?'), asked('6', 'If no, please explain.')),
    ).toEqual({ 5: 'if_yes 4', 6: 'if_no 4' });
    expect(found(asked('', 'Wird geprüft?'), asked('', 'Falls nein, warum?'))).toEqual({
      'Falls nein, warum?': 'if_no Wird geprüft?',
    });
    expect(found(asked('1', 'Which cloud do you use?'), asked('2', 'If other, please specify.'))).toEqual({
      2: 'if_other 1',
    });
  });

  it.each([
    ['If you answered yes to question 3.2, who performs it?', 'if_yes 3.2'],
    ['If the answer to 3.2 is no, when will it be done?', 'if_no 3.2'],
    ['Falls Frage 3.2 mit Nein beantwortet wurde: warum?', 'if_no 3.2'],
    ['Wenn Sie Frage 3.2 bejaht haben, wer prüft?', 'if_yes 3.2'],
    ['How often is the plan of question 3.2 tested?', 'reference 3.2'],
    ['Si vous avez répondu oui à la question 3.2, précisez.', 'if_yes 3.2'],
  ])('is the one that %j names', (text, expected) => {
    expect(found(asked('3.2', 'Is there a plan?'), asked('4', 'Is there a budget?'), asked('5', text))['5']).toBe(
      expected,
    );
  });

  it('is the one before it, where it points back', () => {
    const first = asked('1', 'How are backups made?');
    expect(found(first, asked('2', 'How often are the above tested?'))).toEqual({ 2: 'reference 1' });
    expect(found(first, asked('2', 'En caso de que la respuesta a la pregunta anterior sea “Sí”, ¿cuándo?'))).toEqual({
      2: 'if_yes 1',
    });
    expect(found(first, asked('2', 'List your sites. Are the above insured?'))).toEqual({});
  });

  it('is the stem that it stands under', () => {
    const stem = 'Which of these do you log?';
    expect(found(asked('', stem), asked('', 'Sign-ins', { stem }), asked('', 'Changes', { stem }))).toEqual({
      'Sign-ins': `part ${stem}`,
      Changes: `part ${stem}`,
    });
  });

  it('is a gate that sends the reader on behind it', () => {
    expect(
      found(
        asked('1', 'Do you process card data? If no, skip to question 4.'),
        asked('2', 'Who is your assessor?'),
        asked('3', 'When was the last audit?'),
        asked('4', 'Do you have an office?'),
      ),
    ).toEqual({ 2: 'if_yes 1', 3: 'if_yes 1' });
  });

  it('is a gate that leaves out the rest of its section', () => {
    const inside = { section: 'Devices' };
    expect(
      found(
        asked('1', 'Do you use devices of your own? If not, you need not answer the rest of this section.', inside),
        asked('2', 'Are they encrypted?', inside),
        asked('3', 'Are they patched?', inside),
        asked('4', 'Do you have an office?', { section: 'Places' }),
      ),
    ).toEqual({ 2: 'if_yes 1', 3: 'if_yes 1' });
  });

  it('is the one that speaks of what it takes up, and the first that does', () => {
    expect(
      found(
        asked('1', 'Do you have rules for suppliers?'),
        asked('2', 'Are these rules documented?'),
        asked('3', 'Who approves these rules?'),
        asked('4', 'Is this building yours?'),
      ),
    ).toEqual({ 2: 'reference 1', 3: 'reference 1' });
  });

  it.each([
    ['Do you engage subcontractors?', 'If subcontractors are used, who approves them?', 'if_yes'],
    ['Use managed identities for the cluster.', 'If not using managed identities, change secrets quarterly.', 'if_no'],
    ['Werden Unterauftragnehmer eingesetzt?', 'Falls Unterauftragnehmer eingesetzt werden, wer prüft?', 'if_yes'],
    [
      'How many complaints were received in the year?',
      'Of the complaints received in the year, how many ended?',
      'reference',
    ],
    [
      'Do you provide a shared service to others?',
      'You indicated that you provide a shared service. Who uses it?',
      'reference',
    ],
    ['Do you have a recovery plan?', 'How often is it tested?', 'reference'],
    ['Do you have a recovery plan?', 'Who approves it?', 'reference'],
    ['Do you have a recovery plan?', 'Who approves the plan?', 'reference'],
    ['Existieren klare und einfache Vorgaben?', 'Werden die Vorgaben jährlich geprüft?', 'reference'],
    ['Werden Verbesserungen eingeführt?', 'Wird dies von der Leitung überwacht?', 'reference'],
    ['Disposez-vous d’un plan de secours ?', 'Depuis quand ?', 'reference'],
    ['Which cloud do you use?', 'Please explain your answer.', 'reference'],
  ])('is %j, taken up by %j', (before, text, kind) => {
    expect(found(asked('1', before), asked('2', text))).toEqual({ 2: `${kind} 1` });
  });

  it.each([
    ['Is the service resilient?', 'Is it possible to test the recovery?'],
    ['Which tools do you use (for example Terraform)?', 'If Terraform is used, pin its version.'],
    ['What access does this vendor need?', 'Is this vendor critical?'],
    ['Is data encrypted?', 'Where is data stored, and for how long?'],
    ['Do you have a policy?', 'Do you have the budget for audits?'],
  ])('is not %j for %j', (before, text) => {
    const other = asked('0', 'What does this vendor deliver?');
    expect(found(other, asked('1', before), asked('2', text))).toEqual({});
  });

  it('is the first of several parts of one number, and what a heading names for a whole section', () => {
    const heading = 'Cloud (only if question 1 is yes)';
    expect(
      found(
        asked('1', 'How many servers were scanned this year?'),
        asked('2', 'Of the servers scanned this year, how many passed?'),
        asked('3', 'Of the servers scanned this year, how many failed?'),
        asked('4', 'Name the regions.', { section: heading }),
      ),
    ).toEqual({ 2: 'reference 1', 3: 'reference 1', 4: 'if_yes 1' });
  });

  it('is the one that a cell beside it names', () => {
    const beside = 'This question is only required if Question 10 General Information is Yes.';
    expect(saysWhenAsked(beside)).toBe(true);
    expect(saysWhenAsked('If you need help, call 112.')).toBe(false);
    expect(
      found(
        asked('10', 'Is a tool used?'),
        asked('11', 'Is there a budget?'),
        asked('12', 'Select the tools.', { beside }),
      ),
    ).toEqual({ 12: 'if_yes 10' });
  });

  it('is nothing for questions that stand alone, number alike or name a standard', () => {
    expect(
      found(
        asked('AIS-01.1', 'Do you test code?'),
        asked('AIS-01.2', 'Do you scan code?'),
        asked('3', 'Is ISO 27001 held?'),
        asked('4', 'If backups exist, how are they encrypted?'),
        asked('4.1', 'If 3 or more people leave, who takes over?', { number: 'x' }),
        asked('5', 'Rate it from 1 to 3. Do you comply with section 3 of the law, and with PCI DSS 4?'),
      ),
    ).toEqual({});
    expect(found(asked('1', 'Is data encrypted?'), asked('1.1', 'How?', { sheetId: 't' }))).toEqual({});
  });

  it('takes time linear in the number of questions and in their texts', () => {
    const long = Array.from({ length: 4000 }, (_, at) =>
      asked(String(at), `${'if 1 '.repeat(80)} skip to 9 ${'above '.repeat(40)} if no, leave the rest of this section`),
    );
    expect(dependencesOf(long).size).toBe(0);
  });
});
