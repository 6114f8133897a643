const SLOTS = 256;

/**
 * Interns the names of a scan: finds the canonical name of a stretch of the buffer without slicing it, which is most of
 * what a parser of small tags would otherwise do.
 */
export class NameTable {
  readonly #raw: (string | undefined)[] = new Array<string | undefined>(SLOTS);
  readonly #canonical: string[] = new Array<string>(SLOTS);
  /** Raw name of the last find. */
  lastRaw = '';

  /** `resolve` is asked for names that are new or were pushed out of their slot. */
  constructor(private readonly resolve: (raw: string) => string) {}

  clear(): void {
    this.#raw.fill(undefined);
  }

  /** Canonical name of buffer[from, to). */
  find(buffer: string, from: number, to: number): string {
    const length = to - from;
    const slot = (buffer.charCodeAt(from) * 7 + buffer.charCodeAt(to - 1) * 31 + length * 5) & (SLOTS - 1);
    const known = this.#raw[slot];
    if (known?.length === length && buffer.startsWith(known, from)) {
      this.lastRaw = known;
      return this.#canonical[slot]!;
    }
    const raw = buffer.slice(from, to);
    const canonical = this.resolve(raw);
    this.#raw[slot] = raw;
    this.#canonical[slot] = canonical;
    this.lastRaw = raw;
    return canonical;
  }
}
