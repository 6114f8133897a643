import type { DocumentModel, WorkbookModel } from '../documents/model.js';
import { leaveAnswerBanks } from './answer-banks.js';
import { formulaWarnings, resolveEchoes } from './echoes.js';
import { extractGrid } from './grid/extract-grid.js';
import { gridOfSheet } from './grid/grid.js';
import type { ExtractedSheet, ExtractionResult } from './result.js';
import { extractText } from './text/extract-text.js';
import { withOpenAnswers } from './open-answers.js';
import { withUniqueKeys } from './unique-keys.js';

/**
 * Finds the questions of a document and books every cell, paragraph and line in one class with a reason. Pure and
 * deterministic; time grows with the number of cells. Zero questions is a result, not an error: the caller decides.
 */
export function extractQuestions(model: DocumentModel): ExtractionResult {
  const { sheets, warnings } = model.kind === 'workbook' ? extractWorkbook(model) : extractText(model);
  return { sheets: withOpenAnswers(withUniqueKeys(sheets)), warnings };
}

function extractWorkbook(model: WorkbookModel): ExtractionResult {
  const grids = model.sheets.map((sheet) => ({ sheet, grid: gridOfSheet(sheet) }));
  const results = grids.map(({ sheet, grid }) => ({ sheet, grid, ...extractGrid(grid) }));
  resolveEchoes(results);
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
  return { sheets, warnings: formulaWarnings(results) };
}
