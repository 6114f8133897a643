import { cellName, type BlockModel, type TextModel } from '../../documents/model.js';
import type { QuestionPlace } from '../../extraction/result.js';
import { normalText } from '../answer-text.js';
import { emptyReport, type ByteSink, type ExportedQuestion, type WriteReport } from '../model.js';
import { placeKey } from '../writes.js';
import { cellText, writeWorkbook } from './workbook-out.js';

const SHEET = 'Questionnaire';
/** Columns of the sheet: number, text, answer, comment; the cells of a table begin at the text. */
const [TEXT, ANSWER, COMMENT] = [1, 2, 3];

interface Row {
  cells: Map<number, string>;
  bold: boolean;
}

/** A workbook in the order of a text (flat PDF, pasted text): a row a paragraph, the rows of its tables, answers beside the questions. */
export async function mirrorText(
  model: TextModel,
  questions: readonly ExportedQuestion[],
  sink: ByteSink,
  createdAt: number,
): Promise<WriteReport> {
  const report = emptyReport();
  const byPlace = new Map<string, ExportedQuestion[]>();
  for (const question of questions) {
    const key = placeKey(question.location);
    const list = byPlace.get(key);
    if (list === undefined) byPlace.set(key, [question]);
    else list.push(question);
  }
  const rows: Row[] = [row({ 0: 'No.', [TEXT]: 'Question', [ANSWER]: 'Answer', [COMMENT]: 'Comment' }, true)];
  const layout = new Layout(rows, byPlace, report);
  for (const block of model.blocks) layout.add(block);
  // What was found at a place that the text no longer shows is still handed over.
  for (const rest of byPlace.values()) for (const question of rest) layout.addQuestion(question);
  await writeWorkbook(sink, createdAt, (workbook) => {
    const sheet = workbook.addWorksheet(SHEET, { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = [10, 60, 60, 40].map((width) => ({
      width,
      style: { alignment: { wrapText: true, vertical: 'top' } },
    }));
    for (const { cells, bold } of rows) {
      const out = sheet.addRow(
        Array.from({ length: Math.max(-1, ...cells.keys()) + 1 }, (_, i) => cellText(cells.get(i) ?? '') || null),
      );
      if (bold) out.font = { bold: true };
      out.commit();
    }
    sheet.commit();
  });
  return report;
}

function row(cells: Record<number, string>, bold = false): Row {
  return { cells: new Map(Object.entries(cells).map(([column, text]) => [Number(column), text])), bold };
}

class Layout {
  #tables = 0;

  constructor(
    private readonly rows: Row[],
    private readonly byPlace: Map<string, ExportedQuestion[]>,
    private readonly report: WriteReport,
  ) {}

  add(block: BlockModel): void {
    if (block.kind === 'table') this.#addTable(block);
    else if (block.kind === 'field') this.#addLine(block.number ?? '', block.label, false, { field: block.name });
    else {
      const place: QuestionPlace =
        block.page === undefined ? { paragraph: block.index + 1 } : { page: block.page, line: block.line ?? 1 };
      const text = [block.text, ...(block.options ?? []).map((option) => `☐ ${option}`)].join('\n').trim();
      this.#addLine(block.number ?? '', text, block.heading !== undefined || block.bold === true, place);
    }
  }

  /** A row of its own for a question whose line holds several. */
  addQuestion(question: ExportedQuestion): void {
    this.rows.push(row({ 0: question.number, [TEXT]: question.text }));
    this.#answer(question, ANSWER, COMMENT);
  }

  #addLine(number: string, text: string, bold: boolean, place: QuestionPlace): void {
    const own = this.#take(place);
    this.rows.push(row({ 0: number, [TEXT]: text }, bold));
    const [only] = own;
    if (only !== undefined && own.length === 1) this.#answer(only, ANSWER, COMMENT);
    else for (const question of own) this.addQuestion(question);
  }

  #addTable(table: Extract<BlockModel, { kind: 'table' }>): void {
    this.#tables++;
    const width = Math.max(0, ...table.rows.flat().map((cell) => cell.column + cell.columnSpan));
    for (const [i, cells] of table.rows.entries()) {
      this.rows.push(
        row(
          {},
          cells.every((cell) => cell.bold === true),
        ),
      );
      const present = this.rows.at(-1)!;
      for (const cell of cells)
        present.cells.set(
          TEXT + cell.column,
          [cell.number === cell.text ? '' : (cell.number ?? ''), cell.text].join(' ').trim(),
        );
      for (const { column } of cells) {
        for (const question of this.#take({ table: this.#tables, row: i + 1, column: column + 1 })) {
          const at = inTable(question.answerLocation, this.#tables, i) ?? TEXT + width;
          this.#answer(question, at, inTable(question.commentLocation, this.#tables, i) ?? TEXT + width + 1);
        }
      }
    }
  }

  #take(place: QuestionPlace): ExportedQuestion[] {
    const key = placeKey(place);
    const own = this.byPlace.get(key) ?? [];
    this.byPlace.delete(key);
    return own;
  }

  /** Writes into the last row. */
  #answer(question: ExportedQuestion, answerColumn: number, commentColumn: number): void {
    const texts = [
      { kind: 'answer' as const, column: answerColumn, text: normalText(question.answer) },
      { kind: 'comment' as const, column: commentColumn, text: normalText(question.comment) },
    ];
    for (const { kind, column, text } of texts) {
      if (text === '') continue;
      this.rows.at(-1)?.cells.set(column, text);
      const location = { sheet: SHEET, cell: cellName(this.rows.length - 1, column) };
      this.report.places.push({ questionId: question.questionId, kind, location, text });
    }
  }
}

/** Column of the sheet for a place in this row of the table. */
function inTable(place: QuestionPlace | null, table: number, rowIndex: number): number | undefined {
  if (place === null || !('table' in place) || place.table !== table || place.row !== rowIndex + 1) return undefined;
  return TEXT + place.column - 1;
}
