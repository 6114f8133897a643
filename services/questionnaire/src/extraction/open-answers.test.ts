import { describe, expect, it } from '@jest/globals';
import { questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { documentOf } from './text.fixture.js';

const sheet = (answers: string[], lists: Record<string, string[]> = {}) =>
  questionsOf(
    workbookOf(
      sheetOf(
        [['Question', 'Answer'], ...answers.map((answer, i) => [`Is door ${i + 1} of the house locked?`, answer])],
        {
          lists,
        },
      ),
    ),
  );

describe('what stands in the place of an answer', () => {
  it('is no answer while it only asks for one, and N/A, a number or a sentence is one', () => {
    const answers = ['Response:', 'TBC', '{{door}}', 'Supplier to complete', 'N/A', '0', 'Yes, every night.'];
    expect(sheet(answers).map(({ existingAnswer }) => existingAnswer)).toEqual([
      ...['', '', '', ''],
      ...['N/A', '0', 'Yes, every night.'],
    ]);
  });

  it('is the list of options where it offers choices', () => {
    const [first, second] = sheet(['Yes / No', 'Yes/No/NA', 'Every night, at ten.']);
    expect(first).toMatchObject({ options: ['Yes', 'No'], answerType: 'boolean', existingAnswer: '' });
    expect(second).toMatchObject({ options: ['Yes', 'No', 'NA'], answerType: 'choice', existingAnswer: '' });
  });

  it('is an answer where the list of the cell has it as a choice, but a prompt of the list is none', () => {
    const list = ['— please choose —', 'Yes', 'No', 'Pending'];
    const questions = sheet(['— please choose —', 'Pending', 'No'], { 'B2:B4': list });
    expect(questions.map(({ existingAnswer }) => existingAnswer)).toEqual(['', 'Pending', 'No']);
    expect(questions[0]).toMatchObject({ options: ['Yes', 'No', 'Pending'], answerType: 'choice' });
  });

  it('is the label of the box below a question, and no answer in it', () => {
    const [question] = questionsOf(documentOf(['1. Describe how the doors are locked.', [['Response:']]]));
    expect(question).toMatchObject({ answerLocation: { table: 1, row: 1, column: 1 }, existingAnswer: '' });
  });

  it('is asked for by a question behind a disc or an unknown glyph, which ticks nothing', () => {
    const discs = ['●', '■', '✅', '\uf0a7', '\uf0d8', '\ufffd'].map((sign, i) => `${sign} Is door ${i + 1} locked?`);
    expect(
      questionsOf(documentOf(discs, 'pdf')).map(({ text, options, existingAnswer }) => [text, options, existingAnswer]),
    ).toEqual(discs.map((_, i) => [`Is door ${i + 1} locked?`, [], '']));
  });
});
