import type { XmlTag } from '../xml/scanner.js';
import type { Numbering } from './numbering.js';
import type { ParagraphBuilder } from './paragraph-builder.js';
import type { TextStyles } from './styles.js';

/** Properties of one paragraph (`w:pPr`). */
export class ParagraphProperties {
  styleId: string | undefined;
  markDeleted = false;
  #listId: string | undefined;
  #level: number | undefined;
  #outlineLevel: number | undefined;
  #inMark = false;

  open(name: string, tag: XmlTag): void {
    const value = tag.attribute('w:val');
    if (name === 'w:rPr') this.#inMark = true;
    else if (this.#inMark) return;
    else if (name === 'w:pStyle') this.styleId = value;
    else if (name === 'w:numId') this.#listId = value;
    else if (name === 'w:ilvl') this.#level = Number(value ?? 0);
    else if (name === 'w:outlineLvl') this.#outlineLevel = Number(value ?? 9);
  }

  close(name: string): void {
    if (name === 'w:rPr') this.#inMark = false;
  }

  /** Gives the paragraph its heading level and computes its number. List "0" takes a style's numbering away. */
  apply(paragraph: ParagraphBuilder, styles: TextStyles, numbering: Numbering): void {
    const style = styles.paragraph(this.styleId);
    paragraph.markDeleted = this.markDeleted;
    paragraph.contents = /^toc \d$/i.test(style.name);
    paragraph.heading =
      this.#outlineLevel === undefined ? style.heading : this.#outlineLevel < 9 ? this.#outlineLevel + 1 : undefined;
    const listId = this.#listId ?? style.listId;
    if (listId === undefined || listId === '0') return;
    const level = this.#level ?? numbering.levelOfStyle(listId, this.styleId ?? '') ?? style.listLevel ?? 0;
    paragraph.listLevel = level;
    const number = numbering.next({ listId, level });
    if (number !== undefined) paragraph.number = number;
    paragraph.boxed = numbering.hasBoxes({ listId, level });
  }
}
