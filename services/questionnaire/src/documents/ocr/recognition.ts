import type { PageMemory } from './known-pages.js';

/** What reading by OCR may use, and in which languages it reads. */
export interface RecognitionOptions {
  /** Codes of tesseract ("deu"), each with its package `@tesseract.js-data/CODE`; the first has the most to say. */
  languages: readonly string[];
  /** Pages and pictures of one document. */
  pages: number;
  /** Pixels of one picture in the file; larger ones are not decoded. */
  pixels: number;
  /** All OCR of one document, milliseconds; waiting for other documents does not count. */
  timeMs: number;
  /** One page, milliseconds. */
  pageMs: number;
  /** Memory of the engine (WebAssembly), MB. */
  memoryMb: number;
}

/** German first: its letters are those of English and more, and English reads as well so. */
export const DEFAULT_LANGUAGES: readonly string[] = ['deu', 'eng'];

export const DEFAULT_RECOGNITION: RecognitionOptions = {
  languages: DEFAULT_LANGUAGES,
  pages: 200,
  pixels: 40_000_000,
  timeMs: 300_000,
  pageMs: 60_000,
  memoryMb: 512,
};

/** Leave to read scans: without it a scan is refused as before. */
export interface Recognition {
  options: RecognitionOptions;
  /** Pictures beside text are read as well (knowledge documents). */
  pictures: boolean;
  /** Resolves when it is this document's turn: one engine runs at a time. What it gives ends the turn. */
  turn(): Promise<() => void>;
  /** What was read before; absent: everything is read anew. */
  memory?: PageMemory;
}

/** A page, or a picture on it, that was given to the engine. */
export interface RecognisedPage {
  /** From 1. */
  page: number;
  /** From 1, of a picture beside text; absent for the whole page. */
  picture?: number;
  /** Mean of the words, weighted by their length, 0 to 100; 0 when nothing was read. */
  confidence: number;
  /** Characters read. */
  characters: number;
  /** Quarter turns, clockwise, that set it upright. */
  turned: number;
  /** Why it was not read. */
  failure?: 'damaged' | 'too_large' | 'too_many' | 'out_of_time' | 'engine_failed';
}
