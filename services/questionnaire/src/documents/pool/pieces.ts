import { splitPassages } from '../../answering/finding/passages.js';
import type { ExtractionResult } from '../../extraction/result.js';
import type { DocumentModel, DocumentWarning, WorkbookModel } from '../model.js';
import type { ExtractionPiece, KnowledgePiece } from './messages.js';

const MOST_QUESTIONS = 250;
const MOST_ENTRIES = 500;
const MOST_PASSAGES = 200;
/** Sheets and tables of which the layout is told. */
const MOST_AREAS = 500;
const MOST_ROWS = 1_000;
/** Characters in one piece: the receiving thread copies a piece at once. */
const MOST_CHARACTERS = 250_000;

/** Cuts a list into pieces of bounded length and weight. */
export function* inPieces<T>(items: readonly T[], most: number, weight: (item: T) => number): Generator<T[]> {
  let piece: T[] = [];
  let characters = 0;
  for (const item of items) {
    piece.push(item);
    characters += weight(item);
    if (piece.length < most && characters < MOST_CHARACTERS) continue;
    yield piece;
    piece = [];
    characters = 0;
  }
  if (piece.length > 0) yield piece;
}

export function* extractionPieces(
  result: ExtractionResult,
  modelWarnings: readonly DocumentWarning[],
): Generator<ExtractionPiece> {
  for (const [sheetIndex, sheet] of result.sheets.entries()) {
    yield { kind: 'sheet', index: sheet.index, name: sheet.name, hidden: sheet.hidden };
    const questionWeight = (question: (typeof sheet.questions)[number]): number =>
      question.text.length +
      question.existingAnswer.length +
      question.options.reduce((sum, option) => sum + option.length + 10, 200);
    for (const questions of inPieces(sheet.questions, MOST_QUESTIONS, questionWeight))
      yield { kind: 'questions', sheetIndex, questions };
    for (const entries of inPieces(sheet.account, MOST_ENTRIES, (entry) => entry.text.length))
      yield { kind: 'account', sheetIndex, entries };
  }
  const { areas, shape, refused } = result;
  yield { kind: 'outline', areas: areas.slice(0, MOST_AREAS), shape, refused };
  const warnings = [...modelWarnings, ...result.warnings];
  if (warnings.length > 0) yield { kind: 'warnings', warnings };
}

export function* knowledgePieces(model: DocumentModel, name: string): Generator<KnowledgePiece> {
  for (const passages of inPieces(splitPassages(model, name), MOST_PASSAGES, (passage) => passage.text.length))
    yield { kind: 'passages', passages };
  if (model.warnings.length > 0) yield { kind: 'warnings', warnings: model.warnings };
}

/** Rows of all sheets in order, as shown; an empty row is an empty list, so that a row's position is its number. */
export function* rowPieces(model: DocumentModel): Generator<string[][]> {
  if (model.kind !== 'workbook') return;
  yield* inPieces(denseRows(model), MOST_ROWS, (row) => row.reduce((sum, text) => sum + text.length, 0));
}

function denseRows(model: WorkbookModel): string[][] {
  return model.sheets.flatMap((sheet) => {
    const rows: string[][] = [];
    for (const cell of sheet.cells) {
      while (rows.length <= cell.row) rows.push([]);
      const row = rows[cell.row]!;
      while (row.length < cell.column) row.push('');
      row.push(cell.text);
    }
    return rows;
  });
}
