import type { DocumentWarning, SheetModel } from '../documents/model.js';
import type { Grid } from './grid/grid.js';
import type { Ledger } from './grid/ledger.js';
import type { GridQuestion } from './grid/table-questions.js';

/** One sheet's findings, changed in place: what asks nothing of its own leaves `questions` and is booked as such. */
export interface SheetFindings {
  sheet: SheetModel;
  grid: Grid;
  ledger: Ledger;
  questions: GridQuestion[];
}

interface Asked {
  finding: SheetFindings;
  asked: GridQuestion;
}

/**
 * Sheets that show the questions of others by formulas ask nothing: they evaluate, score, or feed the sheet that asks. Texts
 * are compared, whatever the formula is (a reference, a look-up, a name). Of a question and its mirror images the one is kept whose
 * table is made for answers, on a visible sheet, with a place free of formulas. Another is asked as well where both show a
 * third sheet's questions over a column for answers of their own, or where it is the same form once more, cell by
 * cell. A table that computes its answers asks nothing at all.
 */
export function resolveMirrored(findings: readonly SheetFindings[]): void {
  for (const group of askedAlike(findings)) {
    const [best] = [...group].sort(byStanding);
    if (best === undefined) continue;
    for (const other of group)
      if (other.finding !== best.finding && !asksAgain(other, best)) drop(other, 'echo_of_other_sheet');
  }
  for (const finding of findings) dropTyped(finding, findings);
  for (const finding of findings)
    for (const asked of finding.questions)
      if (asked.computed === true && !dropped.has(asked)) drop({ finding, asked }, 'answers_are_computed');
  const shown = shownTexts(findings);
  for (const finding of findings) dropSources(finding, shown);
  for (const finding of findings) finding.questions = finding.questions.filter((question) => !dropped.has(question));
}

/** A sheet that shows most of its questions by formulas and has the same words of another typed for the rest asks those no more. */
function dropTyped(finding: SheetFindings, findings: readonly SheetFindings[]): void {
  const left = finding.questions.filter((asked) => !dropped.has(asked));
  const mirrored = finding.questions.length - left.length;
  if (left.length === 0 || mirrored < FEWEST_MIRRORED || left.length > mirrored) return;
  const others = findings.filter((other) => other !== finding).flatMap(({ questions }) => questions);
  const texts = new Set(others.filter((asked) => !dropped.has(asked)).map(({ question }) => wordsIn(question.text)));
  for (const asked of left)
    if (texts.has(wordsIn(asked.question.text))) drop({ finding, asked }, 'echo_of_other_sheet');
}

/** What a person should know: questions whose place for the answer is filled by a formula, which stays. */
export function formulaWarnings(findings: readonly SheetFindings[]): DocumentWarning[] {
  return findings.flatMap(({ sheet, questions }) => {
    const blocked = questions.filter(({ answerable, question }) => answerable && question.answerLocation === null);
    if (blocked.length === 0) return [];
    const numbers = blocked.map(({ cell }) => cell.row + 1);
    const message = `On the sheet "${sheet.name}" formulas stand where ${blocked.length} answers would go (row ${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ' …' : ''}). They stay, and these answers are not written.`;
    return [{ code: 'answer_place_is_formula', message }];
  });
}

/** So many mirrored questions make the whole sheet a mirror. */
const FEWEST_MIRRORED = 3;

const dropped = new WeakSet<GridQuestion>();

/** Questions of the same words on several sheets, of which a formula shows at least one. */
function askedAlike(findings: readonly SheetFindings[]): Asked[][] {
  const byText = new Map<string, Asked[]>();
  for (const finding of findings) {
    for (const asked of finding.questions) {
      const key = plain(asked.question.text);
      const group = byText.get(key);
      if (group === undefined) byText.set(key, [{ finding, asked }]);
      else group.push({ finding, asked });
    }
  }
  return [...byText.values()].filter(
    (group) =>
      group.some(({ asked }) => asked.cell.formula !== undefined) &&
      group.some(({ finding }) => finding !== group[0]!.finding),
  );
}

