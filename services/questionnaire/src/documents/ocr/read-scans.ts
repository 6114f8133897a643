import { createHash } from 'node:crypto';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ReadBudget } from '../budget.js';
import type { Box } from '../pdf/geometry.js';
import { loadPdfJs, openPdf, type PdfJs } from '../pdf/open-pdf.js';
import type { PageContent } from '../pdf/page-content.js';
import { Engine, EngineError } from './engine.js';
import type { GrayPicture } from './gray-picture.js';
import { turn } from './gray-picture.js';
import { findTurn } from './orientation.js';
import { drawSheet, shownPictures, type ShownPicture } from './page-picture.js';
import { mayShowPictures, namesLargerPicture } from './picture-marks.js';
import type { RecognisedPage, Recognition } from './recognition.js';
import { toPieces, type ReadPicture } from './word-pieces.js';

/** What pictures of a document say. The pieces of scanned pages have been added to those pages. */
export interface ScanReading {
  recognised: RecognisedPage[];
  /** Text of the pictures beside text. */
  pictures: { page: number; picture: number; text: string }[];
}

/** A page with less text than this may be a scan with a stamp; with next to none it is one, if it shows pictures. */
const STAMP_CHARACTERS = 200;
const NO_CHARACTERS = 20;
/** Share of a page that a scan covers. */
const SCAN_COVER = 0.6;
/** Pictures beside text that are too small to say anything, in points. */
const [LEAST_WIDTH, LEAST_HEIGHT] = [90, 30];
/** What is read of a picture beside text counts from here: logos and photos give odd letters. */
const LEAST_PICTURE_CONFIDENCE = 60;
const LEAST_PICTURE_CHARACTERS = 12;

/**
 * Reads the pages of a PDF that have pictures in place of text, and with `recognition.pictures` the pictures beside text
 * too. The file is opened a second time, now with pictures, and only if a page can need it. Nothing here fails the
 * document: what was not read is told in `recognised`.
 */
export async function readScans(
  bytes: Uint8Array,
  pages: readonly PageContent[],
  recognition: Recognition,
  budget: ReadBudget,
): Promise<ScanReading> {
  const wanted = pages.flatMap((page, i) =>
    recognition.pictures || charactersOf(page) < STAMP_CHARACTERS ? [i + 1] : [],
  );
  if (wanted.length === 0 || !mayShowPictures(bytes)) return { recognised: [], pictures: [] };
  const pdfjs = await loadPdfJs();
  const pdf = await openPdf(pdfjs, bytes, recognition.options.pixels);
  const reader = new ScanReader(recognition, budget);
  try {
    for (const number of wanted) await readPage(pdfjs, pdf, number, pages[number - 1]!, reader, bytes);
    return reader.reading;
  } finally {
    await reader.close();
    await pdf.destroy();
  }
}

const charactersOf = ({ pieces }: PageContent): number =>
  pieces.reduce((sum, piece) => sum + piece.text.trim().length, 0);

async function readPage(
  pdfjs: PdfJs,
  pdf: PDFDocumentProxy,
  number: number,
  content: PageContent,
  reader: ScanReader,
  bytes: Uint8Array,
): Promise<void> {
  const sheet = { left: 0, top: 0, right: content.width, bottom: content.height };
  const characters = charactersOf(content);
  if (characters < STAMP_CHARACTERS && reader.isOver(number)) return;
  const page = await pdf.getPage(number);
  try {
    const pictures = await shownPictures(pdfjs, page);
    if (pictures.length === 0) {
      const { pixels } = reader.options;
      if (characters < NO_CHARACTERS && content.rulings.length === 0 && namesLargerPicture(bytes, pixels))
        reader.reading.recognised.push(unread(number, 'too_large'));
      return;
    }
    const isScan =
      characters < NO_CHARACTERS || (characters < STAMP_CHARACTERS && coverOf(pictures, sheet) >= SCAN_COVER);
    if (isScan) await readScan(pictures, sheet, number, content, reader);
    else if (reader.readsPictures) await readPictures(pictures, sheet, number, reader);
  } finally {
    page.cleanup();
  }
}

async function readScan(
  pictures: readonly ShownPicture[],
  sheet: Box,
  number: number,
  content: PageContent,
  reader: ScanReader,
): Promise<void> {
  const read = await reader.read(pictures, sheet, { page: number });
  if (read === undefined) return;
  if (read.turned % 2 === 1) [content.width, content.height] = [content.height, content.width];
  content.pieces.push(...read.pieces);
}

