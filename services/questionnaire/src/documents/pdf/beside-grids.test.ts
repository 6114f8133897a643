import { describe, expect, it } from '@jest/globals';
import { extractQuestions } from '../../extraction/extract.js';
import { buildPdf, type PdfPageFixture } from '../fixtures/pdf.fixture.js';
import { readTextFixture } from '../fixtures/read.fixture.js';

type Line = [number, number, number, number];

/** A frame of one column with a line under each row, as lines that touch no other frame. */
function frame(left: number, right: number, ys: readonly number[]): Line[] {
  const [top, bottom] = [ys[0]!, ys.at(-1)!];
  const rows = ys.map((y): Line => [left, y, right, y]);
  return [...rows, [left, top, left, bottom], [right, top, right, bottom]];
}

const YS = [100, 130, 160, 190, 220];
const words = (x: number, list: readonly string[]): NonNullable<PdfPageFixture['texts']> =>
  list.map((text, i) => ({ text, x, y: YS[i]! + 20 }));

const read = async (page: PdfPageFixture) => readTextFixture(await buildPdf([page]), 'a.pdf');

describe('frames side by side with the same rows', () => {
  it.each([
    [['Phone', 'Mobile', 'Marital status', 'Persons in the household']],
    [['Telefon', 'Mobiltelefon', 'Familienstand', 'Personen im Haushalt']],
    [['Employeur', 'Adresse', 'Profession', 'Revenu mensuel']],
    [['Empresa', 'Direcci\u00f3n', 'Profesi\u00f3n', 'Ingresos mensuales']],
  ])('are one form: the blank ones are where its labels are answered: %j', async (labels) => {
    const lines = [...frame(50, 240, YS), ...frame(250, 390, YS), ...frame(400, 540, YS)];
    const fields = labels.map((_, i) => ({ name: `f${i}`, type: 'text' as const, x: 255, y: YS[i]! + 5, width: 120 }));
    const model = await read({ texts: words(55, labels), lines, fields });
    expect(model.blocks.map(({ kind }) => kind)).toEqual(['table']);
    const questions = extractQuestions(model).sheets[0]!.questions;
    expect(questions.map(({ text }) => text)).toEqual(labels);
    expect(questions.map(({ answerLocation }) => answerLocation)).toEqual(fields.map(({ name }) => ({ field: name })));
  });

  it('stay apart when both hold words, or stand far from each other', async () => {
    const left = ['Paper', 'Pencils', 'Desks', 'Chairs'];
    const both = await read({
      texts: [...words(55, left), ...words(265, ['North', 'South', 'East', 'West'])],
      lines: [...frame(50, 240, YS), ...frame(260, 390, YS)],
    });
    expect(both.blocks.map(({ kind }) => kind)).toEqual(['table', 'table']);
    const fields = [0, 1].map((i) => ({ name: `f${i}`, type: 'text' as const, x: 405, y: YS[i]! + 5, width: 100 }));
    const far = await read({ texts: words(55, left), lines: [...frame(50, 240, YS), ...frame(400, 540, YS)], fields });
    expect(far.blocks.map(({ kind }) => kind)).toEqual(['table', 'table']);
  });
});
