import type { CellModel } from '../../documents/model.js';
import type { TableRow } from './row-kinds.js';

/**
 * The headings under which a row stands. Headings of one look are of one level: a heading replaces the last of its look and
 * all below it. Headings that follow each other without a question between them are nested, also when they look the same.
 */
export class SectionPath {
  private readonly stack: { look: string; text: string }[] = [];
  private sinceQuestion = true;
  /** Counts the changes of the path. */
  version = 0;

  /** `leads`: another heading of the same look follows directly. */
  enter(look: string, text: string, leads = false): void {
    const top = this.stack.at(-1);
    const nested = !this.sinceQuestion && top?.look === look;
    if (!nested) {
      const known = leads
        ? this.stack.findIndex((entry) => entry.look === look)
        : this.stack.findLastIndex((entry) => entry.look === look);
      if (known >= 0) this.stack.length = known;
      else if (this.sinceQuestion && this.stack.length >= 3) this.stack.length = 1;
    }
    this.stack.push({ look, text });
    this.version++;
    this.sinceQuestion = false;
  }

  /** A question stands under the present headings. */
  used(): void {
    this.sinceQuestion = true;
  }

  path(): string[] {
    return this.stack.map((entry) => entry.text);
  }
}

/** What the level of a heading shows by: where it stands, how it is set, how deep its number is. */
export function look(row: TableRow, cell: CellModel | undefined): string {
  const depth = row.identifier === '' ? '' : String(row.identifier.split(/[.\-_]/).length);
  return [cell?.column ?? '', cell?.bold === true, cell?.filled === true, cell?.fontSize ?? '', depth].join('|');
}
