import { describe, expect, it } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { buildPdf } from '../../services/questionnaire/src/documents/fixtures/pdf.fixture.js';
import { buildXls } from '../../services/questionnaire/src/documents/fixtures/xls.fixture.js';
import { buildXlsx } from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';
import { readWorkbookFixture, textsOf } from '../../services/questionnaire/src/documents/fixtures/read.fixture.js';
import { readPastedText } from '../../services/questionnaire/src/documents/text/read-plain.js';
import { extractQuestions } from '../../services/questionnaire/src/extraction/extract.js';
import { BytesSource, DEFAULT_READ_LIMITS } from '../../services/questionnaire/src/documents/source.js';
import { MemorySink } from '../../services/questionnaire/src/export/sinks.js';
import { writeReceipt } from '../../services/questionnaire/src/export/receipt/write-receipt.js';
import { answerAll, exportTo, extract, partText, questionsOf, toExport } from './round-trip.js';

const asked = (n: number): string => `Do you review security control ${n} every year?`;

describe('files that are made anew', () => {
  it('mirror an old workbook: sheets, cells and merges, with the answers in place', async () => {
    const rows = [
      ['Security', null, null],
      ['No.', 'Question', 'Answer'],
      ...[1, 2, 3].map((n) => [n, asked(n), null]),
    ];
    const original = buildXls([
      { name: 'Security', rows, merges: ['A1:C1'] },
      { name: 'Lists', rows: [['Yes']], hidden: true },
    ]);
    const { bytes, outcome, questions } = await answerAll(original, 'a.xls', (_, i) => `=Answer ${i}`);
    expect(outcome).toMatchObject({ extension: '.xlsx', generated: true });
    const after = questionsOf(await extract(bytes, 'a.xlsx'));
    expect(after.map(({ location, existingAnswer }) => [location, existingAnswer])).toEqual(
      questions.map(({ location, answer }) => [location, answer]),
    );
    const model = await readWorkbookFixture(bytes, 'a.xlsx');
    expect(model.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Security', false],
      ['Lists', true],
    ]);
    expect(model.sheets[0]).toMatchObject({ merges: [{ top: 0, left: 0, bottom: 0, right: 2 }] });
    expect(model.sheets[0]?.cells.some((cell) => cell.formula !== undefined)).toBe(false);
  });

  it('mirror pasted text line by line, with several questions of one line below it', async () => {
    const text = `Vendor questions\n1. ${asked(1)}\n2. ${asked(2)} Do you keep records of it?\n`;
    const found = questionsOf(extractQuestions(readPastedText(text)));
    const questions = found.map((question, i) => toExport(question, { answer: `Answer ${i + 1}.` }));
    const { bytes, outcome } = await exportTo(Buffer.from(text), null, questions);
    expect(outcome.generatedBecause).toContain('pasted');
    const model = await readWorkbookFixture(bytes, 'a.xlsx');
    const shown = Object.values(textsOf(model.sheets[0]));
    expect(shown.filter((cell) => cell.startsWith('Answer '))).toEqual(questions.map((question) => question.answer));
    expect(shown).toEqual(expect.arrayContaining(['Vendor questions', 'Do you keep records of it?']));
  });

  it('mirror a PDF that has no form fields', async () => {
    const texts = [1, 2, 3].map((n) => ({ text: `${n}. ${asked(n)}`, x: 72, y: 80 + n * 40 }));
    const { bytes, outcome, questions } = await answerAll(
      await buildPdf([{ texts }]),
      'a.pdf',
      (_, i) => `Answer ${i}.`,
    );
    expect(questions).toHaveLength(3);
    expect(outcome).toMatchObject({ extension: '.xlsx', generated: true });
    const model = await readWorkbookFixture(bytes, 'a.xlsx');
    expect(Object.values(textsOf(model.sheets[0])).filter((cell) => /^Answer \d/.test(cell))).toEqual([
      'Answer 0.',
      'Answer 1.',
      'Answer 2.',
    ]);
  });

  it('list questions and answers as xlsx, csv and json, with formulas defused', async () => {
    const original = buildXlsx({
      sheets: [{ name: 'S', rows: [['Question', 'Answer'], ...[1, 2, 3].map((n) => [asked(n), null])] }],
    });
    const answers = ['=1+1', '-5', '+1 555 010-0199'];
    const questions = questionsOf(await extract(original, 'a.xlsx')).map((question, i) =>
      toExport(question, { answer: answers[i] ?? '' }),
    );
    const csv = Buffer.from((await exportTo(original, 'a.xlsx', questions, 'csv')).bytes).toString();
    expect(csv.startsWith('\u{feff}')).toBe(true);
    expect(
      csv
        .split('\r\n')
        .slice(1, 4)
        .map((line) => line.split(',')[5]),
    ).toEqual(["'=1+1", '-5', '+1 555 010-0199']);
    const xlsx = await readWorkbookFixture((await exportTo(original, 'a.xlsx', questions, 'xlsx')).bytes, 'a.xlsx');
    expect(xlsx.sheets[0]?.cells.filter((cell) => cell.column === 5 && cell.row > 0)).toMatchObject(
      answers.map((text) => ({ text, type: 'text' })),
    );
    const json = JSON.parse(Buffer.from((await exportTo(original, 'a.xlsx', questions, 'json')).bytes).toString()) as {
      questions: { answer: string }[];
    };
    expect(json.questions.map((question) => question.answer)).toEqual(answers);
  });
});

