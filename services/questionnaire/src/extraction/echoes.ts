import type { SheetModel } from '../documents/model.js';
import type { Grid } from './grid/grid.js';
import type { Ledger } from './grid/ledger.js';
import type { GridQuestion } from './grid/table-questions.js';

/** One sheet's findings, changed in place: echoes leave `questions` and are booked as such. */
export interface SheetFindings {
  sheet: SheetModel;
  grid: Grid;
  ledger: Ledger;
  questions: GridQuestion[];
}

/**
 * A sheet that shows another sheet's questions by formulas asks nothing of its own. Of a question and its echo, the one is
 * kept where a person can answer; when both can or none can, the one that is typed in.
 */
export function resolveEchoes(findings: readonly SheetFindings[]): void {
  const names = new Map(findings.map((finding) => [finding.sheet.name.toLowerCase(), finding]));
  const texts = new Map<SheetFindings, Map<string, GridQuestion>>();
  for (const echo of findings) {
    for (const shown of echo.questions) {
      const { formula } = shown.cell;
      if (formula === undefined || !formula.includes('!')) continue;
      for (const source of referredSheets(formula, names)) {
        if (source === echo) continue;
        let known = texts.get(source);
        if (known === undefined)
          texts.set(
            source,
            (known = new Map(source.questions.map((question) => [plain(question.question.text), question]))),
          );
        const original = known.get(plain(shown.question.text));
        if (original === undefined || original.cell.formula !== undefined) continue;
        const keepShown = shown.answerable && (!original.answerable || (source.sheet.hidden && !echo.sheet.hidden));
        drop(keepShown ? source : echo, keepShown ? original : shown);
        break;
      }
    }
  }
  for (const finding of findings) finding.questions = finding.questions.filter((question) => !dropped.has(question));
}

const dropped = new WeakSet<GridQuestion>();

function drop(finding: SheetFindings, question: GridQuestion): void {
  dropped.add(question);
  const { grid, ledger } = finding;
  let low = 0;
  let high = grid.rowCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (grid.rowNumber(middle) < question.cell.row) low = middle + 1;
    else high = middle;
  }
  if (low < grid.rowCount) ledger.book(grid.indexAt(low, question.cell.column), 'skipped', 'echo_of_other_sheet');
}

const REFERENCE = /(?:'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_.]*))!/gu;

function referredSheets(formula: string, names: ReadonlyMap<string, SheetFindings>): SheetFindings[] {
  const sheets: SheetFindings[] = [];
  for (const found of formula.matchAll(REFERENCE)) {
    const finding = names.get((found[1]?.replace(/''/g, "'") ?? found[2] ?? '').toLowerCase());
    if (finding !== undefined && !sheets.includes(finding)) sheets.push(finding);
  }
  return sheets;
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
