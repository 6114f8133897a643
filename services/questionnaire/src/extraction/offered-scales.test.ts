import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

const TOPICS = [
  'Goals of the team',
  'Plan for the year',
  'Speed of delivery',
  'Help from outside',
  'Skills and training',
];

const shown = (rows: readonly (readonly Value[])[], boldRows: number[]): string[] =>
  questionsOf(workbookOf(sheetOf(rows, { boldRows }))).map(({ text, answerLocation, options, existingAnswer }) =>
    `${text} > ${placeName(answerLocation)} {${options.join(' ')}} ${existingAnswer}`.trim(),
  );

describe('cells that show the scale to choose from', () => {
  const expected = TOPICS.map((text, i) => `${text} > B${i + 2} {1 2 3 4 5}`);

  it.each(['1–5', '1-5', '(1 to 5)', '1..5', '1 / 2 / 3 / 4 / 5'])(
    'take the answer, before empty columns for notes and actions: %s',
    (scale) => {
      const rows = [[null, 'Score', 'Notes', 'What to do next'], ...TOPICS.map((text) => [text, scale])];
      expect(shown(rows, [1])).toEqual(expected);
    },
  );

  it('are open until somebody has chosen, and the others keep what was chosen', () => {
    const given = ['1-5', '4', '1-5', '2', '1-5'];
    const rows = [
      ['Requirement', 'Score', 'Notes'],
      ...TOPICS.map((text, i): Value[] => [text, given[i] ?? null, null]),
    ];
    expect(shown(rows, [1])).toEqual(expected.map((one, i) => (given[i] === '1-5' ? one : `${one} ${given[i]!}`)));
  });

  it('keep their own heading, whatever a table further up has in the same column', () => {
    const above: Value[][] = [['Person', 'Example role'], ['Jo Doe', 'Tester'], []];
    const head: Value[] = [null, 'Score', 'Notes', 'What to do next'];
    const topics = [...TOPICS, 'State of the code', 'Tests and reviews', 'Design of the parts', 'Ease of release'];
    const rows = [...above, head, ...topics.map((text): Value[] => [text, '0-3'])];
    const answers = shown(rows, [1, 4]);
    expect(answers).toEqual(topics.map((text, i) => `${text} > B${i + 5} {0 1 2 3}`));
  });

  it('say how many there are where words stand among them', () => {
    const sizes = ['1-5', 'about 20', '1-5', 'nobody yet', '6-10'];
    const rows = [['Question', 'Answer'], ...TOPICS.map((text, i) => [`${text}?`, sizes[i]!])];
    expect(shown(rows, [1])).toEqual(TOPICS.map((text, i) => `${text}? > B${i + 2} {} ${sizes[i]!}`));
  });
});
