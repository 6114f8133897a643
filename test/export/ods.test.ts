import { describe, expect, it } from '@jest/globals';
import {
  buildOds,
  type OdsCellFixture,
  type OdsFixture,
} from '../../services/questionnaire/src/documents/fixtures/ods.fixture.js';
import { readWorkbookFixture, textsOf } from '../../services/questionnaire/src/documents/fixtures/read.fixture.js';
import { answerAll, changedParts, exportTo, extract, partText, questionsOf, toExport } from './round-trip.js';

const CONTENT = 'content.xml';
const ASKED = [
  'Do you encrypt backups?',
  'Who approves access?',
  'How often are keys changed?',
  'Where is data stored?',
];
const HEAD: OdsCellFixture[] = ['Question', 'Answer', 'Comment'];
const sheetOf = (rows: (OdsCellFixture[] | string)[], more: Partial<OdsFixture> = {}): Uint8Array =>
  buildOds({ sheets: [{ name: 'S', rows }], ...more });

async function textsAfter(bytes: Uint8Array): Promise<Record<string, string>> {
  return textsOf((await readWorkbookFixture(bytes, 'a.ods')).sheets[0]);
}

describe('answers in an OpenDocument spreadsheet', () => {
  it('stand in their cells, and every other byte of content.xml stays', async () => {
    const original = sheetOf([HEAD, ...ASKED.map((text) => [text, { text: '', style: 'framed' }, null])]);
    const { bytes, outcome } = await answerAll(original, 'a.ods', (_, i) => (i === 1 ? 'The CISO & the board.' : ''));
    expect(outcome).toMatchObject({ extension: '.ods', generated: false });
    expect(changedParts(original, bytes)).toEqual([CONTENT]);
    const [before, after] = [partText(original, CONTENT), partText(bytes, CONTENT)];
    const cell =
      '<table:table-cell table:style-name="framed" office:value-type="string"><text:p>The CISO &amp; the board.</text:p></table:table-cell>';
    const rows = before.split('<table:table-row>');
    rows[3] = rows[3]!.replace('<table:table-cell table:style-name="framed"></table:table-cell>', cell);
    expect(after).toBe(rows.join('<table:table-row>'));
  });

  it('part the elements that stand for several rows and cells', async () => {
    const repeated =
      '<table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="string"><text:p>Is it in use?</text:p></table:table-cell><table:table-cell table:style-name="framed" table:number-columns-repeated="4"/></table:table-row>';
    const original = sheetOf([HEAD, [ASKED[0]!, null, null], repeated]);
    const question = questionsOf(await extract(original, 'a.ods'))[0]!;
    const at = (cell: string, answer: string) =>
      toExport({ ...question, key: cell }, { answer, answerLocation: { sheet: 'S', cell } });
    const { bytes } = await exportTo(original, 'a.ods', [
      at('B4', 'middle'),
      at('D4', 'right'),
      at('B9', 'below'),
      at('G4', 'beyond'),
    ]);
    expect(await textsAfter(bytes)).toMatchObject({
      A3: 'Is it in use?',
      A4: 'Is it in use?',
      A5: 'Is it in use?',
      B4: 'middle',
      D4: 'right',
      G4: 'beyond',
      B9: 'below',
    });
    const content = partText(bytes, CONTENT);
    expect(content.match(/Is it in use/g)).toHaveLength(3);
    expect(content).toContain('<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>');
  });

  it('come behind a note and before a drawing of the cell, line by line, with their spaces', async () => {
    const note = '<office:annotation><text:p>a note</text:p></office:annotation>';
    const xml = `<table:table-cell>${note}<text:p>[answer]</text:p><draw:frame/></table:table-cell>`;
    const original = sheetOf([HEAD, ...ASKED.map((text) => [text, { xml }, null])]);
    const { bytes } = await answerAll(original, 'a.ods', (_, i) => (i === 0 ? 'One.\n  Two  and\tthree' : ''));
    expect(partText(bytes, CONTENT)).toContain(
      `<table:table-cell office:value-type="string">${note}<text:p>One.</text:p><text:p><text:s text:c="2"/>Two<text:s text:c="2"/>and<text:tab/>three</text:p><draw:frame/></table:table-cell>`,
    );
    expect((await textsAfter(bytes))['B2']).toBe('One.\n  Two  and\tthree');
  });

  it('leave formulas alone, go to the anchor of a merged cell, and keep to what a cell takes', async () => {
    const rule =
      '<table:content-validation table:name="v" table:condition="of:cell-content-is-whole-number() and cell-content-is-between(0;5)"/>';
    const original = sheetOf(
      [
        HEAD,
        [ASKED[0]!, { text: '', attributes: ' table:formula="of:=[.C2]"' }, null],
        [ASKED[1]!, { text: '', attributes: ' table:number-columns-spanned="1" table:number-rows-spanned="2"' }, null],
        [ASKED[2]!, { xml: '<table:covered-table-cell/>' }, null],
        [ASKED[3]!, { text: '', attributes: ' table:content-validation-name="v"' }, null],
        ['How many sites are there?', { text: '', attributes: ' table:content-validation-name="v"' }, null],
        ['Which share is encrypted?', { text: '', style: 'share' }, null],
      ],
      { validations: [rule] },
    );
    const [question] = questionsOf(await extract(original, 'a.ods'));
    const at = (cell: string, answer: string, answerType: 'text' | 'number' = 'text') =>
      toExport({ ...question!, key: cell }, { answer, answerType, answerLocation: { sheet: 'S', cell } });
    const { bytes, outcome } = await exportTo(original, 'a.ods', [
      ...[at('B2', 'x'), at('B4', 'both'), at('B5', 'often'), at('B6', '3'), at('B7', '3', 'number')],
    ]);
    const { places, skipped } = outcome.report;
    expect(skipped.map(({ questionId, reason }) => [questionId, reason])).toEqual([
      ['B2', 'formula'],
      ['B5', 'not_accepted'],
    ]);
    expect(places.map(({ location, note }) => [location, note])).toEqual([
      [{ sheet: 'S', cell: 'B3' }, 'anchor_of_merged_range'],
      [{ sheet: 'S', cell: 'B6' }, undefined],
      [{ sheet: 'S', cell: 'B7' }, undefined],
    ]);
    const content = partText(bytes, CONTENT);
    expect(content).toContain('office:value-type="float" office:value="3"><text:p>3</text:p>');
    expect(content).toContain(
      '<table:table-cell table:style-name="share" office:value-type="string"><text:p>3</text:p>',
    );
  });

  it('tick the column of the option, and are found again', async () => {
    const original = sheetOf([['Question', 'Yes', 'No'], ...ASKED.map((text) => [text, null, null])]);
    const { bytes } = await answerAll(original, 'a.ods', (_, i) => (i % 2 === 0 ? 'Yes' : 'No'));
    expect(questionsOf(await extract(bytes, 'a.ods')).map(({ existingAnswer }) => existingAnswer)).toEqual([
      'Yes',
      'No',
      'Yes',
      'No',
    ]);
  });

  it('are written whatever the prefixes are, and get a heading where their column has none', async () => {
    const original = sheetOf([['No.', 'Question'], ...ASKED.map((text, i) => [i + 1, text])], { tablePrefix: 't' });
    const { bytes } = await answerAll(original, 'a.ods', () => 'Yes.');
    expect(await textsAfter(bytes)).toMatchObject({ C1: 'Answer', C2: 'Yes.', C5: 'Yes.' });
  });
});
