/** Valid files of every format, made by code, which are then mutated. */
import iconv from 'iconv-lite';
import {
  buildDocx,
  cell,
  control,
  legacyCheckBox,
  legacyList,
  legacyText,
  paragraph,
  run,
  table,
  textBox,
} from '../../services/questionnaire/src/documents/fixtures/docx.fixture.js';
import { buildPdf } from '../../services/questionnaire/src/documents/fixtures/pdf.fixture.js';
import { buildOds, type OdsCellFixture } from '../../services/questionnaire/src/documents/fixtures/ods.fixture.js';
import { buildXls } from '../../services/questionnaire/src/documents/fixtures/xls.fixture.js';
import { buildXlsx, type CellFixture } from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';
import { checkBoxParts, textRows } from '../../services/questionnaire/src/documents/fixtures/xlsx-controls.fixture.js';

import {
  buildScan,
  drawPicture,
  withPicture,
} from '../../services/questionnaire/src/documents/fixtures/scan.fixture.js';

export interface SeedFile {
  name: string;
  bytes: Uint8Array;
}

const ASKED = Array.from({ length: 12 }, (_, i) => `Do you review control ${i + 1} at least once a year?`);

/** A workbook with check boxes drawn over its cells, one of them linked to another cell. */
function drawnBoxes(): Uint8Array {
  const rows = textRows(ASKED.map((text) => ({ B: text })));
  const boxes = ASKED.map((_, i) => ({ cell: `A${i + 1}`, checked: i % 2 === 0, link: `$D$${i + 1}`, label: 'Done' }));
  return buildXlsx({ sheets: [{ name: 'List' }], parts: checkBoxParts(rows, boxes) });
}

async function usualFiles(): Promise<SeedFile[]> {
  const rows: CellFixture[][] = [
    [{ text: 'No.', isBold: true, fill: 'FF003366' }, 'Question', 'Answer', 'Comment'],
    ...ASKED.map((text, i): CellFixture[] => [
      { number: i + 1, numberFormat: '0.0' },
      text,
      null,
      { formula: `B${i + 2}`, sharedFormula: 0, text },
    ]),
  ];
  const validations = [
    { range: 'C2:C13', list: 'choices' },
    { range: 'D2:D13', list: 'Lists!$A:$A', x14: true },
  ];
  const sheets = [
    {
      name: 'Questions',
      rows,
      validations,
      merges: ['A15:D15'],
      hiddenRows: [4],
      hiddenColumns: ['E'],
      cells: { A15: 'end' },
    },
    {
      name: 'Lists',
      hidden: true,
      rows: [['Yes'], ['No'], [{ runs: [{ text: 'N/', isBold: true }, { text: 'A' }] }]] as CellFixture[][],
    },
  ];
  const names = [{ name: 'choices', formula: 'Lists!$A$1:$A$3' }];
  const answers = table([
    [cell('Question', { fill: '1F4E78' }), cell('Answer')],
    ...ASKED.map((text) => [cell(text), cell('☐ Yes ☐ No')]),
  ]);
  const text = [
    paragraph('Security', { style: 'Heading1' }),
    ...ASKED.slice(0, 4).map((question) => paragraph(question, { list: 1 })),
    paragraph([run('Name: '), control('text', { id: 7, prompt: true, content: run('Click here') })]),
    paragraph([run('Certified? '), legacyCheckBox('c', true), run(' Yes'), textBox(paragraph('boxed'))]),
    answers,
  ];
  const csv = ['Number;Question;Answer', ...ASKED.map((question, i) => `${i + 1};"${question}";`)].join('\r\n');
  const lines = ASKED.map((question, i) => ({ text: `${i + 1}. ${question}`, x: 72, y: 100 + i * 30 }));
  const grid = {
    xs: [72, 380, 520],
    ys: Array.from({ length: 8 }, (_, i) => 500 + i * 30),
    texts: [['Question', 'Answer'], ...ASKED.slice(0, 6).map((question) => [question, ''])],
  };
  return [
    { name: 'a.xlsx', bytes: buildXlsx({ sheets, names }) },
    { name: 'b.xlsx', bytes: buildXlsx({ sheets, names, prefix: 'x', inlineStrings: true, strict: true }) },
    { name: 'boxes.xlsx', bytes: drawnBoxes() },
    { name: 'a.docx', bytes: buildDocx(text) },
    { name: 'a.csv', bytes: Buffer.from(csv) },
    { name: 'b.csv', bytes: Buffer.from(`\uFEFF${csv}`, 'utf16le') },
    {
      name: 'a.pdf',
      bytes: await buildPdf([
        { texts: lines, grid, fields: [{ name: 'f', type: 'text', x: 200, y: 480, value: 'x' }] },
      ]),
    },
    {
      name: 'a.xls',
      bytes: buildXls([
        { name: 'S', rows: [['No.', 'Question', 'Answer'], ...ASKED.map((question, i) => [i + 1, question, null])] },
      ]),
    },
    { name: 'a.ods', bytes: openDocument() },
    {
      name: 'a.md',
      bytes: Buffer.from(
        `# Security\n\n${ASKED.map((question, i) => `${i + 1}. ${question}`).join('\n')}\n\n| Q | A |\n|---|---|\n| Why? | x |\n`,
      ),
    },
    {
      name: 'a.html',
      bytes: Buffer.from(
        `<html><body><h1>Security</h1><ol>${ASKED.map((question) => `<li>${question}</li>`).join('')}</ol></body></html>`,
      ),
    },
  ];
}

