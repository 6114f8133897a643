import type { DocumentWarning, ParagraphBlock, TextModel } from '../model.js';
import type { ScanReading } from './read-scans.js';
import type { RecognisedPage } from './recognition.js';

/** Below this mean confidence (0 to 100) a person should compare with the original. */
const DOUBTFUL = 75;
const MOST_NAMED = 20;

export const NO_SCANS: ScanReading = { recognised: [], pictures: [] };

const FAILURES: Record<NonNullable<RecognisedPage['failure']>, string> = {
  damaged: 'the picture is damaged',
  too_large: 'the picture has more pixels than are read',
  too_many: 'the document has more pictures than are read',
  out_of_time: 'the time for OCR was up',
  engine_failed: 'OCR failed, or needed more memory than it has',
};

/** Adds what pictures say to a model: their text after what was read, their account, and warnings on what is doubtful. */
export function withScans(model: TextModel, { recognised, pictures }: ScanReading): TextModel {
  if (recognised.length === 0) return model;
  const blocks = [...model.blocks];
  for (const { page, picture, text } of pictures) {
    const block: ParagraphBlock = { kind: 'paragraph', index: 0, text, page, picture };
    const before = blocks.findLastIndex((other) => (other.page ?? 0) <= page);
    blocks.splice(before + 1, 0, block);
  }
  return {
    ...model,
    blocks: blocks.map((block, index) => ({ ...block, index })),
    warnings: [...model.warnings, ...recognitionWarnings(recognised)],
    recognised: [...recognised],
  };
}

/** Warnings that name the pages that OCR read badly, not at all, or that it was not given. */
export function recognitionWarnings(recognised: readonly RecognisedPage[]): DocumentWarning[] {
  const warnings: DocumentWarning[] = [];
  const doubtful = recognised.filter((page) => isRead(page) && page.confidence < DOUBTFUL);
  if (doubtful.length > 0)
    warnings.push({
      code: 'ocr_doubtful',
      message: `Read by OCR, but doubtful (confidence below ${DOUBTFUL} %): ${named(doubtful)}. Compare with the original.`,
    });
  // A picture beside text may be a photo.
  const empty = recognised.filter((page) => page.failure === undefined && !isRead(page) && page.picture === undefined);
  if (empty.length > 0) warnings.push({ code: 'ocr_found_nothing', message: `OCR found no text: ${named(empty)}.` });
  for (const [failure, why] of Object.entries(FAILURES)) {
    const failed = recognised.filter((page) => page.failure === failure);
    if (failed.length > 0) warnings.push({ code: `ocr_${failure}`, message: `Not read, ${why}: ${named(failed)}.` });
  }
  return warnings;
}

/** Why a document without any text has none, in public words; undefined when OCR had nothing to read. */
export function recognitionDetail(recognised: readonly RecognisedPage[]): string | undefined {
  const told = recognitionWarnings(recognised).map(({ message }) => message.replace(/\.$/, ''));
  return told.length === 0 ? undefined : told.join('; ');
}

const isRead = (page: RecognisedPage): boolean => page.failure === undefined && page.characters > 0;

/** "page 3, page 5 (picture 2) and 4 more". */
function named(pages: readonly RecognisedPage[]): string {
  const names = pages.map((page) => placeOf(page));
  const rest = names.length - MOST_NAMED;
  return rest > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${rest} more` : names.join(', ');
}

/** As people say it; pictures of a document without pages have page 0. */
export function placeOf({ page, picture }: Pick<RecognisedPage, 'page' | 'picture'>): string {
  if (page === 0) return `picture ${picture ?? 1}`;
  return picture === undefined ? `page ${page}` : `page ${page} (picture ${picture})`;
}
