import type { ParagraphBlock } from '../../documents/model.js';
import type { AccountClass, AccountEntry } from '../result.js';
import { placeOf } from './places.js';
import type { TextUnit } from './units.js';

/** The account of a text document: every paragraph and line is booked once, in the order of the document. */
export class TextAccount {
  readonly entries: AccountEntry[] = [];
  private readonly booked = new Map<number, AccountEntry>();

  /** A paragraph that holds several units is booked once, as the most telling of them. */
  book(unit: TextUnit, entryClass: AccountClass, reason: string): void {
    unit.blocks.forEach((block, i) => {
      const known = this.booked.get(block.index);
      if (known !== undefined) {
        if (known.class !== 'question' && entryClass === 'question')
          Object.assign(known, { class: entryClass, reason });
        return;
      }
      const entry: AccountEntry = {
        class: entryClass,
        reason: i > 0 && entryClass === 'question' ? 'question_continued' : reason,
        location: placeOf(block),
        text: block.text.slice(0, 200),
      };
      this.booked.set(block.index, entry);
      this.entries.push(entry);
    });
  }

  /** A line of a table of contents repeats a heading. */
  bookContents(block: ParagraphBlock): void {
    this.entries.push({
      class: 'header',
      reason: 'table_of_contents',
      location: placeOf(block),
      text: block.text.slice(0, 200),
    });
  }

  /** A running head or foot, or a page number, which is part of no block. */
  bookRunningLine({ page, line, text }: { page: number; line: number; text: string }): void {
    const entry = { class: 'skipped', reason: 'running_line', location: { page, line } } as const;
    this.entries.push({ ...entry, text: text.slice(0, 200) });
  }

  bookUnreadPage(page: number): void {
    this.entries.push({ class: 'skipped', reason: 'page_without_text', location: { page, line: 1 }, text: '' });
  }
}
