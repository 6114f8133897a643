import type { TableBlock } from '../../documents/model.js';
import { isChoiceWord } from '../language/choices.js';
import { isFieldLabel } from '../language/field-words.js';
import { isOtherEntry } from '../language/other-words.js';
import { isScaleStep } from '../language/scale-words.js';
import { asksToChoose } from '../language/words.js';
import { boxIn, isBoxTable } from './places.js';
import { answerTypeOf } from '../question-form.js';
import type { ExtractedQuestion } from '../result.js';

/** An entry to choose from is no longer. */
const ENTRY_WORDS = 12;

interface OfferedCell {
  option: string;
  /** From 1. */
  row: number;
  column: number;
  ticked?: boolean;
}

/**
 * Gives an open question the options of the table below it, and tells whether there are any: the steps of a scale over one row of empty
 * cells, or entries beside empty cells when the question says to choose or "other" is among them. Labels to fill in are none.
 */
export function offerTable(question: ExtractedQuestion, table: TableBlock, number: number): boolean {
  if (question.answerLocation !== null || question.options.length > 0) return false;
  const offered = boxesOf(table) ?? stepsOf(table) ?? entriesOf(table, question.text);
  if (offered === undefined) return false;
  question.options = offered.map(({ option }) => option);
  question.optionLocations = offered.map(({ option, row, column }) => ({
    option,
    location: { table: number, row, column },
  }));
  question.answerLocation = question.optionLocations[0]!.location;
  const ticked = offered.filter((cell) => cell.ticked === true).map(({ option }) => option);
  if (ticked.length > 0) question.existingAnswer = ticked.join(', ');
  question.answerType = answerTypeOf(question.text, question.options);
  return true;
}

/** Boxes in cells of their own. */
function boxesOf(table: TableBlock): OfferedCell[] | undefined {
  if (!isBoxTable(table)) return undefined;
  return table.rows.flat().flatMap((cell) => {
    const box = boxIn(cell);
    return box === undefined
      ? []
      : [{ option: box.option, row: cell.row + 1, column: cell.column + 1, ticked: box.ticked }];
  });
}

function stepsOf({ rows }: TableBlock): OfferedCell[] | undefined {
  const [first = [], second = [], ...others] = rows;
  const steps = first.filter(({ text }) => text.trim() !== '');
  const empty = second.every(({ text }) => text.trim() === '');
  if (steps.length < 3 || steps.length < first.length || others.length > 0 || !empty) return undefined;
  const known = steps.filter(({ text }) => isScaleStep(text)).length;
  if (known < steps.length / 2 || new Set(steps.map(({ text }) => text.trim())).size < steps.length) return undefined;
  return steps.map(({ text, column }) => ({
    option: text.trim(),
    row: second.length > 0 ? 2 : 1,
    column: column + 1,
  }));
}

function entriesOf({ rows }: TableBlock, question: string): OfferedCell[] | undefined {
  if (rows.length < 2 || rows.some((row) => row.length !== 2)) return undefined;
  const entries = rows.flatMap(([label, place]) =>
    label !== undefined && place !== undefined && isEntry(label.text) && place.text.trim() === ''
      ? [{ option: label.text.trim(), row: label.row + 1, column: place.column + 1 }]
      : [],
  );
  if (entries.length < rows.length || entries.filter(({ option }) => isFieldLabel(option)).length > 1) return undefined;
  const closed = entries.some(({ option }) => isOtherEntry(option) || isChoiceWord(option));
  return closed || asksToChoose(question) ? entries : undefined;
}

function isEntry(text: string): boolean {
  return text.trim() !== '' && !/[?？:：]\s*$/u.test(text) && text.trim().split(/\s+/).length <= ENTRY_WORDS;
}
