import type { XmlTag } from '../xml/scanner.js';
import type { OdsStyles } from './styles.js';

/** A run of spaces that an element stands for is no longer than a line. */
const MOST_SPACES = 1_000;
/** Elements in a cell that are not its text: notes, drawings, pronunciations, tables in tables. */
const APART =
  /^(?:office:annotation(?:-end)?|text:note|text:ruby-text|table:table|draw:.*|office:forms|table:detective)$/;

interface Span {
  depth: number;
  bold: boolean;
  struck: boolean;
}

/** Collects the text that a cell shows: its paragraphs, one a line, without what is struck out and without notes. */
export class CellText {
  readonly #lines: string[] = [];
  readonly #spans: Span[] = [];
  #line: string | undefined;
  /** Further white space of the file shows nothing. */
  #afterSpace = true;
  #depth = 0;
  #apartFrom = 0;
  #hasBold = false;
  #hasPlain = false;

  constructor(private readonly styles: OdsStyles) {}

  get wantsText(): boolean {
    return this.#line !== undefined && this.#apartFrom === 0 && this.#spans.at(-1)?.struck !== true;
  }

  /** Whether an element inside the cell is still open. */
  get isInside(): boolean {
    return this.#depth > 0;
  }

  /** Whether there is a paragraph, even an empty one. */
  get isStated(): boolean {
    return this.#lines.length > 0;
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  /** All of its words stand in bold pieces. */
  get bold(): boolean {
    return this.#hasBold && !this.#hasPlain;
  }

  open(name: string, tag: XmlTag): void {
    this.#depth++;
    if (this.#apartFrom > 0) return;
    if (APART.test(name)) this.#apartFrom = this.#depth;
    else if (name === 'text:p' || name === 'text:h') {
      this.#line = '';
      this.#afterSpace = true;
    } else if (name === 'text:span') this.#openSpan(tag.attribute('text:style-name') ?? '');
    else if (!this.wantsText) return;
    else if (name === 'text:s') this.#put(' '.repeat(Math.min(MOST_SPACES, Number(tag.attribute('text:c') ?? 1) || 1)));
    else if (name === 'text:tab') this.#put('\t');
    else if (name === 'text:line-break') this.#put('\n');
  }

  add(text: string): void {
    if (!this.wantsText) return;
    let shown = text.replace(/[ \t\r\n]+/g, ' ');
    if (this.#afterSpace && shown.startsWith(' ')) shown = shown.slice(1);
    if (shown === '') return;
    this.#line = (this.#line ?? '') + shown;
    this.#afterSpace = shown.endsWith(' ');
    if (shown.trim() === '') return;
    if (this.#spans.at(-1)?.bold === true) this.#hasBold = true;
    else this.#hasPlain = true;
  }

  close(name: string): void {
    if (this.#apartFrom === this.#depth) this.#apartFrom = 0;
    else if (this.#apartFrom === 0) {
      if (this.#spans.at(-1)?.depth === this.#depth) this.#spans.pop();
      if ((name === 'text:p' || name === 'text:h') && this.#line !== undefined) {
        this.#lines.push(this.#line);
        this.#line = undefined;
      }
    }
    this.#depth--;
  }

  #openSpan(style: string): void {
    const around = this.#spans.at(-1);
    const { bold, struck } = this.styles.text(style);
    this.#spans.push({
      depth: this.#depth,
      bold: bold ?? around?.bold ?? false,
      struck: struck ?? around?.struck ?? false,
    });
  }

  #put(text: string): void {
    this.#line = (this.#line ?? '') + text;
    this.#afterSpace = false;
  }
}
