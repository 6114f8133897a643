import type { Place } from '../api/types.js';
import { t } from '../words/words.js';

export interface ReceiptLine {
  question_id: string | null;
  kind: string;
  location: Place | null;
}

/** What the service says of an export; its file is JSON in these names. */
export interface Receipt {
  file_name: string;
  generated: boolean;
  generated_because: string | null;
  notes: { code: string; message: string }[];
  written: (ReceiptLine & {
    before: string | null;
    after: string;
    matches: boolean;
    note: { code: string; message: string } | null;
  })[];
  skipped: (ReceiptLine & { code: string; message: string })[];
  summary: {
    written: number;
    matching: number;
    skipped: number;
    parts: number;
    identical_parts: number;
    changed_parts: string[];
  };
}

export const parseReceipt = (text: string): Receipt => JSON.parse(text) as Receipt;

/** A place as people name it: "Security!B7", "page 3, line 12". */
export function placeWords(place: Place | null): string {
  if (!place) return '';
  const { sheet, cell, table, row, column, page, line, paragraph, field } = place;
  if (cell !== undefined) return sheet ? `${sheet}!${cell}` : cell;
  if (table !== undefined) return t('questionnaires:place.table', { table, row: row ?? '?', column: column ?? '?' });
  if (page !== undefined) return t('questionnaires:place.page', { page, line: line ?? '?' });
  if (field !== undefined) return t('questionnaires:place.field', { field });
  if (paragraph !== undefined) return t('questionnaires:place.paragraph', { paragraph });
  return line === undefined ? '' : t('questionnaires:place.line', { line });
}
