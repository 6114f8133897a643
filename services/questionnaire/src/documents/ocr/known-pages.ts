import type { EngineLine } from './engine-messages.js';

/** What the engine read on a picture, after it was set upright. */
export interface PageReading {
  lines: EngineLine[];
  /** Quarter turns, clockwise, that set it upright. */
  turned: number;
}

/** What a thread asks before it lets the engine read a picture, and tells after it. */
export interface PageMemory {
  get(picture: string): Promise<PageReading | undefined>;
  put(picture: string, reading: PageReading): void;
}

/** About what a word takes, in bytes. */
const WORD_BYTES = 120;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * What was last read by OCR, by the digest of the picture, so that a document is not read anew for each look at what
 * corrections would change. In memory only, bounded; whoever asks has the picture, so that nobody learns another's text.
 */
export class KnownPages {
  readonly #readings = new Map<string, PageReading>();
  #bytes = 0;

  constructor(private readonly mostBytes = MOST_BYTES) {}

  get(picture: string): PageReading | undefined {
    const reading = this.#readings.get(picture);
    if (reading === undefined) return undefined;
    this.#readings.delete(picture);
    this.#readings.set(picture, reading);
    return reading;
  }

  put(picture: string, reading: PageReading): void {
    if (this.#readings.has(picture)) return;
    this.#readings.set(picture, reading);
    this.#bytes += weightOf(reading);
    for (const [oldest, { lines, turned }] of this.#readings) {
      if (this.#bytes <= this.mostBytes) return;
      this.#readings.delete(oldest);
      this.#bytes -= weightOf({ lines, turned });
    }
  }
}

const weightOf = ({ lines }: PageReading): number =>
  lines.reduce((sum, { words }) => sum + words.reduce((all, { text }) => all + WORD_BYTES + 2 * text.length, 100), 200);
