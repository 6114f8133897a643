import { describe, expect, it } from '@jest/globals';
import { buildPdf, type PdfPageFixture } from '../fixtures/pdf.fixture.js';
import { readFixture, readTextFixture } from '../fixtures/read.fixture.js';
import { extractQuestions } from '../../extraction/extract.js';
import type { BlockModel, TableBlock } from '../model.js';

const read = async (...pages: PdfPageFixture[]): Promise<BlockModel[]> =>
  (await readTextFixture(await buildPdf(pages), 'a.pdf')).blocks;
const texts = (blocks: BlockModel[]): string[] =>
  blocks.map((block) =>
    block.kind === 'paragraph' ? block.text : block.kind === 'field' ? `[${block.label}]` : 'table',
  );
const lines = (x: number, y: number, list: string[], size = 10) =>
  list.map((text, i) => ({ text, x, y: y + i * size * 1.2, size }));

const LEFT = [
  'The first column begins here and its lines are all',
  'about as long as the column is wide, so that each',
  'of them goes on in the following line until the end',
  'of the paragraph, which stands at the very bottom of',
  'the column and not in the middle of it, because this',
  'text was set in two columns as papers and terms of',
  'service often are, and a reader must not mix lines',
  'of both columns, or every sentence would be broken.',
  'So much for the left column of this small example.',
];
const RIGHT = LEFT.map((line) => line.replace('first', 'second').replace('left', 'right'));

