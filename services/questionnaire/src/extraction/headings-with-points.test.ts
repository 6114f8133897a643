import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

const HOW =
  '\n- If yes, say how it is done and where it is written down.\n- If no, say why not.\n- Else say what replaces it.';

/** Parts of one row each, as somebody filled them in; each part has a title, and the headings once more. */
function parts(heads: readonly string[], rows: readonly (readonly Value[])[]): Value[][] {
  return rows.flatMap((row, i): Value[][] => [[`Part ${i + 1}`], [...heads], [...row]]);
}

const shown = (rows: readonly (readonly Value[])[], merges: string[] = []): string[] =>
  questionsOf(
    workbookOf(sheetOf(rows, { merges, boldRows: rows.flatMap((row, i) => (row.length > 4 ? [] : [i + 1])) })),
  ).map(({ location, answerLocation, commentLocation, existingAnswer }) =>
    `${placeName(location)} > ${placeName(answerLocation)}, ${placeName(commentLocation)} ${existingAnswer}`.trim(),
  );

describe('headings that tell how to fill their column in', () => {
  const work = (part: number): Value[] => [
    `${part}.1`,
    ['Tell users what is stored about them.', 'Give users a way to complain.', 'Review the rules each spring.'][
      part - 1
    ]!,
    'Internal documents',
    [
      'Written notice that names the data and the purpose.',
      'Record of complaints with the answers that were given.',
      'Minutes of the yearly review, signed by its chair.',
    ][part - 1]!,
  ];

  it.each([
    ['Step checks done\n(Yes / No / Not applicable)', `Details${HOW}`],
    ['Step checks done (Yes/No)', `Elaboration${HOW}`],
    ['Controls completed\n(Yes / No / NA)', `Remarks${HOW.replaceAll('- ', '• ')}`],
  ])('are known by their first lines, also where each part repeats them: %j', (done, more) => {
    const heads = ['No', 'Step', 'Metric', 'Step checks', done, more];
    const rows = [1, 2, 3].map((part): Value[] => [...work(part), part === 3 ? null : 'Yes', null]);
    expect(shown(parts(heads, rows))).toEqual(['D3 > E3, F3 Yes', 'D6 > E6, F6 Yes', 'D9 > E9, F9']);
  });

  it.each([
    ['Kontrolle', 'Kontrollen durchgeführt (Ja / Nein / Entfällt)', 'Bemerkungen'],
    ['Requisito', 'Requisitos cumplidos (Sí / No / No aplica)', 'Observaciones'],
    ['Exigence', 'Exigences mises en œuvre (Oui / Non)', 'Commentaires'],
  ])('take the answer where they list choices behind what is asked: %s | %s', (asked, done, more) => {
    const rows = ['Backups are tested.', 'Visitors are registered.', 'Doors are locked at night.'];
    expect(shown([[asked, done, more], ...rows.map((text) => [text, null, null])])).toEqual([
      'A2 > B2, C2',
      'A3 > B3, C3',
      'A4 > B4, C4',
    ]);
  });

  it('are found below the first rows of a long sheet too', () => {
    const heads = ['No', 'Step', 'Metric', 'Step checks', 'Step checks done (Yes / No)', `Details${HOW}`];
    const rows = Array.from({ length: 20 }, (_, i): Value[] => [
      `1.${i + 1}`,
      `Step number ${i + 1} of the plan`,
      'Document',
      `Written proof that room ${i + 1} is locked, cleaned and inspected once a week.`,
      null,
      null,
    ]);
    expect(shown(parts(heads, rows))).toEqual(rows.map((_, i) => `D${3 * i + 3} > E${3 * i + 3}, F${3 * i + 3}`));
  });
});
