import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

const CHECKS = [
  'Backups are restored once a quarter.',
  'Visitors are accompanied in the server room.',
  'Laptops are encrypted before they are handed out.',
  'Leavers lose their accounts on their last day.',
];

const PEOPLE = [
  'New colleagues are trained in their first week.',
  'Passwords are long and never shared.',
  'A second person approves each payment.',
  'Everybody knows whom to call at night.',
];

const places = (rows: readonly (readonly Value[])[]): string[] =>
  questionsOf(workbookOf(sheetOf(rows, { boldRows: [1, 8] }))).map(({ answerLocation }) => placeName(answerLocation));

describe('points that whoever answers gives to himself', () => {
  it.each(['Vendor scoring', 'Supplier grade', 'Bidder points', 'Your rating', 'Self-rating', 'Self-assessment score'])(
    'stand in the column "%s" left of the statements, filled or not',
    (heading) => {
      const part = (name: string, texts: readonly string[], given: readonly Value[]): Value[][] => [
        [heading, name, 'Vendor comments', 'Assessor comments'],
        ...texts.map((text, i): Value[] => [given[i] ?? null, `${i + 1}. ${text}`, i === 1 ? 'Since May' : null, null]),
      ];
      const gap: Value[][] = [[], []];
      const expected = ['A2', 'A3', 'A4', 'A5', 'A9', 'A10', 'A11', 'A12'];
      const sheet = (given: readonly Value[]): Value[][] => [
        ...part('A. Operations', CHECKS, given),
        ...gap,
        ...part('B. People', PEOPLE, given),
      ];
      expect(places(sheet([5, 2, 5, 0]))).toEqual(expected);
      expect(places(sheet([]))).toEqual(expected);
    },
  );

  it.each([
    ['Anforderung', 'Selbstbewertung', 'Prüfer'],
    ['Exigence', 'Auto-évaluation', 'Auditeur'],
    ['Requisito', 'Autoevaluación', 'Auditor'],
    ['Требование', 'Самооценка', 'Аудитор'],
    ['要求事項', '自己評価', '監査人'],
  ])('take the answer under the words of many languages: %s | %s', (requirement, own, other) => {
    const rows = [[requirement, other, own], ...CHECKS.map((text) => [text, null, null])];
    expect(places(rows)).toEqual(['C2', 'C3', 'C4', 'C5']);
  });

  it.each([
    ['5 = Yes', '2 = Partly', '0 = No'],
    ['1: planned', '2: in part', '3: in full'],
  ])('are explained by a scale above, whose name asks nothing: %s', (...steps) => {
    const legend: Value[][] = [['Vendor scoring:'], [], ...steps.map((step): Value[] => [step]), []];
    const table = [['Vendor scoring', 'Statement', 'Vendor comments'], ...CHECKS.map((text): Value[] => [null, text])];
    expect(places([...legend, ...table])).toEqual(['A8', 'A9', 'A10', 'A11']);
  });
});