describe('reading a PDF', () => {
  it('joins wrapped lines and keeps questions, headings and their places apart', async () => {
    const blocks = await read({
      texts: [
        { text: 'Security', x: 72, y: 80, size: 16, isBold: true },
        ...lines(72, 110, [
          '1. Do you encrypt all customer data at rest, in transit and in backups, also when',
          'they are stored by a third party?',
          '2. Who approves access to production?',
        ]),
      ],
    });
    expect(blocks).toMatchObject([
      { text: 'Security', bold: true, fontSize: 16, page: 1, line: 1, x: 72 },
      {
        text: '1. Do you encrypt all customer data at rest, in transit and in backups, also when they are stored by a third party?',
        line: 2,
      },
      { text: '2. Who approves access to production?', line: 4 },
    ]);
  });

  it('reads two columns of text one after the other, after what spans both', async () => {
    const blocks = await read({
      texts: [
        { text: 'A title that spans both of the columns of the page', x: 150, y: 60, size: 14 },
        ...lines(50, 100, LEFT),
        ...lines(320, 100, RIGHT),
      ],
    });
    expect(texts(blocks)).toEqual([
      'A title that spans both of the columns of the page',
      LEFT.join(' '),
      RIGHT.join(' '),
    ]);
  });

  it('drops running heads, feet and page numbers', async () => {
    const page = (number: number): PdfPageFixture => ({
      texts: [
        { text: 'ACME questionnaire 2024', x: 72, y: 30, size: 9 },
        { text: `Question ${number}: what is control ${number}?`, x: 72, y: 200 },
        { text: `Page ${number} of 3`, x: 280, y: 820, size: 9 },
      ],
    });
    const model = await readTextFixture(await buildPdf([page(1), page(2), page(3)]), 'a.pdf');
    expect(texts(model.blocks)).toEqual([1, 2, 3].map((n) => `Question ${n}: what is control ${n}?`));
    const [sheet] = extractQuestions(model).sheets;
    const skipped = sheet?.account.filter(({ class: kind }) => kind === 'skipped');
    expect(skipped?.map(({ reason, location, text }) => [reason, location, text])).toEqual(
      [1, 2, 3].flatMap((n) => [
        ['running_line', { page: n, line: 2 }, 'ACME questionnaire 2024'],
        ['running_line', { page: n, line: 3 }, `Page ${n} of 3`],
      ]),
    );
  });

  it('reads a ruled table as a table, on over a page break without its repeated head', async () => {
    const head = ['No.', 'Question', 'Answer'];
    const part = (y: number, rows: string[][]): PdfPageFixture => ({
      grid: {
        xs: [72, 110, 400, 520],
        ys: [y, ...[head, ...rows].map((_, i) => y + (i + 1) * 30)],
        texts: [head, ...rows],
      },
    });
    const blocks = await read(
      part(700, [['1', 'Do you encrypt data\nat rest?', '']]),
      part(72, [['2', 'Do you log access?', 'Yes']]),
    );
    expect(texts(blocks)).toEqual(['table']);
    const table = blocks[0] as TableBlock;
    expect(table.rows.map((row) => row.map(({ text }) => text.replace('\n', ' ')))).toEqual([
      head,
      ['1', 'Do you encrypt data at rest?', ''],
      ['2', 'Do you log access?', 'Yes'],
    ]);
    expect(table.rows.flat().map(({ row, column }) => [row, column])).toEqual(
      [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [row, column])),
    );
  });

  it('reads a row that a page break cuts as one row, and rows that only follow each other as two', async () => {
    const head = ['No.', 'Question', 'Answer'];
    const part = (y: number, rows: string[][]): PdfPageFixture => ({
      grid: { xs: [72, 110, 400, 520], ys: [y, ...rows.map((_, i) => y + (i + 1) * 30)], texts: rows },
    });
    const rowsOf = async (...pages: PdfPageFixture[]): Promise<string[][]> =>
      ((await read(...pages))[0] as TableBlock).rows.map((row) => row.map(({ text }) => text));
    const upper = [head, ['1', 'Do you log access?', ''], ['2', 'Do you encrypt all data that', 'Yes, with keys of']];
    expect(
      await rowsOf(
        part(700, upper),
        part(72, [head, ['', 'is stored by third parties?', 'the customer.'], ['3', 'Where is it kept?', '']]),
      ),
    ).toEqual([
      head,
      upper[1],
      ['2', 'Do you encrypt all data that is stored by third parties?', 'Yes, with keys of the customer.'],
      ['3', 'Where is it kept?', ''],
    ]);
    const cut = await rowsOf(
      part(700, upper),
      part(72, [
        ['', 'Frankfurt keeps for us?', ''],
        ['3', 'Where is it kept?', ''],
      ]),
    );
    expect(cut[2]?.[1]).toBe('Do you encrypt all data that Frankfurt keeps for us?');
    expect(
      await rowsOf(
        part(700, upper),
        part(72, [
          ['', 'Backups', ''],
          ['3', 'Are they tested?', ''],
        ]),
      ),
    ).toHaveLength(5);
    expect(await rowsOf(part(700, upper), part(72, [['3', 'Where is it kept?', 'Here.']]))).toHaveLength(4);
  });

  it('does not take a frame or an underline for a table', async () => {
    const frame: PdfPageFixture['lines'] = [
      [50, 50, 545, 50],
      [50, 800, 545, 800],
      [50, 50, 50, 800],
      [545, 50, 545, 800],
      [72, 130, 500, 130],
    ];
    expect(
      texts(
        await read({
          lines: frame,
          texts: [
            { text: 'Name of the company', x: 72, y: 125 },
            { text: 'Another text', x: 72, y: 200 },
          ],
        }),
      ),
    ).toEqual(['Name of the company', 'Another text']);
  });

  it('gives form fields with their label and value, and check boxes as options', async () => {
    const blocks = await read({
      texts: [
        { text: 'Company name:', x: 72, y: 100 },
        { text: 'Hosting region:', x: 72, y: 130 },
        { text: 'Are you certified?', x: 72, y: 160 },
        { text: 'Yes', x: 218, y: 160 },
        { text: 'No', x: 268, y: 160 },
      ],
      fields: [
        { name: 'company', type: 'text', x: 200, y: 100, value: 'Acme' },
        { name: 'region', type: 'dropdown', x: 200, y: 130, options: ['EU', 'US'], value: 'EU' },
        { name: 'yes', type: 'checkbox', x: 203, y: 160, checked: true },
        { name: 'no', type: 'checkbox', x: 253, y: 160 },
      ],
    });
    expect(blocks).toEqual([
      {
        kind: 'field',
        index: 0,
        name: 'company',
        label: 'Company name:',
        type: 'text',
        options: [],
        value: 'Acme',
        page: 1,
      },
      {
        kind: 'field',
        index: 1,
        name: 'region',
        label: 'Hosting region:',
        type: 'choice',
        options: ['EU', 'US'],
        value: 'EU',
        page: 1,
      },
      expect.objectContaining({
        kind: 'paragraph',
        text: 'Are you certified?',
        options: ['Yes', 'No'],
        checked: ['Yes'],
        fields: ['yes', 'no'],
      }),
    ]);
  });

  it('puts fields in ruled cells into the table', async () => {
    const blocks = await read({
      grid: {
        xs: [72, 300, 520],
        ys: [100, 130, 160],
        texts: [
          ['Question', 'Answer'],
          ['Where is data stored?', ''],
        ],
      },
      fields: [{ name: 'where', type: 'text', x: 310, y: 150, value: 'Frankfurt' }],
    });
    expect((blocks[0] as TableBlock).rows[1]).toMatchObject([
      { text: 'Where is data stored?' },
      { text: 'Frankfurt', fields: ['where'] },
    ]);
  });

  it('reads a rotated page as it is shown', async () => {
    const pdf = await buildPdf([{ rotation: 180, texts: [{ text: 'upside down', x: 72, y: 100 }] }]);
    expect(texts((await readTextFixture(pdf, 'a.pdf')).blocks)).toHaveLength(1);
  });

  it.each([90, 180, 270] as const)('reads a page whose text and table are turned by %s degrees', async (turned) => {
    const page: PdfPageFixture = {
      texts: [
        { text: 'Security', x: 72, y: 60, size: 16, isBold: true },
        { text: 'Please answer every question of the table.', x: 72, y: 84 },
      ],
      grid: {
        xs: [72, 300, 520],
        ys: [100, 130, 160],
        texts: [
          ['Question', 'Answer'],
          ['Where is data stored?', 'Frankfurt'],
        ],
      },
    };
    const upright = await read(page);
    expect(upright.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'table']);
    expect(await read({ ...page, turned })).toEqual(upright);
  });

  it('names the pages that show something of which nothing was read, in a warning and in the account', async () => {
    const pages: PdfPageFixture[] = [
      { texts: [{ text: 'Do you encrypt all data at rest?', x: 72, y: 100 }] },
      { picture: true },
      {},
      { picture: true, texts: [{ text: 'Do you log access?', x: 72, y: 100 }] },
      { picture: true },
    ];
    const model = await readTextFixture(await buildPdf(pages), 'a.pdf');
    expect(model.warnings).toMatchObject([{ code: 'page_without_text' }]);
    expect(model.warnings[0]?.message).toContain('2 pages (2, 5)');
    const [sheet] = extractQuestions(model).sheets;
    expect(sheet?.questions.map(({ text }) => text)).toEqual([
      'Do you encrypt all data at rest?',
      'Do you log access?',
    ]);
    expect(
      sheet?.account.flatMap(({ reason, location }) => (reason === 'page_without_text' ? [location] : [])),
    ).toEqual([
      { page: 2, line: 1 },
      { page: 5, line: 1 },
    ]);
  });

  it('says when there is no text, and when the file is cut off', async () => {
    await expect(readFixture(await buildPdf([{}]), 'a.pdf')).rejects.toMatchObject({ code: 'no_text_layer' });
    await expect(readFixture(Buffer.from('%PDF-1.7\nnothing'), 'a.pdf')).rejects.toMatchObject({
      code: 'file_damaged',
    });
  });
});
