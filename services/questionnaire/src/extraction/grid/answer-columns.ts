import { isYesNoHeading } from '../language/choices.js';
import { isForOthers } from '../language/other-hands.js';
import {
  answersByContent,
  givenBySeveral,
  isCodeColumn,
  isTickColumn,
  numbersRows,
  statesChoices,
  statesSteps,
} from './answer-signs.js';
import { isToJudge, judgementScore, REMARKS } from './answer-judgements.js';
import { choiceColumns } from './choice-columns.js';
import { columnsOfAnswerer } from './column-owners.js';
import type { ChoiceColumn } from './choice-columns.js';
import { share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import type { Grid } from './grid.js';
import type { ColumnLabel } from './headers.js';
import { columnsOfMatrix, peersInMatrix, peersOf } from './peer-columns.js';
import { offeredScale } from './offered-scales.js';
import { pointsBeforeWords } from './points-before-words.js';
import { explanationOf, wordsBeforeList } from './words-before-list.js';

/** Where the answers to a column of questions go. */
export interface AnswerColumns {
  answer: number | undefined;
  comment: number | undefined;
  /** Columns beside the answers that ask the same once more, for something else ("Product A | Product B"). */
  peers: number[];
  /** One column per option (Yes | No | N/A). */
  choices: ChoiceColumn[];
  /** Column that lists the options of each question. */
  options: number | undefined;
  required: number | undefined;
  /** The column made for answers shows what formulas compute, and no other takes answers: nobody is asked here. */
  computed: boolean;
  /** Points go to the column of answers, and the words about them to that of remarks. */
  points?: boolean;
  /** How sure it is that an answer is expected there: 0 = a guess, 1 = likely, 3 = the file says so. */
  strength: number;
}

export interface AnswerScope {
  grid: Grid;
  /** Rows with a question in them (indexes). */
  rows: readonly number[];
  question: number;
  left: number;
  right: number;
  labels: ReadonlyMap<number, ColumnLabel>;
  profiles: ReadonlyMap<number, ColumnProfile>;
  /** Last column that the questions cover (they may be merged over several). */
  questionRight: number;
  /** Columns with a known other use (identifiers, sections). */
  taken: ReadonlySet<number>;
}

const CHECKED_ROWS = 48;
/** Columns looked at on either side of the questions; headings and validations further away are still seen. */
const NEIGHBOURS = 24;

/** What makes the first column of a matrix likelier than one for remarks. */
const MATRIX_BONUS = 1.2;

/** Share of the questions beside which a formula stands, from which on the column is a computed one. */
const COMPUTED = 0.9;

export interface Candidate {
  column: number;
  score: number;
  /** Share of the questions beside which a formula stands. */
  computed: number;
  validated: number;
  label: ColumnLabel | undefined;
}

export function findAnswerColumns(scope: AnswerScope): AnswerColumns {
  const sample = sampleRows(scope.rows);
  const choices = choiceColumns(scope);
  const inChoices = new Set(choices.map((choice) => choice.column));
  const options =
    pickLabelled(scope, 'options', (column) => (scope.profiles.get(column)?.filled ?? 0) > 0) ?? listColumn(scope);
  const required = pickLabelled(scope, 'required', () => true);
  const all: Candidate[] = [];
  for (const column of candidateColumns(scope)) {
    if (
      column === scope.question ||
      scope.taken.has(column) ||
      inChoices.has(column) ||
      column === options ||
      column === required
    )
      continue;
    all.push(scoreCandidate(scope, column, sample));
  }
  const candidates = columnsOfAnswerer(
    scope,
    all.filter((candidate) => candidate.computed < COMPUTED),
  );
  const matrix = columnsOfMatrix(scope, candidates);
  const [firstOfMatrix] = matrix;
  if (firstOfMatrix !== undefined) firstOfMatrix.score += MATRIX_BONUS;
  candidates.sort(
    (a, b) =>
      b.score - a.score ||
      Math.abs(a.column - scope.question) - Math.abs(b.column - scope.question) ||
      a.column - b.column,
  );
  const likeliest = wordsBeforeList(scope, candidates) ?? candidates[0];
  const points = choices.length > 0 ? undefined : pointsBeforeWords(scope, candidates, likeliest);
  const best = points?.points ?? likeliest;
  const open = best !== undefined && best.score >= 1 ? best : writtenColumn(scope, candidates);
  const answer = choices.length === 0 ? open : undefined;
  const peers =
    answer === undefined
      ? []
      : answer === firstOfMatrix
        ? peersInMatrix(scope, matrix)
        : peersOf(scope, candidates, answer);
  const others = candidates.filter((candidate) => !peers.includes(candidate));
  return {
    answer: answer?.column ?? choices[0]?.column,
    comment: points === undefined ? pickComment(scope, others, answer, choices) : points.words.column,
    ...(points === undefined ? {} : { points: true }),
    peers: peers.map(({ column }) => column),
    choices,
    options,
    required,
    computed:
      choices.length === 0 &&
      all.some(({ label, computed }) => label?.role === 'answer' && computed >= COMPUTED) &&
      !candidates.some(({ label }) => label?.role === 'answer'),
    strength: choices.length > 0 ? 3 : answer === undefined ? 0 : Math.min(3, answer.score - 0.5),
  };
}

/**
 * Where nothing else waits for answers, the column for remarks or evidence behind the questions that somebody has written
 * sentences into: it was empty, and the place to write, before. Of several the one with the likelier heading.
 */
function writtenColumn(scope: AnswerScope, candidates: readonly Candidate[]): Candidate | undefined {
  const asked = Math.max(1, scope.rows.length);
  const found = candidates
    .filter(({ column, label }) => {
      const profile = scope.profiles.get(column);
      if (profile === undefined || label === undefined || column < scope.question || scope.grid.isHiddenColumn(column))
        return false;
      if (label.role !== 'comment' && label.role !== 'evidence') return false;
      return profile.filled >= 0.2 * asked && share(profile.statements, profile) >= 0.5 && profile.questions === 0;
    })
    .sort((a, b) => b.score - a.score || a.column - b.column)[0];
  return found === undefined ? undefined : { ...found, score: 1 };
}

/** A column that lists choices, whatever its heading says. */
function listColumn(scope: AnswerScope): number | undefined {
  for (const profile of scope.profiles.values()) {
    if (profile.column === scope.question || scope.taken.has(profile.column)) continue;
    if (share(profile.lists, profile) >= 0.4 && profile.lists >= 2) return profile.column;
  }
  return undefined;
}

function sampleRows(rows: readonly number[]): number[] {
  const step = Math.max(1, Math.floor(rows.length / CHECKED_ROWS));
  return rows.filter((_, i) => i % step === 0).slice(0, CHECKED_ROWS);
}

function candidateColumns(scope: AnswerScope): Set<number> {
  const columns = new Set<number>();
  for (
    let column = Math.max(scope.left, scope.question - NEIGHBOURS);
    column <= Math.min(scope.right, scope.question + NEIGHBOURS);
    column++
  )
    columns.add(column);
  for (const column of scope.labels.keys()) if (column >= scope.left && column <= scope.right) columns.add(column);
  return columns;
}

function pickLabelled(
  scope: AnswerScope,
  role: ColumnLabel['role'],
  fits: (column: number) => boolean,
): number | undefined {
  for (const label of scope.labels.values()) {
    if (label.role === role && label.column >= scope.left && label.column <= scope.right && fits(label.column))
      return label.column;
  }
  return undefined;
}

function scoreCandidate(scope: AnswerScope, column: number, sample: readonly number[]): Candidate {
  const { grid, question } = scope;
  const label = scope.labels.get(column);
  const profile = scope.profiles.get(column);
  let validated = 0;
  let filled = 0;
  // A nought stands in a judgement until somebody gives one.
  let given = 0;
  let covered = 0;
  let input = 0;
  let formulas = 0;
  for (const row of sample) {
    const number = grid.rowNumber(row);
    if (grid.validationAt(number, column)?.type !== undefined) validated++;
    const text = grid.cellAt(row, column)?.text;
    if (text !== undefined) filled++;
    if (text !== undefined && text.trim() !== '0') given++;
    const anchor = grid.anchorOf(number, column);
    if (grid.isInput(anchor.row, anchor.column)) input++;
    const computed = grid.isFormula(anchor.row, anchor.column);
    if (computed) formulas++;
    if (anchor.column !== column || (!computed && !grid.isWritable(number, column))) covered++;
  }
  const rows = Math.max(1, sample.length);
  const judges = label !== undefined && isToJudge(label);
  // "Self-assessment" over noughts and ones.
  const stated = label?.role === 'status' && statesSteps(profile);
  const scaled = offeredScale(grid, sample, column) !== undefined;
  const mostlyOpen = scaled || (filled > 0 && given <= Math.max(1, 0.1 * rows));
  let score = 0;
  if (label?.role === 'answer') score += 1.4 * label.strength + (isYesNoHeading(label.text) ? 0.5 : 0);
  else if (judges) score += judgementScore(label.text, validated / rows, Math.max(mostlyOpen ? 1 : given, formulas));
  else if (label?.role === 'status') score += 2.2;
  else if (label?.role === 'comment') score += REMARKS;
  else if (label?.role === 'evidence') score += 0.7;
  else if (label?.role === 'score') score -= 1;
  else if (
    label?.role === 'question' ||
    label?.role === 'section' ||
    label?.role === 'id' ||
    label?.role === 'guidance'
  )
    score -= 4;
  else if (label?.role === 'options' || label?.role === 'type' || label?.role === 'required')
    score -= filled === 0 && label.role === 'options' ? -1 : 5;
  else if (label?.role === 'register' || label?.role === 'description' || label?.role === 'requirement')
    score -= statesChoices(profile) ? 0 : 0.5;
  if ((label?.text ?? '').trim() === '' && isTickColumn(grid, sample, column)) score += 4;
  if (scaled || validated / rows >= 0.5) score += 2.5;
  else if (validated > 0) score += validated / rows;
  const beside = column === scope.questionRight + 1;
  const lastUsed = Math.max(...scope.profiles.keys());
  // An empty column between filled ones was left to write in; a last column of texts beside questions answers them.
  if (filled === 0 && formulas === 0) score += label !== undefined ? 1.2 : beside ? (column < lastUsed ? 1.4 : 0.6) : 0;
  else if (label?.role === undefined && beside && column === lastUsed && answersByContent(profile, rows, filled))
    score += 2.8;
  if (beside && scope.labels.size === 0 && givenBySeveral(scope.profiles, scope.question, column, rows)) score += 5;
  if (profile !== undefined && profile.sampled > 0 && filled > 0) {
    score += 2 * share(profile.choices, profile) + (share(profile.boxes, profile) >= 0.5 ? 3 : 0);
    if (share(profile.numbers, profile) >= 0.7 && validated === 0 && label?.role !== 'answer' && !judges && !stated)
      score -= 1.5;
    if (isCodeColumn(grid, sample, column, profile) || numbersRows(profile, column < question)) score -= 6;
    if (
      filled / rows >= 0.9 &&
      label?.role !== 'answer' &&
      label?.role !== 'status' &&
      !judges &&
      validated === 0 &&
      share(profile.choices, profile) < 0.3 &&
      share(profile.boxes, profile) < 0.5
    )
      score -= 1.5;
  }
  if (label !== undefined && isForOthers(label.text)) score -= 5;
  // What is computed beside half of the questions takes no answers, unless its heading says so: then some cells are open.
  if (formulas / rows >= 0.5 && label?.role !== 'answer') score -= 3.5;
  if (input / rows >= 0.5) score += 1.2;
  if (covered / rows > 0.5) score -= 3;
  if (grid.isHiddenColumn(column)) score -= 3;
  score -= 0.04 * Math.min(20, Math.abs(column - question)) + (column < question ? 0.3 : 0);
  return { column, score, computed: formulas / rows, validated: validated / rows, label };
}

function pickComment(
  scope: AnswerScope,
  candidates: readonly Candidate[],
  answer: Candidate | undefined,
  choices: readonly ChoiceColumn[],
): number | undefined {
  const rest = candidates.filter((candidate) => candidate !== answer);
  const after = answer?.column ?? choices.at(-1)?.column ?? scope.question;
  const byPlace = (a: Candidate, b: Candidate): number => Math.abs(a.column - after) - Math.abs(b.column - after);
  const free = rest.filter((candidate) => !scope.grid.isHiddenColumn(candidate.column) && candidate.score > -1.5);
  const comment = free.filter((candidate) => candidate.label?.role === 'comment').sort(byPlace)[0];
  const explains = explanationOf(scope, answer) ?? comment?.column;
  if (explains !== undefined) return explains;
  const second = free.filter((candidate) => candidate.label?.role === 'answer').sort(byPlace)[0];
  if (second !== undefined) return second.column;
  return free.filter((candidate) => candidate.label?.role === 'evidence').sort(byPlace)[0]?.column;
}