async function readPictures(
  pictures: readonly ShownPicture[],
  sheet: Box,
  page: number,
  reader: ScanReader,
): Promise<void> {
  let picture = 0;
  for (const shown of pictures) {
    const { left, right, top, bottom } = shown.box;
    const isSeen = right > 0 && bottom > 0 && left < sheet.right && top < sheet.bottom;
    if (!isSeen || right - left < LEAST_WIDTH || bottom - top < LEAST_HEIGHT || !reader.isNew(shown.name)) continue;
    picture++;
    const read = await reader.read([shown], shown.box, { page, picture });
    if (read === undefined || read.confidence < LEAST_PICTURE_CONFIDENCE) continue;
    if (read.characters < LEAST_PICTURE_CHARACTERS) continue;
    reader.reading.pictures.push({ page, picture, text: read.pieces.map(({ text }) => text).join('\n') });
  }
}

/** Share of the page that its pictures cover, those that lie over each other counted twice. */
function coverOf(pictures: readonly ShownPicture[], sheet: Box): number {
  const area = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top);
  return pictures.reduce((sum, { box }) => sum + area(box), 0) / Math.max(1, area(sheet));
}

const unread = (page: number, failure: NonNullable<RecognisedPage['failure']>): RecognisedPage => ({
  page,
  confidence: 0,
  characters: 0,
  turned: 0,
  failure,
});

/** The engine with the time and the number of pages that one document has. */
class ScanReader {
  readonly reading: ScanReading = { recognised: [], pictures: [] };
  readonly options: Recognition['options'];
  readonly readsPictures: boolean;
  readonly #engine: Engine;
  readonly #seen = new Set<string>();
  #endTurn: (() => void) | undefined;
  #deadline = Infinity;
  #pages = 0;

  constructor(
    private readonly recognition: Recognition,
    private readonly budget: ReadBudget,
  ) {
    this.options = recognition.options;
    this.readsPictures = recognition.pictures;
    this.#engine = new Engine(recognition.options);
  }

  /** The same logo on each page is one picture. */
  isNew(name: string): boolean {
    const isNew = !this.#seen.has(name);
    this.#seen.add(name);
    return isNew;
  }

  /** Says that the page is not read, when nothing is left for it. */
  isOver(page: number, picture?: number): boolean {
    const failure =
      this.#pages >= this.options.pages ? 'too_many' : performance.now() > this.#deadline ? 'out_of_time' : undefined;
    if (failure === undefined) return false;
    this.reading.recognised.push({ ...unread(page, failure), ...(picture === undefined ? {} : { picture }) });
    return true;
  }

  /** Reads what pictures show within a box of the page, and accounts for it. */
  async read(
    pictures: readonly ShownPicture[],
    box: Box,
    place: { page: number; picture?: number },
  ): Promise<(ReadPicture & { turned: number }) | undefined> {
    if (this.isOver(place.page, place.picture)) return undefined;
    this.#pages++;
    return this.budget.apart(async () => {
      const { picture, scale } = drawSheet(pictures, box);
      const digest = this.#digest(picture);
      const known = await this.recognition.memory?.get(digest);
      if (known === undefined && this.#endTurn === undefined) {
        this.#endTurn = await this.recognition.turn();
        this.#deadline = performance.now() + this.options.timeMs;
      }
      try {
        const { lines, turned } = known ?? (await this.#lines(picture));
        if (known === undefined) this.recognition.memory?.put(digest, { lines, turned });
        const read = toPieces(lines, scale, turned === 0 ? box : { left: 0, top: 0, right: 0, bottom: 0 });
        const { confidence, characters } = read;
        this.reading.recognised.push({ ...place, confidence: Math.round(confidence), characters, turned });
        return { ...read, turned };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        this.reading.recognised.push({ ...unread(place.page, error.reason), ...place });
        return undefined;
      }
    });
  }

  /** The same for the same pixels read in the same languages. */
  #digest({ width, height, pixels }: GrayPicture): string {
    const head = `${this.options.languages.join('+')} ${width} ${height} `;
    return createHash('sha256').update(head).update(pixels).digest('base64');
  }

  async #lines(picture: GrayPicture): Promise<{ lines: Awaited<ReturnType<Engine['read']>>; turned: number }> {
    const until = Math.min(this.#deadline, performance.now() + this.options.pageMs);
    const left = (): number => until - performance.now();
    const turned = await findTurn(picture, (sample) => this.#engine.read(sample, left()));
    return { lines: await this.#engine.read(turn(picture, turned), left()), turned };
  }

  async close(): Promise<void> {
    await this.#engine.close();
    this.#endTurn?.();
  }
}
