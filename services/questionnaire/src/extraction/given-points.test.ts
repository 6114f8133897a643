import { describe, expect, it } from '@jest/globals';
import { askedIn, questionsOf, rowsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

describe('a sheet on which somebody gives points', () => {
  it.each([
    [
      '【生活】',
      ['項　目', '点　数', '特 記 事 項'],
      ['①一人で起きられますか', '②電車に乗れますか', '③片付けができる'],
    ],
    ['【安全】', ['项　目', '得　分', '备　注'], ['①是否每天检查出口？', '②是否记录访客？', '③锁门并保管钥匙']],
    ['［설비］', ['항 목', '점 수', '비 고'], ['①출입문을 점검합니까?', '②방문자를 기록합니까?', '③열쇠를 보관함']],
  ])('asks below headings that blanks space out, and no titles in brackets: %s', (title, head, texts) => {
    const part = (score: Value): Value[][] => [
      [title, '5', 0, 'p'],
      [...head],
      ...texts.map((text): Value[] => [text, score]),
    ];
    const sheet = sheetOf([...part(0), [], ...part(null)]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [3, 5], [9, 11]));
  });

  it.each([
    ['Criterio / Ejemplo', 'Peso (1-5)', 'Calificación (0-5)', 'Observación'],
    ['Criterion / example', 'Weight (1-5)', 'Rating (0-5)', 'Comment'],
    ['Kriterium / Beispiel', 'Gewicht (1-5)', 'Bewertung (0-5)', 'Bemerkung'],
    ['Critère / exemple', 'Poids (1-5)', 'Note (0-5)', 'Commentaire'],
  ])('asks again where the scale stands in the heading and points are given: %s | %s | %s', (...head) => {
    const texts = [
      'The shop keeps each order until it is paid.',
      'Prices are the same on all pages.',
      'Staff can undo a sale.',
    ];
    const rows = texts.map((text, i): Value[] => [
      `FUNC_${i + 1}`,
      text,
      5,
      i + 2,
      `We tried case ${i} twice last week.`,
    ]);
    const sheet = sheetOf([['ID', ...head], ...rows], { boldRows: [1] });
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'D', [2, 4]));
    expect(questionsOf(workbookOf(sheet))[0]?.existingAnswer).toBe('2');
  });

  it('asks nothing where the customer has set the points', () => {
    const rows = ['Ladder', 'Hammer', 'Rope'].map((name, i): Value[] => [
      name,
      `Kept in room ${i} of the store.`,
      i + 2,
    ]);
    expect(askedIn(sheetOf([['Tool', 'Description', 'Weight (1-5)'], ...rows], { boldRows: [1] }))).toEqual([]);
  });

  it.each([
    ['項目', '特記事項', 'ある ・ なし', ['ある', 'なし']],
    ['项目', '备注', '是／否', ['是', '否']],
    ['항목', '비고', '예·아니오', ['예', '아니오']],
  ])('offers two choices that a dot parts, over the answers and in their place: %s', (item, note, both, options) => {
    const texts = ['出口は毎日確認していますか', '鍵は保管していますか', '来訪者を記録していますか'];
    const headed = sheetOf([[item, both, note], ...texts.map((text): Value[] => [text])]);
    expect(askedIn(headed)).toEqual(rowsOf('A', 'B', [2, 4]));
    const beside = questionsOf(
      workbookOf(sheetOf([[item, '回答', note], ...texts.map((text): Value[] => [text, both])])),
    );
    expect(beside.map((question) => question.existingAnswer)).toEqual(['', '', '']);
    expect(beside[0]?.options).toEqual(options);
  });
});
