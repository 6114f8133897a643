import { hasBox, isBoxOrTick, isChoiceWord } from '../language/choices.js';
import type { AnswerScope } from './answer-columns.js';
import { isScale } from './blank-heads.js';
import type { ColumnLabel } from './headers.js';

/** A column to tick for one option. */
export interface ChoiceColumn {
  column: number;
  option: string;
}

/** Rows looked at for boxes and marks. */
const SAMPLED_ROWS = 200;

/**
 * Neighbouring columns to tick: their headings are choices ("Yes", "No", "N/A"; or 1 to 5), or, in whatever language, their
 * cells are boxes or marks.
 */
export function choiceColumns(scope: AnswerScope): ChoiceColumn[] {
  const named = namedColumns(scope);
  return named.length > 0 ? named : markedColumns(scope);
}

/**
 * Columns that hold boxes to tick, or marks of which no row has two. Marks may also be the customer's own ("must | should"),
 * so that they only count where no other column waits for answers.
 */
function markedColumns(scope: AnswerScope): ChoiceColumn[] {
  const { grid, labels } = scope;
  const rows = scope.rows.slice(0, SAMPLED_ROWS);
  const runs: { columns: ChoiceColumn[]; last: number }[] = [];
  for (const label of [...labels.values()].sort((a, b) => a.column - b.column)) {
    const { column, right, text, role } = label;
    const other = column === scope.question || scope.taken.has(column) || column < scope.left || column > scope.right;
    if (other || text === '' || role === 'id' || role === 'score' || role === 'required') continue;
    const texts = rows.flatMap((row) => grid.cellAt(row, column)?.text ?? []);
    if (texts.length === 0 || !texts.every(isBoxOrTick)) continue;
    const run = runs.at(-1);
    if (run !== undefined && column - run.last <= 1) {
      run.columns.push({ column, option: text });
      run.last = right;
    } else runs.push({ columns: [{ column, option: text }], last: right });
  }
  const waits = (run: readonly ChoiceColumn[]): boolean =>
    [...labels.values()].some(
      ({ role, column }) => (role === 'answer' || role === 'status') && !run.some((choice) => choice.column === column),
    );
  const found = runs.find(({ columns }) => {
    const inRow = rows.map((row) => columns.flatMap(({ column }) => grid.cellAt(row, column)?.text ?? []));
    const marked = inRow.filter((texts) => texts.length > 0);
    const boxed = marked.every((texts) => texts.length === columns.length && texts.every(hasBox));
    return columns.length >= 2 && (boxed || (marked.every((texts) => texts.length === 1) && !waits(columns)));
  });
  return found?.columns ?? [];
}

/** Neighbouring columns whose headings are choices. */
function namedColumns(scope: AnswerScope): ChoiceColumn[] {
  const runs: ChoiceColumn[][] = [];
  let last = -2;
  for (const label of [...scope.labels.values()].sort((a, b) => a.column - b.column)) {
    if (label.column < scope.left || label.column > scope.right || scope.taken.has(label.column)) continue;
    const words = label.text.split(/\s+/);
    const tail = words.at(-1) ?? '';
    const option = isChoiceWord(label.text)
      ? label.text
      : label.role === 'choice'
        ? optionOf(label.text)
        : /^\d$/.test(label.text)
          ? label.text
          : '';
    if (option === '' || (label.text.length > 40 && !isChoiceWord(tail))) continue;
    const profile = scope.profiles.get(label.column);
    // A column of texts under "Other" is no box to tick.
    if (profile !== undefined && profile.words > profile.sampled * 3) continue;
    if (label.column - last <= 1) runs.at(-1)!.push({ column: label.column, option });
    else runs.push([{ column: label.column, option }]);
    last = label.right;
  }
  const run = runs.find(
    (candidates) =>
      candidates.length >= 2 &&
      (candidates.length >= 3 || !candidates.every((candidate) => /^\d$/.test(candidate.option))),
  );
  return run ?? steps(scope) ?? beside(scope, runs);
}

/** "Scale 1 | Scale 2 | Scale 3" over empty columns behind the questions, to the end of the heading: one of them is ticked. */
function steps({ labels, question, profiles }: AnswerScope): ChoiceColumn[] | undefined {
  const behind = [...labels.values()].filter(({ column }) => column > question).sort((a, b) => a.column - b.column);
  const from = behind.findIndex((_, i) => isScale(behind.slice(i)));
  const found = from < 0 ? [] : behind.slice(from);
  if (found.length === 0 || found.some(({ column, right }) => profiles.has(column) || right > column)) return undefined;
  return found.map(({ column, text }) => ({ column, option: text }));
}

/** Empty columns right beside the one that is a choice ("Standard | Configured | Not available") are choices too. */
function beside(scope: AnswerScope, runs: readonly ChoiceColumn[][]): ChoiceColumn[] {
  const labels = [...scope.labels.values()].sort((a, b) => a.column - b.column);
  const [choice, ...others] = runs.flat();
  if (choice === undefined || others.length > 0) return [];
  const at = labels.findIndex(({ column }) => column === choice.column);
  const over = headingOver(labels[at]!);
  // Below one heading with the choice, whatever their own words would be elsewhere.
  const open = (label: ColumnLabel): boolean =>
    label.column === choice.column ||
    ((label.role === undefined || (over !== '' && headingOver(label) === over)) &&
      !scope.profiles.has(label.column) &&
      !scope.grid.isHiddenColumn(label.column) &&
      (label.own ?? label.text).split(/\s+/).length <= 4);
  let [from, to] = [at, at];
  while (from > 0 && open(labels[from - 1]!) && labels[from - 1]!.right === labels[from]!.column - 1) from--;
  while (to + 1 < labels.length && open(labels[to + 1]!) && labels[to + 1]!.column === labels[to]!.right + 1) to++;
  const found = labels.slice(from, to + 1);
  const free =
    found.length >= 3 && found.every(({ column }) => column > scope.questionRight && !scope.profiles.has(column));
  return free ? found.map(({ column, text, own }) => ({ column, option: own ?? text })) : [];
}

/** The words of the heading that spans a column and others; '' without one. */
function headingOver({ text, own }: ColumnLabel): string {
  return own === undefined ? '' : text.slice(0, text.length - own.length).trim();
}

function optionOf(text: string): string {
  const words = text.trim().split(/\s+/);
  for (let take = 1; take <= Math.min(3, words.length); take++) {
    const tail = words.slice(-take).join(' ');
    if (isChoiceWord(tail) && (take === words.length || !isChoiceWord(words.slice(-take - 1).join(' ')))) return tail;
  }
  return text.trim();
}
