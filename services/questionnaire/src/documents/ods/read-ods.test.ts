import { describe, expect, it } from '@jest/globals';
import { extractQuestions } from '../../extraction/extract.js';
import { buildOds, type OdsCellFixture } from '../fixtures/ods.fixture.js';
import { readFixture, readWorkbookFixture, textsOf } from '../fixtures/read.fixture.js';

const read = async (rows: (OdsCellFixture[] | string)[], more: object = {}) =>
  (await readWorkbookFixture(buildOds({ sheets: [{ name: 'S', rows, ...more }] }), 'a.ods')).sheets[0]!;
const empty = (attributes: string): OdsCellFixture => ({ text: '', attributes });

describe('an OpenDocument spreadsheet', () => {
  it('has the questions of its sheets, and places for their answers', async () => {
    const asked = ['Do you encrypt backups?', 'Who approves access?', 'How often are keys changed?'];
    const rows = [
      [
        { text: 'Question', style: 'head' },
        { text: 'Answer', style: 'head' },
      ],
      ...asked.map((text) => [text, null]),
    ];
    const model = await readWorkbookFixture(buildOds({ sheets: [{ name: 'Asked', rows }] }), 'a.ods');
    const questions = extractQuestions(model).sheets.flatMap((sheet) => sheet.questions);
    expect(questions.map(({ text }) => text)).toEqual(asked);
    expect(questions.map(({ answerLocation }) => answerLocation)).toEqual(
      [2, 3, 4].map((row) => ({ sheet: 'Asked', cell: `B${row}` })),
    );
  });

  it('shows what a person sees: lines, spaces, numbers as written, nothing struck out, no notes', async () => {
    const xml = (content: string, attributes = ''): OdsCellFixture => ({
      xml: `<table:table-cell office:value-type="string"${attributes}>${content}</table:table-cell>`,
    });
    const sheet = await read([
      [xml('<text:p>one</text:p><text:p>two<text:s text:c="2"/>three<text:tab/>four</text:p>')],
      [xml('<office:annotation><text:p>a note</text:p></office:annotation><text:p>\n  spaced\n  out</text:p>')],
      [xml('<text:p>stays<text:span text:style-name="gone"> goes</text:span></text:p>')],
      [xml('<text:p><text:span text:style-name="bold">loud</text:span></text:p>')],
      [{ text: 'all struck', style: 'struck' }],
      [
        {
          xml: '<table:table-cell office:value-type="float" office:value="1.5"><text:p>1,50</text:p></table:table-cell>',
        },
      ],
      [
        {
          xml: '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>',
        },
      ],
      [{ xml: '<table:table-cell office:value-type="float" office:value="7"/>' }],
    ]);
    expect(textsOf(sheet)).toEqual({
      A1: 'one\ntwo  three\tfour',
      A2: 'spaced out',
      A3: 'stays',
      A4: 'loud',
      A6: '1,50',
      A7: 'TRUE',
      A8: '7',
    });
    expect(sheet.cells.map(({ type }) => type)).toEqual([
      'text',
      'text',
      'text',
      'text',
      'number',
      'boolean',
      'number',
    ]);
    expect(sheet.cells.find(({ row }) => row === 3)?.bold).toBe(true);
  });

  it('counts repeated rows and cells, and keeps what is empty as ranges', async () => {
    const sheet = await read([
      [empty(' table:number-columns-repeated="2"'), 'C'],
      `<table:table-row table:number-rows-repeated="3"><table:table-cell table:style-name="framed" table:number-columns-repeated="2"/><table:table-cell office:value-type="string" table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row>`,
      `<table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
    ]);
    expect(Object.keys(textsOf(sheet))).toEqual(['C1', 'C2', 'D2', 'C3', 'D3', 'C4', 'D4']);
    expect(sheet.framedBlanks).toEqual([{ top: 1, left: 0, bottom: 3, right: 1 }]);
  });

  it('knows merges, formulas in the words of Excel, what they fill, and what is hidden or locked', async () => {
    const bytes = buildOds({
      sheets: [
        {
          name: 'S',
          isProtected: true,
          columns:
            '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>',
          rows: [
            [
              { text: 'wide', attributes: ' table:number-columns-spanned="2" table:number-rows-spanned="2"' },
              { xml: '<table:covered-table-cell><text:p>under</text:p></table:covered-table-cell>' },
            ],
            '<table:table-row><table:covered-table-cell table:number-columns-repeated="2"/></table:table-row>',
            [{ text: 'x', attributes: ` table:formula="of:=IF([$'My lists'.$A$1:.B2]=&quot;a;b&quot;;[.A1];1)"` }],
            [
              empty(
                ' table:formula="of:=[.A1]" table:number-matrix-columns-spanned="2" table:number-matrix-rows-spanned="2"',
              ),
              { text: '', style: 'open' },
            ],
            '<table:table-row table:visibility="collapse"><table:table-cell office:value-type="string"><text:p>away</text:p></table:table-cell></table:table-row>',
          ],
        },
        { name: 'Away', hidden: true, rows: [['x']] },
      ],
    });
    const { sheets } = await readWorkbookFixture(bytes, 'a.ods');
    const [sheet] = sheets;
    expect(sheets.map(({ hidden }) => hidden)).toEqual([false, true]);
    expect(textsOf(sheet)).toEqual({ A1: 'wide', A3: 'x', A5: 'away' });
    expect(sheet).toMatchObject({
      protected: true,
      hiddenRows: [4],
      merges: [{ top: 0, left: 0, bottom: 1, right: 1 }],
    });
    expect(sheet?.hiddenColumns).toMatchObject([{ left: 1, right: 2 }]);
    expect(sheet?.cells[1]?.formula).toBe(`IF('My lists'!$A$1:B2="a;b",A1,1)`);
    expect(sheet?.formulas).toContainEqual({ top: 3, left: 0, bottom: 4, right: 1 });
    expect(sheet?.unlockedBlanks).toEqual([{ top: 3, left: 1, bottom: 3, right: 1 }]);
  });

  it('knows the drop-downs of its cells, whose choices stand in the validation, in cells or under a name', async () => {
    const rule = (name: string, condition: string): string =>
      `<table:content-validation table:name="${name}" table:condition="${condition}"/>`;
    const chosen = (name: string, more = ''): OdsCellFixture =>
      empty(` table:content-validation-name="${name}"${more}`);
    const bytes = buildOds({
      validations: [
        rule('a', 'of:cell-content-is-in-list(&quot;Yes, all&quot;;&quot;No&quot;)'),
        rule('b', 'of:cell-content-is-in-list([$Lists.$A$1:.$A$2])'),
        rule('c', 'of:cell-content-is-in-list(choices)'),
        rule('d', 'of:cell-content-is-whole-number() and cell-content-is-between(0;5)'),
        rule('e', 'of:cell-content-is-decimal-number() and cell-content()&gt;=1'),
      ],
      sheets: [
        {
          name: 'S',
          rows: [
            [chosen('a', ' table:number-columns-repeated="2"')],
            `<table:table-row table:number-rows-repeated="4"><table:table-cell table:content-validation-name="b"/></table:table-row>`,
            [chosen('c'), chosen('d'), chosen('e')],
          ],
        },
        { name: 'Lists', rows: [['High'], ['Low']] },
      ],
      behind:
        '<table:named-expressions><table:named-range table:name="choices" table:cell-range-address="$Lists.$A$1:.$A$2"/></table:named-expressions>',
    });
    const [sheet] = (await readWorkbookFixture(bytes, 'a.ods')).sheets;
    expect(sheet?.validations).toEqual([
      { ranges: [{ top: 0, left: 0, bottom: 0, right: 1 }], type: 'list', options: ['Yes, all', 'No'] },
      { ranges: [{ top: 1, left: 0, bottom: 4, right: 0 }], type: 'list', options: ['High', 'Low'] },
      { ranges: [{ top: 5, left: 0, bottom: 5, right: 0 }], type: 'list', options: ['High', 'Low'] },
      {
        ranges: [{ top: 5, left: 1, bottom: 5, right: 1 }],
        type: 'whole',
        options: [],
        bounds: { operator: 'between', first: 0, second: 5 },
      },
      {
        ranges: [{ top: 5, left: 2, bottom: 5, right: 2 }],
        type: 'decimal',
        options: [],
        bounds: { operator: 'greaterThanOrEqual', first: 1 },
      },
    ]);
  });

  it('is read whatever its prefixes are, and tables in drawings and in cells are no sheets', async () => {
    const inner =
      '<table:table><table:table-row><table:table-cell><text:p>inner</text:p></table:table-cell></table:table-row></table:table>';
    const sheets = [
      {
        name: 'S',
        columns: `<table:shapes><draw:frame>${inner}</draw:frame></table:shapes><table:table-column/>`,
        rows: [
          [
            { xml: `<table:table-cell office:value-type="string"><text:p>outer</text:p>${inner}</table:table-cell>` },
            'next',
          ],
        ],
      },
    ];
    const model = await readWorkbookFixture(buildOds({ sheets, tablePrefix: 't' }), 'a.ods');
    expect(model.sheets.map(textsOf)).toEqual([{ A1: 'outer', B1: 'next' }]);
  });
});

describe('a hostile OpenDocument spreadsheet', () => {
  const repeated = `<table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`;

  it('ends at the limits, however many cells one element stands for', async () => {
    const bytes = buildOds({ sheets: [{ name: 'S', rows: [repeated] }] });
    await expect(readFixture(bytes, 'a.ods', { cells: 20_000 })).rejects.toMatchObject({ code: 'too_many_cells' });
  });

  it.each([
    ['is not well-formed', 'content.xml', '<office:document-content>'],
    ['declares a document type', 'content.xml', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
    ['has no sheet', 'content.xml', '<x/>'],
    ['is damaged in its styles', 'styles.xml', '<a><b></a>'],
  ])('is refused when it %s', async (_, part, xml) => {
    const bytes = buildOds({ sheets: [{ name: 'S', rows: [['x']] }], parts: { [part]: xml } });
    await expect(readFixture(bytes, 'a.ods')).rejects.toMatchObject({ code: 'file_damaged' });
  });

  it('has no entity of its own', async () => {
    const bytes = buildOds({
      sheets: [{ name: 'S', rows: [[{ xml: '<table:table-cell><text:p>&a;</text:p></table:table-cell>' }]] }],
    });
    await expect(readFixture(bytes, 'a.ods')).rejects.toMatchObject({ code: 'file_damaged' });
  });

  it('has no styles that go round in circles, and no counts that mislead', async () => {
    const circle =
      '<a xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><style:style style:name="p" style:family="table-cell" style:parent-style-name="p"/></a>';
    const counts = ['-1', '0', '1e9', 'x', '99999999999'].map((n) => empty(` table:number-columns-repeated="${n}"`));
    const bytes = buildOds({
      sheets: [{ name: 'S', rows: [[{ text: 'x', style: 'p' }], counts] }],
      parts: { 'styles.xml': circle },
    });
    expect((await readWorkbookFixture(bytes, 'a.ods')).sheets.map(textsOf)).toEqual([{ A1: 'x' }]);
  });
});
