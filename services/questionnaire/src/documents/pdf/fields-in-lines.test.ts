import { describe, expect, it } from '@jest/globals';
import { extractQuestions } from '../../extraction/extract.js';
import { buildPdf, type PdfPageFixture } from '../fixtures/pdf.fixture.js';
import { readTextFixture } from '../fixtures/read.fixture.js';

const field = (name: string, x: number, y: number, width: number) => ({ name, type: 'text' as const, x, y, width });

/** Each question, and the field that takes its answer. */
async function asked(page: PdfPageFixture): Promise<string[]> {
  const { sheets } = extractQuestions(await readTextFixture(await buildPdf([page]), 'a.pdf'));
  return sheets[0]!.questions.map(
    ({ text, answerLocation }) =>
      `${text} > ${answerLocation && 'field' in answerLocation ? answerLocation.field : '-'}`,
  );
}

describe('form fields that are drawn on a line of text', () => {
  it('asks each label once, answered in the field over its own blank', async () => {
    expect(
      await asked({
        texts: [
          { text: 'Surname:...................... First name:....................', x: 50, y: 100, size: 12 },
          { text: 'Town: ________________ Country: ________________', x: 50, y: 130, size: 12 },
        ],
        fields: [
          field('f1', 102, 100, 70),
          field('f2', 235, 100, 60),
          field('f3', 86, 130, 100),
          field('f4', 250, 130, 100),
        ],
      }),
    ).toEqual(['Surname: > f1', 'First name: > f2', 'Town: > f3', 'Country: > f4']);
  });

  it('takes the parts of a date and the letters of a number for one answer', async () => {
    const letters = Array.from({ length: 8 }, (_, i) => field(`n${i}`, 150 + i * 18, 130, 14));
    expect(
      await asked({
        texts: [
          { text: 'Date of birth: ....../....../.........', x: 50, y: 100, size: 12 },
          { text: 'Member number', x: 50, y: 130, size: 12 },
        ],
        fields: [field('day', 126, 100, 18), field('month', 148, 100, 18), field('year', 170, 100, 30), ...letters],
      }),
    ).toEqual(['Date of birth: > day', 'Member number > n0']);
  });

  it('finds the label of a field between two labels of one line', async () => {
    expect(
      await asked({
        texts: [
          { text: 'Telephone', x: 50, y: 100, size: 12 },
          { text: 'Home address', x: 260, y: 100, size: 12 },
        ],
        fields: [field('phone', 115, 100, 130), field('address', 345, 100, 150)],
      }),
    ).toEqual(['Telephone > phone', 'Home address > address']);
  });

  it('leaves a field beside the last option to the question of the boxes', async () => {
    const questions = await asked({
      texts: [
        { text: 'Have you travelled in the last two weeks?', x: 50, y: 100, size: 12 },
        { text: 'No', x: 66, y: 120, size: 12 },
        { text: 'Yes (where .......................... )', x: 126, y: 120, size: 12 },
        { text: 'Who went with you?', x: 50, y: 150, size: 12 },
      ],
      fields: [
        { name: 'no', type: 'checkbox', x: 50, y: 120 },
        { name: 'yes', type: 'checkbox', x: 110, y: 120 },
        field('where', 190, 120, 80),
        field('who', 200, 150, 120),
      ],
    });
    expect(questions.map((question) => question.split(' > ')[0])).toEqual([
      'Have you travelled in the last two weeks?',
      'Who went with you?',
    ]);
  });
});
