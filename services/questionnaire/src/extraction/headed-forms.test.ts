import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from './asked.fixture.js';
import { extractQuestions } from './extract.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { documentOf, textsOf } from './text.fixture.js';

const FORM = [
  ['Field', 'Response'],
  ['Colour of the door', 'Green'],
  ['Kind of lock', 'Bolt'],
  ['Keys', ''],
];

describe('a form under "Field | Response"', () => {
  it('asks each of its labels, filled or not, in every table, and not its heading', () => {
    const model = documentOf([
      '# Doors',
      FORM,
      '# Windows',
      [
        ['Feld', 'Antwort'],
        ['Größe', '2 m'],
        ['Glas', 'dreifach'],
      ],
    ]);
    expect(questionsOf(model).map(({ text, existingAnswer }) => [text, existingAnswer])).toEqual([
      ['Colour of the door', 'Green'],
      ['Kind of lock', 'Bolt'],
      ['Keys', ''],
      ['Größe', '2 m'],
      ['Glas', 'dreifach'],
    ]);
    const { account } = extractQuestions(workbookOf(sheetOf(FORM))).sheets[0]!;
    expect(account.slice(0, 2).map((entry) => entry.class)).toEqual(['header', 'header']);
  });
});

it('a label asks whose colon stands in a cell of its own, and its answer goes behind that', () => {
  const rows = ['Nama pemilik', 'Alamat', 'Warna pintu'].map((label) => [label, ':', '']);
  const questions = questionsOf(documentOf([rows]));
  expect(questions.map(({ text, answerLocation }) => [text, placeName(answerLocation)])).toEqual([
    ['Nama pemilik', 't1r1c3'],
    ['Alamat', 't1r2c3'],
    ['Warna pintu', 't1r3c3'],
  ]);
  const hints = ['(nama)', '(Ya / Tidak)', 'Jalan 3'].map((hint, i) => [`Alamat ${i}`, ':', hint]);
  expect(questionsOf(documentOf([hints])).map((question) => [question.existingAnswer, question.options])).toEqual([
    ['', []],
    ['', ['Ya', 'Tidak']],
    ['Jalan 3', []],
  ]);
});

it('a table of contents asks nothing, and a line to write on still does', () => {
  const contents = ['1 Purpose of the house ............ 8', '2 Name of the owner …………… 9', 'Annex . . . . . . . iv'];
  expect(textsOf([...contents, 'Name of the owner: ............', 'Name of the tenant: ............'], 'pdf')).toEqual([
    'Name of the owner:',
    'Name of the tenant:',
  ]);
});
