import type { ReadBudget } from '../budget.js';
import type { BlockModel, TextModel } from '../model.js';
import type { OpcPackage } from '../opc/package.js';
import { picturesToPdf, pictureSize } from './picture-pdf.js';
import { readScans } from './read-scans.js';
import type { RecognisedPage, Recognition } from './recognition.js';
import { makeLines } from '../pdf/lines.js';
import { recognitionWarnings } from './tell-recognition.js';

/** Pictures of fewer pixels are signs and logos. */
const LEAST_PIXELS = 20_000;
/** Compressed bytes of all pictures of a document. */
const MOST_BYTES = 64 * 1024 * 1024;
const LEAST_CONFIDENCE = 60;
const LEAST_CHARACTERS = 12;

/** Adds what the pictures of a Word document say, at its end: where on the page they stand is not known before it is set. */
export async function withDocxPictures(
  model: TextModel,
  opc: OpcPackage,
  recognition: Recognition,
  budget: ReadBudget,
): Promise<TextModel> {
  const { files, left } = picturesOf(opc, recognition);
  if (files.length === 0 && left.length === 0) return model;
  const { bytes, pages } = await picturesToPdf(
    files.map((file) => file.bytes),
    recognition.options.pixels,
  );
  // Each picture is the page of its own.
  const { recognised } =
    files.length === 0
      ? { recognised: [] }
      : await readScans(bytes, pages, { ...recognition, pictures: false }, budget);
  const told = [
    ...recognised.map((page): RecognisedPage => ({ ...page, page: 0, picture: files[page.page - 1]?.number ?? 0 })),
    ...left,
    ...undecoded(files, recognised),
  ];
  const blocks: BlockModel[] = recognised.flatMap(({ page, confidence, characters }) => {
    if (confidence < LEAST_CONFIDENCE || characters < LEAST_CHARACTERS) return [];
    const lines = makeLines(pages[page - 1]?.pieces ?? [], false).map((line) => line.text);
    return [{ kind: 'paragraph', index: 0, text: lines.join('\n'), picture: files[page - 1]?.number ?? 0 }];
  });
  return {
    ...model,
    blocks: [...model.blocks, ...blocks].map((block, index) => ({ ...block, index })),
    warnings: [...model.warnings, ...recognitionWarnings(told)],
    recognised: told,
  };
}

/** Pictures of which the reader of scans saw nothing: they could not be decoded. */
function undecoded(files: readonly PictureFile[], recognised: readonly RecognisedPage[]): RecognisedPage[] {
  const seen = new Set(recognised.map(({ page }) => page));
  return files.flatMap(({ number }, i) =>
    seen.has(i + 1)
      ? []
      : [{ page: 0, picture: number, confidence: 0, characters: 0, turned: 0, failure: 'damaged' as const }],
  );
}

interface PictureFile {
  /** From 1, in the order in which the document refers to its pictures. */
  number: number;
  bytes: Uint8Array;
}

/** PNG and JPEG pictures that the document's main part refers to, and those of them that are too large. */
function picturesOf(opc: OpcPackage, { options }: Recognition): { files: PictureFile[]; left: RecognisedPage[] } {
  const files: PictureFile[] = [];
  const left: RecognisedPage[] = [];
  let bytes = 0;
  const parts = opc
    .relationships(opc.mainPart('word/document.xml'))
    .filter(({ type, external, target }) => type === 'image' && !external && /\.(?:png|jpe?g)$/i.test(target))
    .map(({ target }) => target);
  for (const [i, part] of [...new Set(parts)].entries()) {
    const entry = opc.archive.entry(part);
    if (entry === undefined) continue;
    const refuse = (failure: 'too_large' | 'too_many'): number =>
      left.push({ page: 0, picture: i + 1, confidence: 0, characters: 0, turned: 0, failure });
    bytes += entry.size;
    if (bytes > MOST_BYTES) {
      refuse('too_large');
      continue;
    }
    const content = Buffer.concat([...opc.archive.chunks(entry)]);
    const size = pictureSize(content);
    const pixels = size === undefined ? 0 : size.width * size.height;
    if (pixels < LEAST_PIXELS) continue;
    if (pixels > options.pixels) refuse('too_large');
    else if (files.length >= options.pages) refuse('too_many');
    else files.push({ number: i + 1, bytes: content });
  }
  return { files, left };
}
