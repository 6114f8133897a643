import { describe, expect, it } from '@jest/globals';
import { questionsOf } from './asked.fixture.js';
import { documentOf, placesOf } from './text.fixture.js';

const SKILLS = ['C++', 'Unit tests', 'Git', 'Design of larger systems', 'Go'];
const given: Record<string, [string, string]> = { Git: ['4', 'used daily since 2019'], Go: ['2', ''] };
const table = (head: string[], rows = SKILLS): string[][] => [
  head,
  ...rows.map((skill) => [skill, ...(given[skill] ?? ['', ''])]),
];
const ALL = SKILLS.map((_, i) => `t1r${i + 2}c1>t1r${i + 2}c2`);

describe('a table of short points that somebody rates', () => {
  it.each([
    ['Skill', 'Rating (1-5)', 'Comment'],
    ['Kenntnis', 'Bewertung (1-5)', 'Bemerkung'],
    ['Competencia', 'Puntuación (1 a 5)', 'Comentario'],
    ['Знание', 'Оценка\n(1-5)', 'Комментарий'],
    ['技能', '评分（1-5）', '备注'],
  ])('asks for each where the scale stands in the heading, though some are rated already: %s | %s | %s', (...head) => {
    expect(placesOf([table(head)])).toEqual(ALL);
    expect(questionsOf(documentOf([table(head)])).map(({ existingAnswer }) => existingAnswer)).toEqual([
      '',
      '',
      '4',
      '',
      '2',
    ]);
  });

  it.each([
    ['Tool', 'Weight (1-5)', 'Remark'],
    ['Tool', 'Room', 'Remark'],
  ])('asks nothing where the customer sets the numbers: %s | %s | %s', (...head) => {
    expect(placesOf([table(head)])).toEqual([]);
  });
});
