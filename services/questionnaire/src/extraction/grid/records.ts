import type { CellModel } from '../../documents/model.js';
import { parseOptions } from '../language/choices.js';
import { withoutItemNumber } from '../language/item-number.js';
import { isPlaceholder } from '../language/placeholders.js';
import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf, boundsOf, isRequiredText } from '../question-form.js';
import type { Grid } from './grid.js';
import type { HeaderFinder } from './headers.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

/** A row of a record: its label and what stands beside it. */
export interface RecordPart {
  row: number;
  label: CellModel;
  role: string;
  value: CellModel | undefined;
  column: number;
}

/**
 * Questions laid out as records: the headings stand on the left and repeat for each question
 * ("Question | Do you …?", "Answer | ", "Comment | ").
 */
export function findRecords(grid: Grid, shapes: ShapeCache, ledger: Ledger, headers: HeaderFinder): GridQuestion[] {
  const parts = partsOf(grid, headers);
  const questions = parts.filter((part) => part.role === 'question' || part.role === 'requirement');
  const answers = parts.filter((part) => part.role === 'answer' || part.role === 'status');
  if (questions.length === 0 || answers.length < questions.length * 0.8) return [];
  // Every question has its answer below it, before the next question.
  const found: GridQuestion[] = [];
  const booked: (() => void)[] = [];
  let identifier = '';
  parts.forEach((part, i) => {
    if (part.role === 'id') identifier = part.value?.text.trim() ?? '';
    if (!questions.includes(part) || part.value === undefined) return;
    const next = parts.slice(i + 1);
    const end = next.findIndex((other) => questions.includes(other));
    const own = end < 0 ? next : next.slice(0, end);
    const answer = own.find((other) => answers.includes(other));
    if (answer === undefined || shapes.of(part.value.text).words < 2) return;
    const comment = own.find((other) => other.role === 'comment' || other.role === 'evidence');
    booked.push(() => book(grid, ledger, part, answer, comment));
    found.push(recordQuestion(grid, part.value, identifier, answer, comment));
    identifier = '';
  });
  if (found.length < questions.length) return [];
  for (const take of booked) take();
  return found;
}

function partsOf(grid: Grid, headers: HeaderFinder): RecordPart[] {
  const parts: RecordPart[] = [];
  for (let row = 0; row < grid.rowCount; row++) {
    const cells = grid.rowCells(row);
    const label = cells[0];
    if (label?.type !== 'text' || cells.length > 2 || label.text.length > 40) continue;
    const role = headers.roleOf(label.text);
    if (role === undefined) continue;
    parts.push({ row, label, role: role.role, value: cells[1], column: valueColumn(grid, label, cells[1]) });
  }
  return parts;
}

/** Column beside a label in which its value stands or goes. */
export function valueColumn(grid: Grid, label: CellModel, value: CellModel | undefined): number {
  return value?.column ?? (grid.mergeOf(label.row, label.column)?.right ?? label.column) + 1;
}

function book(
  grid: Grid,
  ledger: Ledger,
  question: RecordPart,
  answer: RecordPart,
  comment: RecordPart | undefined,
): void {
  for (const part of [question, answer, ...(comment === undefined ? [] : [comment])]) {
    ledger.book(grid.indexAt(part.row, part.label.column), 'header', 'heading_of_record');
    if (part.value !== undefined) ledger.book(grid.indexAt(part.row, part.value.column), 'answer', 'answer_of_record');
  }
  if (question.value !== undefined)
    ledger.book(grid.indexAt(question.row, question.value.column), 'question', 'question_of_record');
}

export function recordQuestion(
  grid: Grid,
  cell: CellModel,
  known: string,
  answer: RecordPart,
  comment: RecordPart | undefined,
): GridQuestion {
  const { number, text } = withoutItemNumber(cell.text, known);
  const validation = grid.validationAt(answer.label.row, answer.column);
  const listed = answer.value === undefined ? [] : (grid.optionsIn(answer.value)?.options ?? []);
  const options =
    validation?.type === 'list' ? validation.options : listed.length > 0 ? listed : parseOptions(answer.label.text);
  const given =
    answer.value === undefined ||
    answer.value.formula !== undefined ||
    listed.length > 0 ||
    isPlaceholder(answer.value.text)
      ? ''
      : answer.value.text.trim();
  const place = (part: RecordPart): GridQuestion['question']['answerLocation'] =>
    grid.isWritable(part.label.row, part.column) ? grid.place(part.label.row, part.column) : null;
  return {
    cell,
    answerable: true,
    question: {
      key: grid.key(cell.row, cell.column),
      ordinal: 0,
      section: '',
      number,
      text,
      stem: '',
      location: grid.place(cell.row, cell.column),
      answerLocation: place(answer),
      commentLocation: comment === undefined ? null : place(comment),
      answerType: answerTypeOf(text, options, validation?.type),
      options,
      optionLocations: [],
      isRequired: isRequiredText(text),
      existingAnswer: given,
      hidden: grid.isHiddenRow(cell.row) || grid.isHiddenColumn(cell.column),
      ...boundsOf(validation),
    },
  };
}