/** Whoever reads it should be asked there first; where all is equal, where it is typed, then where it comes first. */
function byStanding(a: Asked, b: Asked): number {
  const rank = ({ finding, asked }: Asked): number[] => [
    Number(asked.computed === true),
    Number(!asked.answerable),
    Number(finding.sheet.hidden),
    Number(asked.question.answerLocation === null),
    Number(asked.cell.formula !== undefined),
  ];
  const [first, second] = [rank(a), rank(b)];
  const at = first.findIndex((value, i) => value !== second[i]);
  return at < 0 ? 0 : first[at]! - second[at]!;
}

function asksAgain({ finding, asked }: Asked, best: Asked): boolean {
  const open = asked.answerable && asked.computed !== true && asked.question.answerLocation !== null;
  if (!open || (finding.sheet.hidden && !best.finding.sheet.hidden)) return false;
  const { formula } = asked.cell;
  if (best.asked.cell.formula === undefined) return formula === undefined || isSameForm(asked, best.asked);
  const shows = formula !== undefined && refersTo(formula, best.finding.sheet.name);
  return !shows && (asked.answerHeading ?? '') === (best.asked.answerHeading ?? '');
}

/**
 * A copied sheet for another thing ("Android", "iOS"): question and answer stand in the same cells, under the same heading, over
 * the same options. Whoever evaluates or plans has a layout, a heading or a scale of their own.
 */
function isSameForm(one: GridQuestion, other: GridQuestion): boolean {
  const options = one.question.options;
  return (
    one.cell.row === other.cell.row &&
    one.cell.column === other.cell.column &&
    cellOfAnswer(one) !== undefined &&
    cellOfAnswer(one) === cellOfAnswer(other) &&
    one.answerHeading === other.answerHeading &&
    options.length >= 2 &&
    options.join('\n') === other.question.options.join('\n')
  );
}

function cellOfAnswer({ question: { answerLocation: place } }: GridQuestion): string | undefined {
  return place !== null && 'cell' in place ? place.cell : undefined;
}

function refersTo(formula: string, sheet: string): boolean {
  const folded = formula.toLowerCase();
  const name = sheet.toLowerCase();
  return folded.includes(`'${name.replaceAll("'", "''")}'!`) || folded.includes(`${name}!`);
}

/** Texts that formulas show and ask, each with the sheets on which they do. */
type ShownTexts = ReadonlyMap<string, Set<SheetFindings>>;

function shownTexts(findings: readonly SheetFindings[]): ShownTexts {
  const shown = new Map<string, Set<SheetFindings>>();
  for (const finding of findings)
    for (const asked of finding.questions) {
      if (asked.cell.formula === undefined || dropped.has(asked)) continue;
      const text = plain(asked.question.text);
      shown.set(text, (shown.get(text) ?? new Set()).add(finding));
    }
  return shown;
}

/** A sheet whose texts others show and ask, without a place for answers or hidden, is where those are kept: it asks nothing. */
function dropSources(finding: SheetFindings, shown: ShownTexts): void {
  const left = finding.questions.filter((asked) => !dropped.has(asked));
  if (left.length === 0 || left.some(({ answerable }) => answerable && !finding.sheet.hidden)) return;
  const byOthers = (on: ReadonlySet<SheetFindings> | undefined): boolean =>
    on !== undefined && on.size > Number(on.has(finding));
  let texts = 0;
  for (const on of shown.values()) {
    if (byOthers(on)) texts++;
    if (texts === 2) break;
  }
  if (texts < 2) return;
  const kept = finding.grid.cells.filter((cell) => cell.formula === undefined && byOthers(shown.get(plain(cell.text))));
  if (kept.length < Math.max(2, left.length)) return;
  for (const asked of left) {
    drop({ finding, asked }, 'source_of_other_sheet');
    shown.get(plain(asked.question.text))?.delete(finding);
  }
}

/** Books what asks nothing as skipped, for a reason; the caller takes it from the questions. */
export function drop({ finding: { grid, ledger }, asked }: Asked, reason: string): void {
  // What people said is asked, is.
  if (asked.question.said === true) return;
  dropped.add(asked);
  const row = grid.rowAt(asked.cell.row);
  if (row >= 0) ledger.book(grid.indexAt(row, asked.cell.column), 'skipped', reason);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The words alone: whoever types a text again forgets its question mark. */
function wordsIn(text: string): string {
  return plain(text.replace(/[^\p{L}\p{N}]+/gu, ' '));
}
