import { findAnswerColumns } from './answer-columns.js';
import type { AnswerColumns } from './answer-columns.js';
import { hasRoomBeneath, rightOfQuestions } from './answer-places.js';
import { askingShare, share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import { asksForDescriptions, statesChoices, takesPoints } from './answer-signs.js';
import type { Grid } from './grid.js';
import { withAskedGuidance } from './guidance-column.js';
import { FILLED_BY } from '../language/heading-phrases.js';
import { fold } from '../language/words.js';
import { leftOfLevels, levelColumns, statedLevels } from './level-columns.js';
import { optionBoxColumn } from './option-rows.js';
import { asksByContent, rankQuestionColumns } from './question-column.js';
import type { QuestionColumn } from './question-column.js';
import { identifierColumn, labelAbove, profileScope } from './table-scope.js';
import { isReference } from './reference-tables.js';
import { isSaid, saidAnswers, saidLicense, saidOr, saidQuestionColumns } from '../said/said-columns.js';
import type { SaidGridColumns } from '../said/said-grid.js';
import type { TableScope } from './table-scope.js';
import type { ShapeCache } from '../language/text-shape.js';

/** Why a table is taken for questions: its heading says so, its cells ask, or answers are expected beside statements. */
export type License = 'header' | 'content' | 'answers';

/** A table of questions: which column holds what. */
export interface QuestionTable {
  scope: TableScope;
  profiles: ReadonlyMap<number, ColumnProfile>;
  question: QuestionColumn;
  identifier: number | undefined;
  sections: number[];
  answers: AnswerColumns;
  /** Column of the boxes of options that have rows of their own below the questions. */
  optionBoxes: number | undefined;
  license: License;
}

/** Finds the table of questions in a scope, or undefined when it asks nothing. */
export function findTable(
  grid: Grid,
  shapes: ShapeCache,
  scope: TableScope,
  said?: SaidGridColumns,
): QuestionTable | undefined {
  const profiles = profileScope(grid, shapes, scope);
  const headed = withAskedGuidance(labelsByColumn(scope, profiles), profiles);
  const levels = levelColumns(profiles, headed);
  const labels = statedLevels(headed, levels);
  const asking = leftOfLevels(rankQuestionColumns(profiles, labels, scope.rows.length), levels);
  const ranked = saidQuestionColumns(said, profiles, labels, asking);
  for (const question of ranked.slice(0, 4)) {
    if (said === undefined && isReference(grid, scope, question, profiles)) continue;
    const identifier = saidOr(said, said?.number, identifierColumn(scope, profiles, question.column));
    const sections =
      said?.section === undefined
        ? sectionColumns(scope, profiles, question.column, identifier).filter((column) => !isSaid(said, column))
        : [said.section];
    const rows = scope.rows.filter(
      (row) => grid.indexAt(row, question.column) >= 0 && isAsked(grid, shapes, row, question),
    );
    const taken = new Set([...sections, ...(identifier === undefined ? [] : [identifier])]);
    const found = findAnswerColumns({
      grid,
      rows,
      question: question.column,
      questionRight: rightOfQuestions(grid, { scope, question }),
      left: scope.left,
      right: scope.right,
      labels,
      profiles,
      taken,
    });
    const answers = saidAnswers(said, found, labels);
    const optionBoxes = optionBoxColumn(grid, shapes, scope.rows, profiles, question.column);
    const license =
      saidLicense(said, question, ranked) ??
      licenseOf(grid, question, answers, identifier !== undefined, scope, profiles) ??
      (question.column < (levels[0] ?? -1) && answers.strength > 0 ? 'answers' : undefined) ??
      (optionBoxes === undefined ? undefined : 'content');
    if (license === undefined) continue;
    return { scope, profiles, question, identifier, sections, answers, optionBoxes, license };
  }
  return undefined;
}

/** Rows that show where answers go; when the column has real questions, labels among them do not count. */
function isAsked(grid: Grid, shapes: ShapeCache, row: number, question: QuestionColumn): boolean {
  if (askingShare(question.profile) < 0.3) return true;
  const cell = grid.cellAt(row, question.column);
  if (cell === undefined) return false;
  const { manner } = shapes.once(cell.text);
  return manner === 'question' || manner === 'request' || manner === 'statement';
}

function labelsByColumn(
  scope: TableScope,
  profiles: ReadonlyMap<number, ColumnProfile>,
): Map<number, NonNullable<ReturnType<typeof labelAbove>>> {
  const labels = new Map(scope.labels);
  for (const column of profiles.keys()) {
    const label = labelAbove(scope.labels, column);
    if (label !== undefined && !labels.has(column)) labels.set(column, label);
  }
  // "Ref. | Clause": behind the numbers, the second heads the texts themselves.
  const [numbers = 0, ...others] = [...labels.values()].flatMap(({ role, column }) => (role === 'id' ? [column] : []));
  for (const [column, label] of labels) {
    const profile = profiles.get(column);
    if (column > numbers && others.includes(column) && profile !== undefined && holdsTexts(profile))
      labels.set(column, { ...label, role: 'requirement', strength: 1 });
  }
  return labels;
}

/** Whether full texts stand in a column, and no numbers or codes. */
function holdsTexts(profile: ColumnProfile): boolean {
  return profile.identifiers + profile.numbers < 0.2 * profile.sampled && profile.words >= 4 * profile.sampled;
}

/** Columns that name the section of each row: by heading, or few short texts that repeat, left of the questions. */
function sectionColumns(
  scope: TableScope,
  profiles: ReadonlyMap<number, ColumnProfile>,
  question: number,
  identifier: number | undefined,
): number[] {
  const columns: number[] = [];
  for (const profile of [...profiles.values()].sort((a, b) => a.column - b.column)) {
    if (profile.column === question || profile.column === identifier) continue;
    // Boxes to tick on the left of each question are where it is answered.
    if (share(profile.boxes, profile) >= 0.5) continue;
    const label = scope.labels.get(profile.column);
    const named = label?.role === 'section';
    const repeats =
      profile.column < question &&
      (label === undefined ||
        label.role === undefined ||
        label.role === 'description' ||
        label.role === 'requirement') &&
      profile.sampled >= 4 &&
      profile.distinct <= 0.5 * profile.sampled &&
      share(profile.phrases, profile) >= 0.7;
    if (named || repeats) columns.push(profile.column);
  }
  return columns;
}

function licenseOf(
  grid: Grid,
  question: QuestionColumn,
  answers: AnswerColumns,
  numbered: boolean,
  scope: TableScope,
  profiles: ReadonlyMap<number, ColumnProfile>,
): License | undefined {
  const { profile, label } = question;
  const averageWords = profile.sampled === 0 ? 0 : profile.words / profile.sampled;
  const role = label?.role;
  if (profile.sampled <= 0 || share(profile.formulas, profile) > 0.9 ? share(profile.numbers, profile) > 0.5 : false)
    return undefined;
  if (role === 'question' && label!.strength >= 2 && (averageWords >= 1.5 || asksByContent(profile))) return 'header';
  if (role === 'answer' || role === 'comment') return undefined;
  if (asksByContent(profile) && !isGuide(grid, scope, answers, question, profiles.size, numbered)) return 'content';
  const instructions = share(profile.instructions, profile);
  const registers = [...scope.labels.values()].filter((other) => other.role === 'register').length;
  const owned = registers >= 2 && askingShare(profile) < 0.3;
  const asked = asksBeside(scope, answers, profiles) || isGivenBySelf(scope, answers);
  if (owned && !asked && !statesFulfilment(question, answers, scope, profiles)) return undefined;
  if (share(profile.requests, profile) >= 0.5 && instructions <= 0.3) {
    if (role === 'requirement' || role === 'description' || answers.strength >= 1 || (numbered && profile.sampled >= 3))
      return 'content';
  }
  if (role === undefined && instructions < 0.2 && asksForDescriptions(grid, scope.rows, question.column))
    return 'content';
  // Below no heading, a line in five that tells how to fill the file in makes the others an introduction too.
  if (instructions > 0.4 || (instructions >= 0.2 && role === undefined)) return undefined;
  const distinct = profile.distinct / Math.max(1, profile.sampled);
  if (distinct < 0.6 && profile.sampled >= 4) return undefined;
  const explicit = answers.strength >= 1.5;
  if (role === 'requirement' && answers.strength >= 1 && averageWords >= 2) return 'answers';
  const named = role === undefined && (label?.text ?? '') !== '' && question.column < (answers.answer ?? -1);
  const point = role === 'description' || named || (role === 'requirement' && label!.strength >= 2);
  if (point && profile.sampled >= 3 && asksBeside(scope, answers, profiles)) return 'answers';
  const scale = answers.answer === undefined ? undefined : scope.labels.get(answers.answer)?.text;
  if ((point || role === 'section') && takesPoints(scale, profiles.get(answers.answer ?? -1), profile))
    return 'answers';
  if (role === 'description' && explicit && averageWords >= 2.5 && hasOpenAnswer(answers, profiles, profile))
    return 'answers';
  const boxed = answers.answer === undefined ? undefined : profiles.get(answers.answer);
  if (role === 'description' && boxed !== undefined && boxed.sampled >= 3 && share(boxed.boxes, boxed) >= 0.8)
    return 'answers';
  if ((role === undefined || role === 'description') && profile.sampled >= 3 && ticksOff(answers, profiles))
    return 'answers';
  // What formulas show under no heading of its own sums up another sheet.
  if (role === undefined && share(profile.formulas, profile) >= 0.5) return undefined;
  if (role === undefined && namedOnTheLeft(question, scope, profiles)) return undefined;
  if (
    role === undefined &&
    explicit &&
    averageWords >= (isChosen(grid, scope, answers) ? 1 : numbered && answers.strength >= 2.5 ? 2 : 3)
  )
    return hasOpenAnswer(answers, profiles, profile) ? 'answers' : undefined;
  return undefined;
}

/** The cells for the answers offer lists to choose from, in nearly every row. */
function isChosen(grid: Grid, { rows }: TableScope, { answer }: AnswerColumns): boolean {
  if (answer === undefined) return false;
  const listed = rows.filter((row) => grid.validationAt(grid.rowNumber(row), answer)?.type === 'list');
  return listed.length >= 3 && listed.length >= 0.8 * rows.length;
}

/** Two or more columns of choices, which nothing but ticks fills. */
function ticksOff({ choices }: AnswerColumns, profiles: ReadonlyMap<number, ColumnProfile>): boolean {
  const open = ({ column }: { column: number }): boolean => {
    const profile = profiles.get(column);
    return profile === undefined || (profile.formulas === 0 && profile.numbers === 0);
  };
  return choices.length >= 2 && choices.every(open);
}

/** Other short texts, one a row, stand left of these, and no heading over either: these are what the labels say. */
function namedOnTheLeft(
  { column, profile }: QuestionColumn,
  scope: TableScope,
  profiles: ReadonlyMap<number, ColumnProfile>,
): boolean {
  return [...profiles.values()].some(
    (other) =>
      other.column < column &&
      scope.labels.get(other.column)?.role === undefined &&
      other.filled >= 0.8 * profile.filled &&
      share(other.phrases, other) >= 0.7 &&
      other.distinct >= 0.8 * other.sampled,
  );
}

/** "Implemented?": the heading over an empty column asks, so that the lists of owners and dates beside it are to be filled. */
function asksBeside(
  scope: TableScope,
  { answer }: AnswerColumns,
  profiles: ReadonlyMap<number, ColumnProfile>,
): boolean {
  if (answer === undefined || profiles.has(answer)) return false;
  const label = scope.labels.get(answer);
  return (
    label?.role === 'answer' || (label?.role === 'status' && label.strength >= 2) || /[?？]\s*$/.test(label?.text ?? '')
  );
}

/** "Your self-assessed mark": the heading says that whoever answers writes there, given or not. */
function isGivenBySelf(scope: TableScope, { answer }: AnswerColumns): boolean {
  const label = answer === undefined ? undefined : scope.labels.get(answer);
  return label?.role === 'answer' && FILLED_BY.test(fold(label.text));
}

/** "Obligation | Status | Owner | Due": choices all the way down beside requirements say how far each is met, whoever owns it. */
function statesFulfilment(
  { label }: QuestionColumn,
  { answer }: AnswerColumns,
  scope: TableScope,
  profiles: ReadonlyMap<number, ColumnProfile>,
): boolean {
  if (label?.role !== 'requirement' || label.strength < 2 || answer === undefined) return false;
  return scope.labels.get(answer)?.role === 'status' && statesChoices(profiles.get(answer));
}

/** The answer column is not a full register of facts: it is empty for some, or its cells are choices. */
function hasOpenAnswer(
  answers: AnswerColumns,
  profiles: ReadonlyMap<number, ColumnProfile>,
  question: ColumnProfile,
): boolean {
  if (answers.choices.length > 0) return true;
  if (answers.answer === undefined) return false;
  const profile = profiles.get(answers.answer);
  if (profile === undefined || profile.filled < 0.7 * question.filled) return true;
  return share(profile.choices, profile) >= 0.5 || share(profile.boxes, profile) >= 0.5 || answers.strength >= 2.5;
}

/**
 * An introduction, a glossary ("RPO | How much data may be lost?") or frequently asked questions: no heading that asks for
 * answers, nothing that waits for any, and most lines tell something.
 */
function isGuide(
  grid: Grid,
  scope: TableScope,
  answers: AnswerColumns,
  question: QuestionColumn,
  columns: number,
  numbered: boolean,
): boolean {
  if (answers.strength >= 1 || scope.headers.some((header) => !header.structural)) return false;
  if (columns === 1 && hasRoomBeneath(grid, scope, question.column)) return false;
  const { profile } = question;
  const told = share(profile.statements, profile);
  if (askingShare(profile) < 0.5) {
    // "Column C: who is responsible for the control?" is a line of an introduction.
    if (columns === 1 && (told >= 0.2 || profile.instructions >= 2)) return true;
    if (columns > 1 && !numbered && told >= 0.3) return true;
  }
  return profile.instructions > 0.25 * profile.sampled;
}
