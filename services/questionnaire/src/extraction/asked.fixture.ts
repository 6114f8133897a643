import type { DocumentModel, SheetModel } from '../documents/model.js';
import { accountGaps } from './account-gaps.js';
import { extractQuestions } from './extract.js';
import type { ExtractedQuestion, QuestionPlace } from './result.js';
import { workbookOf } from './sheet.fixture.js';

/** "B2" of a workbook; "t1r2c3", "p5", "g1l4" or "f:name" of a text document. */
export function placeName(place: QuestionPlace | null): string {
  if (place === null) return '-';
  if ('cell' in place) return place.cell;
  if ('table' in place) return `t${place.table}r${place.row}c${place.column}`;
  if ('page' in place) return `g${place.page}l${place.line}`;
  if ('field' in place) return `f:${place.field}`;
  return `p${place.paragraph}`;
}

/** The questions of a document; throws when its account does not have each of them, or has more. */
export function questionsOf(model: DocumentModel): ExtractedQuestion[] {
  const { sheets } = extractQuestions(model);
  const gaps = accountGaps(
    sheets.flatMap(({ index, questions }) => questions.map(({ location }) => ({ sheet: String(index), location }))),
    sheets.flatMap(({ index, account }) => account.map((entry) => ({ ...entry, sheet: String(index) }))),
  );
  if (gaps.lost.length + gaps.idle.length > 0) throw new Error(`account and questions differ: ${JSON.stringify(gaps)}`);
  return sheets.flatMap((sheet) => sheet.questions);
}

/** Questions of one sheet as "question place>answer place" ("B2>C2"). */
export function askedIn(...sheets: SheetModel[]): string[] {
  return questionsOf(workbookOf(...sheets)).map(
    (question) => `${placeName(question.location)}>${placeName(question.answerLocation)}`,
  );
}

/** "B2>C2 B3>C3 …" for the rows of one table. */
export function rowsOf(question: string, answer: string, ...rows: (number | [number, number])[]): string[] {
  return rows.flatMap((row) => {
    const [from, to] = typeof row === 'number' ? [row, row] : row;
    return Array.from(
      { length: to - from + 1 },
      (_, i) => `${question}${from + i}>${answer === '-' ? '-' : `${answer}${from + i}`}`,
    );
  });
}
