import { splitSentences } from '../../answering/finding/sentences.js';

/** What is compared: a sentence, or a row of a table. */
export interface Unit {
  locator: string;
  text: string;
}

/** Types whose passages are rows. */
const TABLES = new Set(['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
const CELLS = ' | ';

/** Cuts the passages of one version into sentences and rows, one after the other. */
export class Units {
  readonly all: Unit[] = [];
  private header = '';

  constructor(private readonly mimeType: string) {}

  add({ locator, text }: Unit): void {
    const lines = TABLES.has(this.mimeType) ? [text] : text.split('\n');
    const header = lines[0]?.includes(CELLS) ? `${locator}\n${lines[0]}` : '';
    // A table in several passages repeats its header in each.
    const repeated = header !== '' && header === this.header;
    this.header = header;
    for (const line of repeated ? lines.slice(1) : lines) {
      const isRow = TABLES.has(this.mimeType) || line.includes(CELLS);
      for (const one of isRow ? [line] : sentencesOf(line)) {
        const clean = one.normalize('NFC').replace(/\s+/g, ' ').trim();
        if (clean !== '') this.all.push({ locator, text: clean });
      }
    }
  }
}

const sentencesOf = (line: string): string[] => splitSentences(line).map(({ start, end }) => line.slice(start, end));