/** Repeated rows and cells, merges, drop-downs, formulas, hidden sheets. */
function openDocument(): Uint8Array {
  const chosen = '<table:table-cell table:content-validation-name="v" table:number-columns-repeated="2"/>';
  const summed: OdsCellFixture = { text: '1', attributes: ' table:formula="of:=SUM([Lists.A1:.A3])"' };
  return buildOds({
    validations: [
      '<table:content-validation table:name="v" table:condition="of:cell-content-is-in-list([$Lists.$A$1:.$A$3])"/>',
    ],
    sheets: [
      {
        name: 'Questions',
        rows: [
          [{ text: 'No.', style: 'head' }, 'Question', 'Answer', 'Comment'],
          ...ASKED.map((text, i): OdsCellFixture[] => [i + 1, text, { xml: chosen }]),
          [{ text: 'end', attributes: ' table:number-columns-spanned="4"' }, summed],
          '<table:table-row table:number-rows-repeated="5000"><table:table-cell table:style-name="framed" table:number-columns-repeated="50"/></table:table-row>',
        ],
      },
      { name: 'Lists', hidden: true, rows: [['Yes'], ['No'], ['N/A']] },
    ],
  });
}

/** Layouts that write answers in other ways: shared, chosen, computed, hidden. */
function workbookOfPlaces(): Uint8Array {
  const [first, second, third, fourth, ...others] = ASKED;
  const asked = (text: string | undefined): string => text ?? '';
  return buildXlsx({
    sheets: [
      {
        name: 'Shared',
        rows: [
          ['No.', 'Question', 'Answer', 'Answer (second site)'],
          [1, asked(first), null, null],
          [2, asked(second), null, null],
          [3, { text: asked(third), isStruck: true }, null, null],
          [4, asked(fourth), { formula: 'IF(B5="","",D5)', text: '' }, null],
        ],
        merges: ['C2:C3', 'B4:B5'],
        validations: [{ range: 'D2:D9', list: '0', type: 'whole', operator: 'between', second: '5' }],
      },
      {
        name: 'Choices',
        rows: [
          ['No.', 'Question', 'Response', null, null],
          [null, null, 'Yes', 'No', 'N/A'],
          ...others.map((text, i): CellFixture[] => [i + 1, text, '☐', i % 3 === 0 ? '☒' : '☐', '☐']),
        ],
        merges: ['C1:E1'],
      },
      {
        name: 'Mirror',
        rows: [
          ['No.', 'Question', 'Score'],
          ...others.map((text, i): CellFixture[] => [
            i + 1,
            { formula: `Choices!B${i + 3}`, text },
            { formula: `IF(Choices!C${i + 3}="☒",1,0)`, number: 0 },
          ]),
        ],
      },
      { name: 'Away', hidden: true, rows: [['Question', 'Answer'], ...ASKED.map((text) => [text, null])] },
    ],
  });
}