describe('a PDF form', () => {
  it('is filled in its fields, in any script', async () => {
    const original = await buildPdf([
      {
        texts: [
          { text: 'Company name:', x: 72, y: 110 },
          { text: asked(1), x: 72, y: 150 },
        ],
        fields: [
          { name: 'company', type: 'text', x: 300, y: 100, width: 200 },
          { name: 'review', type: 'dropdown', x: 400, y: 140, width: 100, options: ['Yes', 'No'] },
        ],
      },
    ]);
    const question = questionsOf(await extract(original, 'a.pdf'))[0]!;
    const place = (field: string) => ({ location: { field }, answerLocation: { field } });
    const { bytes, outcome } = await exportTo(original, 'a.pdf', [
      toExport(question, { ...place('company'), options: [], answerType: 'text', answer: 'Akme 株式会社' }),
      toExport(question, { ...place('review'), options: ['Yes', 'No'], answerType: 'boolean', answer: 'yes' }),
    ]);
    expect(outcome).toMatchObject({ extension: '.pdf', generated: false, report: { skipped: [] } });
    const form = (await PDFDocument.load(bytes)).getForm();
    expect(form.getTextField('company').getText()).toBe('Akme 株式会社');
    expect(form.getDropdown('review').getSelected()).toEqual(['Yes']);
  });

  it('has a text cut at the most characters of its field, which the receipt says', async () => {
    const original = await buildPdf([
      {
        texts: [
          { text: 'Company name:', x: 72, y: 110 },
          { text: 'Seat of the company:', x: 72, y: 150 },
        ],
        fields: [
          { name: 'company', type: 'text', x: 300, y: 100, maxLength: 6 },
          { name: 'seat', type: 'text', x: 300, y: 140, maxLength: 60 },
        ],
      },
    ]);
    const { bytes, outcome } = await answerAll(original, 'a.pdf', () => 'Northgate');
    expect(outcome.report.places.map(({ text, note }) => [text, note])).toEqual([
      ['Northg', 'cut_to_field_limit'],
      ['Northgate', undefined],
    ]);
    const form = (await PDFDocument.load(bytes)).getForm();
    expect(['company', 'seat'].map((name) => form.getTextField(name).getText())).toEqual(['Northg', 'Northgate']);
  });
});

interface Receipt {
  written: {
    question_id: string | null;
    kind: string;
    location: object;
    before: string;
    after: string;
    matches: boolean;
  }[];
  parts: { name: string; identical: boolean; sha256_before: string; sha256_after: string }[];
  summary: { written: number; matching: number; changed_parts: string[] };
}

describe('the receipt of an export', () => {
  const rows = [['No.', 'Question', 'Answer'], ...[1, 2, 3].map((n) => [String(n), asked(n), n === 2 ? 'old' : null])];
  const original = buildXlsx({ sheets: [{ name: 'S', rows }] });

  async function receiptOf(
    exported: Uint8Array,
    outcome: Parameters<typeof writeReceipt>[0]['outcome'],
  ): Promise<Receipt> {
    const sink = new MemorySink();
    const request = {
      questionnaireId: 'q',
      format: 'original',
      fileName: 'a.xlsx',
      declared: { fileName: 'a.xlsx', mimeType: '' },
      outcome,
    };
    await writeReceipt(request, new BytesSource(original), new BytesSource(exported), sink, DEFAULT_READ_LIMITS);
    return JSON.parse(Buffer.from(sink.bytes()).toString()) as Receipt;
  }

  it('shows each written place before and after, and which parts are identical', async () => {
    const { bytes, outcome } = await answerAll(original, 'a.xlsx', (_, i) => ['', 'new', 'Yes.'][i] ?? '');
    const receipt = await receiptOf(bytes, outcome);
    expect(receipt.written.map(({ location, before, after, matches }) => [location, before, after, matches])).toEqual([
      [{ sheet: 'S', cell: 'C3' }, 'old', 'new', true],
      [{ sheet: 'S', cell: 'C4' }, '', 'Yes.', true],
    ]);
    expect(receipt.parts.filter((part) => !part.identical).map((part) => part.name)).toEqual([
      'xl/worksheets/sheet1.xml',
    ]);
    expect(receipt.parts.every((part) => part.identical === (part.sha256_before === part.sha256_after))).toBe(true);
    expect(receipt.summary).toMatchObject({ written: 2, matching: 2, changed_parts: ['xl/worksheets/sheet1.xml'] });
  });

  it('does not believe the writer: what the file does not show does not match', async () => {
    const { outcome } = await answerAll(original, 'a.xlsx', () => 'Yes.');
    const receipt = await receiptOf(original, outcome);
    expect(receipt.summary).toMatchObject({ written: 3, matching: 0, changed_parts: [] });
    expect(receipt.written.map((place) => place.after)).toEqual(['', 'old', '']);
    expect(partText(original, 'xl/worksheets/sheet1.xml')).not.toContain('Yes.');
  });
});
