import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';
import { documentOf } from './text.fixture.js';
import type { DocumentModel } from '../documents/model.js';

/** Question texts with the place of the answer and the answer that stands there. */
const seen = (model: DocumentModel): string[] =>
  questionsOf(model).map(({ text, answerLocation, existingAnswer }) =>
    [text, placeName(answerLocation), existingAnswer].join(' | '),
  );

describe('files that were filled in', () => {
  it('have their answers where the empty column for evidence was, once it is full', () => {
    const asked = ['Do you scan images?', 'Do you sign releases?', 'Is the build isolated?', 'Who approves changes?'];
    const answer = (text: string): string => `We do, as the procedure for "${text.slice(0, 12)}" says.`;
    const table = (given: (text: string) => Value): DocumentModel =>
      workbookOf(
        sheetOf([
          ['Group', 'Question Number', 'Question Text', 'Answer Type', 'Correct Answer', 'Evidence Prompt', 'Checks'],
          ...asked.map((text, i): Value[] => ['G1', `1.${i + 1}`, text, 'YES_NO', 'Yes', given(text), null]),
        ]),
      );
    expect(seen(table(() => null))).toEqual(asked.map((text, i) => `${text} | F${i + 2} | `));
    expect(seen(table(answer))).toEqual(asked.map((text, i) => `${text} | F${i + 2} | ${answer(text)}`));
  });

  it('have their boxes left of the questions', () => {
    const rows = ['Was more than one product available?', 'Would it be an undue burden?', 'Are there other means?'];
    const form = (box: (row: number) => string): DocumentModel =>
      documentOf([rows.map((text, row) => [box(row), text])]);
    expect(seen(form(() => '[   ] Yes\n[   ] No'))).toEqual(rows.map((text, row) => `${text} | t1r${row + 1}c1 | `));
    expect(seen(form((row) => (row === 1 ? '[ ] Yes\n[x] No' : '[x] Yes\n[ ] No')))).toEqual(
      rows.map((text, row) => `${text} | t1r${row + 1}c1 | ${row === 1 ? 'No' : 'Yes'}`),
    );
  });

  it('have their forms filled, two labels in a row', () => {
    const labels = [
      ['Legal name', 'Trading name'],
      ['Registration number', 'VAT number'],
      ['Street address', 'City'],
      ['Website', 'Year established'],
    ];
    const form = (given: (label: string) => Value): DocumentModel =>
      workbookOf(
        sheetOf([
          ['SUPPLIER REGISTRATION'],
          ['1. Company details'],
          ...labels.map(([left = '', right = '']): Value[] => [left, given(left), right, given(right)]),
        ]),
      );
    const places = labels.flatMap(([left, right], i) => [`${left} | B${i + 3} | `, `${right} | D${i + 3} | `]);
    expect(seen(form(() => null))).toEqual(places);
    expect(seen(form((label) => `Our ${label}`))).toEqual(
      places.map((place) => `${place}Our ${place.slice(0, place.indexOf(' |'))}`),
    );
  });

  it('keep the ticks of each statement of a paragraph apart', () => {
    const options = ['Yes', 'No', 'NA Video has accurate captions.', 'Yes', 'No', 'NA'];
    const paragraph = (checked: string[]): DocumentModel =>
      documentOf([{ text: 'Audio has an accurate transcript.', options, checked }]);
    expect(questionsOf(paragraph(['No', 'NA'])).map((question) => question.existingAnswer)).toEqual(['No', 'NA']);
    expect(questionsOf(paragraph(['NA Video has accurate captions.', 'No'])).map((q) => q.existingAnswer)).toEqual([
      'NA',
      'No',
    ]);
    expect(questionsOf(paragraph([])).map((question) => question.existingAnswer)).toEqual(['', '']);
  });
});