function documentOfForms(): Uint8Array {
  const boxed = ASKED.slice(0, 3).map((text) => paragraph([run(text), textBox(paragraph('Response:'))]));
  return buildDocx([
    ...boxed,
    paragraph([textBox(paragraph(ASKED[3] ?? ''))]),
    paragraph([run('Name: '), legacyText('name', '', 20)]),
    paragraph([run('Region: '), legacyList('region', ['Choose', 'Europe', 'Asia'])]),
    table([
      [cell('Control', { merge: 'restart' }), cell('a. Is it written down? b. Who owns it?'), cell('')],
      [cell('', { merge: 'continue' }), cell(ASKED[4] ?? ''), cell('Yes / No')],
      [cell(ASKED[5] ?? '', { span: 2 }), cell('[insert response]')],
      [cell(ASKED[6] ?? '', { span: 2 }), cell([run('☐ Yes '), run('☒ No')].join(''), { isXml: true })],
    ]),
  ]);
}

async function turnedPages(): Promise<Uint8Array> {
  const texts = (from: number) =>
    ASKED.slice(from, from + 3).map((text, i) => ({ text: `${from + i + 1}. ${text}`, x: 72, y: 100 + i * 40 }));
  return buildPdf([
    { texts: texts(0), turned: 90, rotation: 90 },
    { texts: texts(3), turned: 180 },
    { texts: texts(6), turned: 270 },
    {
      texts: texts(9),
      rotation: 180,
      fields: [
        { name: 'yes', type: 'checkbox', x: 400, y: 100, checked: true },
        { name: 'region', type: 'dropdown', x: 400, y: 140, options: ['Europe', 'Asia'] },
        { name: 'short', type: 'text', x: 400, y: 180, maxLength: 5 },
      ],
    },
  ]);
}

function tablesByEncoding(): SeedFile[] {
  const rows = (head: string[], asked: string[], separator: string): string =>
    [head, ...asked.map((text, i) => [String(i + 1), text, ''])].map((row) => row.join(separator)).join('\r\n');
  const german = rows(
    ['Nr.', 'Frage', 'Antwort'],
    ['Prüfen Sie Schlüssel jährlich?', 'Wer genehmigt Änderungen für Büros?', 'Wie häufig üben Sie Notfälle?'],
    ';',
  );
  const japanese = rows(
    ['番号', '質問', '回答'],
    ['データを暗号化していますか。', '情報セキュリティ方針はありますか。', '監査は毎年実施していますか。'],
    ',',
  );
  const russian = rows(
    ['№', 'Вопрос', 'Ответ'],
    ['Шифруете ли вы данные клиентов?', 'Кто утверждает доступ к системам?', 'Как часто проверяются копии?'],
    '\t',
  );
  return [
    { name: 'german.csv', bytes: iconv.encode(german, 'windows-1252') },
    { name: 'japanese.csv', bytes: iconv.encode(japanese, 'shift_jis') },
    { name: 'russian.csv', bytes: iconv.encode(russian, 'windows-1251') },
    { name: 'big-end.csv', bytes: iconv.encode(german, 'utf-16be', { addBOM: true }) },
  ];
}

/** Files that are read in a fraction of a second. */
export async function seedFiles(): Promise<SeedFile[]> {
  return [
    ...(await usualFiles()),
    { name: 'places.xlsx', bytes: workbookOfPlaces() },
    { name: 'forms.docx', bytes: documentOfForms() },
    { name: 'turned.pdf', bytes: await turnedPages() },
    ...tablesByEncoding(),
  ];
}

/** Files that take OCR. */
export async function pictureFiles(): Promise<SeedFile[]> {
  const lines = ASKED.slice(0, 3).map((text, i) => `${i + 1}. ${text}`);
  return [
    { name: 'scan.pdf', bytes: await buildScan([{ lines, strips: 3 }]) },
    { name: 'scan.png', bytes: drawPicture(lines, 'png') },
    { name: 'scan.jpg', bytes: drawPicture(lines, 'jpeg') },
    {
      name: 'pictures.docx',
      bytes: withPicture(buildDocx(lines.map((line) => paragraph(line))), drawPicture(lines, 'png')),
    },
  ];
}
