import type { AccountEntry, ExtractionResult } from '../../extraction/result.js';
import type { RecognisedPage } from './recognition.js';
import { placeOf } from './tell-recognition.js';

/** Adds a line to the account for each page that was given to OCR: what it is and how sure the engine was. */
export function withRecognitionAccount(
  result: ExtractionResult,
  recognised: readonly RecognisedPage[] | undefined,
): ExtractionResult {
  if (recognised === undefined || recognised.length === 0) return result;
  const [first, ...rest] = result.sheets;
  const entries = recognised.map(accountEntry);
  const sheet = first ?? { name: '', index: 0, hidden: false, questions: [], account: [] };
  return { ...result, sheets: [{ ...sheet, account: [...entries, ...sheet.account] }, ...rest] };
}

function accountEntry(page: RecognisedPage): AccountEntry {
  const how =
    page.failure !== undefined
      ? 'not read by OCR'
      : page.characters === 0
        ? 'read by OCR, nothing was found'
        : `read by OCR, mean confidence ${page.confidence} %`;
  const turned = page.turned === 0 ? '' : `, turned by ${page.turned * 90} degrees`;
  return {
    class: 'skipped',
    reason: page.failure === undefined ? 'read_by_ocr' : 'not_read_by_ocr',
    location: { page: Math.max(1, page.page), line: 1 },
    text: `${placeOf(page)}: ${how}${turned}`,
  };
}
