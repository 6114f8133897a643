import type { DocumentModel, WorkbookModel } from '../documents/model.js';
import { leaveAnswerBanks } from './answer-banks.js';
import { tellByShape } from './by-shape.js';
import { formulaWarnings, resolveMirrored } from './mirrored-questions.js';
import { gridOfSheet } from './grid/grid.js';
import { chooseByShape } from './grid/readings/by-shape.js';
import type { ExtractedSheet, ExtractionResult } from './result.js';
import { dropRepeats } from './repeated-sheets.js';
import { refuseUnknown } from './said/known-places.js';
import { NO_CORRECTIONS, type Corrections, type RefusedCorrection } from './said/corrections.js';
import { extractWithSaid } from './said/extract-said.js';
import { layoutOf } from './said/layout.js';
import { saidOfGrid } from './said/said-grid.js';
import { shapeOf } from './said/shape.js';
import { extractText } from './text/extract-text.js';
import { withOpenAnswers } from './open-answers.js';
import { withUniqueKeys } from './unique-keys.js';

/**
 * Finds the questions of a document and books every cell, paragraph and line in one class with a reason. Pure and
 * deterministic; time grows with the number of cells. Zero questions is a result, not an error: the caller decides. What
 * people say (`corrections`) stands in place of what the engine would decide; what the document does not allow is told in
 * `refused` and left out.
 */
export function extractQuestions(model: DocumentModel, corrections: Corrections = NO_CORRECTIONS): ExtractionResult {
  const refused: RefusedCorrection[] = refuseUnknown(model, corrections);
  const { sheets, areas, warnings } =
    model.kind === 'workbook' ? extractWorkbook(model, corrections, refused) : extractText(model, corrections, refused);
  const read = withOpenAnswers(withUniqueKeys(sheets));
  return { sheets: read, areas, warnings: [...warnings, ...tellByShape(read)], shape: shapeOf(model), refused };
}

function extractWorkbook(
  model: WorkbookModel,
  corrections: Corrections,
  refused: RefusedCorrection[],
): Pick<ExtractionResult, 'sheets' | 'areas' | 'warnings'> {
  const grids = model.sheets.map((sheet) => ({ sheet, grid: gridOfSheet(sheet) }));
  const read = grids.map(({ sheet, grid }) => {
    const said = saidOfGrid(corrections, { sheet: sheet.name }, refused);
    return { grid, found: extractWithSaid(grid, said), said: said !== undefined, hidden: sheet.hidden };
  });
  const results = chooseByShape(read).map((found, i) => ({ ...grids[i]!, ...found }));
  resolveMirrored(results);
  dropRepeats(results);
  leaveAnswerBanks(results);
  const sheets = results.map(({ sheet, ledger, questions }): ExtractedSheet => {
    questions.forEach(({ question }, ordinal) => {
      question.ordinal = ordinal;
      question.hidden ||= sheet.hidden;
    });
    return {
      name: sheet.name,
      index: sheet.index,
      hidden: sheet.hidden,
      questions: questions.map(({ question }) => question),
      account: ledger.entries(),
    };
  });
  const areas = results.map(({ sheet, grid, tables, questions }) =>
    layoutOf(grid, tables, { sheetIndex: sheet.index, table: null, questions: questions.length }),
  );
  return { sheets, areas, warnings: formulaWarnings(results) };
}
