import { drop, type SheetFindings } from './mirrored-questions.js';
import type { GridQuestion } from './grid/table-questions.js';

/** Questions from which on two sheets can be one form and its summary. */
const FEWEST = 5;
/** Share of a sheet's questions that stand on another sheet, from which on it repeats them. */
const REPEATED = 0.9;
/** Share of these that stand in the same cells, from which on both are copies of one form, each to be filled in. */
const COPIED = 0.5;

/**
 * A sheet whose questions another one asks, typed once more in a layout of its own, sums up what is answered there ("Results by
 * page") and asks nothing. Copies of one form, in the same cells, are asked each.
 */
export function dropRepeats(findings: readonly SheetFindings[]): void {
  for (const [i, finding] of findings.entries()) {
    if (finding.questions.length < FEWEST) continue;
    const others = findings.filter((other, j) => other !== finding && mayStandFor(other, j, finding, i));
    if (others.some((other) => repeats(finding, other))) leave(finding);
  }
}

/** What people said is asked, stays. */
function leave(finding: SheetFindings): void {
  for (const asked of finding.questions) drop({ finding, asked }, 'echo_of_other_sheet');
  finding.questions = finding.questions.filter(({ question }) => question.said === true);
}

/** Of two such sheets, the one with headings over its answers is kept, else the first. */
function mayStandFor(other: SheetFindings, at: number, finding: SheetFindings, own: number): boolean {
  if (other.questions.length < FEWEST || other.sheet.hidden !== finding.sheet.hidden) return false;
  const [headed, headedHere] = [shareHeaded(other), shareHeaded(finding)];
  return headed > headedHere || (headed === headedHere && at < own);
}

const shareHeaded = ({ questions }: SheetFindings): number =>
  questions.filter(({ answerHeading }) => (answerHeading ?? '') !== '').length / questions.length;

function repeats(finding: SheetFindings, other: SheetFindings): boolean {
  const byText = new Map<string, GridQuestion>();
  for (const asked of other.questions) byText.set(wordsOf(asked), asked);
  const pairs = finding.questions.flatMap((asked) => {
    const twin = byText.get(wordsOf(asked));
    return twin === undefined ? [] : [{ asked, twin }];
  });
  if (pairs.length < REPEATED * finding.questions.length) return false;
  const alike = pairs.filter(
    ({ asked, twin }) => asked.cell.row === twin.cell.row && asked.cell.column === twin.cell.column,
  );
  const headings = pairs.filter(({ asked, twin }) => asked.answerHeading === twin.answerHeading);
  return alike.length < COPIED * pairs.length && headings.length < COPIED * pairs.length;
}

const wordsOf = ({ question }: GridQuestion): string => question.text.replace(/\s+/g, ' ').trim().toLowerCase();
