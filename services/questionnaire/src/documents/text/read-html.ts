import { Parser } from 'htmlparser2';
import type { ReadBudget } from '../budget.js';
import type { TableCell, TextModel } from '../model.js';
import { TextBlocks } from './text-blocks.js';

/** Elements whose text nobody sees on the page, or which strike it out. */
const UNSEEN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'iframe',
  'object',
  'select',
  'textarea',
  's',
  'strike',
  'del',
]);
/** Elements that begin and end a paragraph. */
const BLOCKS = new Set(
  'p div section article main header footer nav aside li ul ol dl dt dd blockquote pre figure figcaption address h1 h2 h3 h4 h5 h6 table tr td th caption form fieldset legend details summary hr body html'.split(
    ' ',
  ),
);

/** The term of a definition: what explains it follows in the same line, as a label's value does. A question is none. */
const SHORT_TERM = /^[^.:?!\n]{1,60}$/;

/** Reads a web page: headings, list items, tables and paragraphs as text. Nothing in it is fetched or run. */
export function readHtml(text: string, budget: ReadBudget): TextModel {
  const reader = new HtmlReader(new TextBlocks(budget));
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (piece) => reader.text(piece),
      onclosetag: (name) => reader.close(name),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(text);
  return { kind: 'text', format: 'html', blocks: reader.finish(), warnings: [] };
}

class HtmlReader {
  #text = '';
  #unseen = 0;
  #heading: number | undefined;
  readonly #lists: { ordered: boolean; number: number }[] = [];
  #item: { listLevel: number; number?: string } | undefined;
  /** A term of a definition list, and whether its words are still being read. */
  #term = '';
  #inTerm = false;
  #rows: TableCell[][] | undefined;
  #row: TableCell[] | undefined;
  #tableDepth = 0;

  constructor(private readonly out: TextBlocks) {}

  open(name: string, attributes: Record<string, string>): void {
    if (UNSEEN.has(name)) this.#unseen++;
    if (this.#unseen > 0) return;
    if (BLOCKS.has(name)) this.#flush();
    if (name === 'br') this.#text += '\n';
    else if (/^h[1-6]$/.test(name)) this.#heading = Number(name[1]);
    else if (name === 'ol' || name === 'ul')
      this.#lists.push({ ordered: name === 'ol', number: Number(attributes['start'] ?? 1) });
    else if (name === 'li') this.#startItem();
    else if (name === 'dt') this.#inTerm = true;
    else if (name === 'img' && this.#row !== undefined) this.#text += ` ${attributes['alt'] ?? ''} `;
    else if (name === 'table' && ++this.#tableDepth === 1) this.#rows = [];
    else if (name === 'tr' && this.#tableDepth === 1) this.#rows?.push((this.#row = []));
    else if ((name === 'td' || name === 'th') && this.#tableDepth === 1) this.#startCell(name === 'th', attributes);
    else if (name === 'input' && (attributes['type'] === 'checkbox' || attributes['type'] === 'radio')) {
      this.#text += attributes['checked'] === undefined ? '☐ ' : '☒ ';
    }
  }

  text(piece: string): void {
    if (this.#unseen === 0) this.#text += piece.replace(/[ \t\r\n\f]+/g, ' ');
  }

  close(name: string): void {
    if (this.#unseen > 0) {
      if (UNSEEN.has(name)) this.#unseen--;
      return;
    }
    if (BLOCKS.has(name)) this.#flush();
    if (/^h[1-6]$/.test(name)) this.#heading = undefined;
    else if (name === 'ol' || name === 'ul') this.#lists.pop();
    else if (name === 'li') this.#item = undefined;
    else if (name === 'dt') this.#inTerm = false;
    else if (name === 'dl') this.#flushTerm();
    else if (name === 'table' && --this.#tableDepth === 0) {
      this.out.table(this.#rows ?? []);
      this.#rows = undefined;
      this.#row = undefined;
    }
  }

  finish(): TextBlocks['blocks'] {
    this.#flush();
    this.#flushTerm();
    return this.out.blocks;
  }

  /** A term that nothing explains stands for itself. */
  #flushTerm(): void {
    if (this.#term !== '') this.out.paragraph(this.#term, this.#item ?? {});
    this.#term = '';
  }

  #startItem(): void {
    const list = this.#lists[this.#lists.length - 1];
    const listLevel = Math.max(0, this.#lists.length - 1);
    this.#item = list?.ordered === true ? { listLevel, number: `${list.number++}.` } : { listLevel };
  }

  #startCell(isHead: boolean, attributes: Record<string, string>): void {
    const span = (value: string | undefined): number => Math.min(1000, Math.max(1, Number(value ?? 1) || 1));
    const last = this.#row?.[this.#row.length - 1];
    const column = last === undefined ? 0 : last.column + last.columnSpan;
    const cell: TableCell = {
      row: (this.#rows?.length ?? 1) - 1,
      column,
      rowSpan: span(attributes['rowspan']),
      columnSpan: span(attributes['colspan']),
      text: '',
    };
    if (isHead) cell.bold = true;
    this.#row?.push(cell);
  }

  /** Ends the running text: into the open cell, or as a paragraph. */
  #flush(): void {
    const text = this.#text
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    this.#text = '';
    if (text === '') return;
    const cell = this.#row?.[this.#row.length - 1];
    if (cell !== undefined) {
      cell.text = cell.text === '' ? text : `${cell.text}\n${text}`;
      return;
    }
    if (this.#inTerm && SHORT_TERM.test(text)) {
      this.#flushTerm();
      this.#term = text;
      return;
    }
    const term = this.#term;
    this.#term = '';
    if (term !== '') this.out.paragraph(`${term}: ${text}`, this.#item ?? {});
    else if (this.#heading !== undefined) this.out.paragraph(text, { heading: this.#heading });
    else this.out.paragraph(text, this.#item ?? {});
    // Only the first paragraph of an item carries its number.
    if (this.#item !== undefined) this.#item = { listLevel: this.#item.listLevel };
  }
}
