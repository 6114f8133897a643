import { escapeHtml } from '@candor/runtime/mail';
import { markdownMistake } from '../delivery/markdown-bounds.js';
import { markdownToHtml } from '../delivery/markdown.js';
import { remembered } from './remembered.js';

/** HTML that is safe to put into a page: everything that was put into it has been escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | false | undefined | readonly Piece[];

/** A page's markup; what is put into it is escaped unless it is `Html` itself. Attributes must stand in double quotes. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.reduce((text, part, i) => text + rendered(pieces[i - 1]) + part));
}

function rendered(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(printable(String(piece)));
  return piece.map(rendered).join('');
}

/** Without control characters, which neither HTML nor XML can hold; and without those that turn the direction of text around. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff\u202a-\u202e\u2066-\u2069]/g, '');

/** Texts come from other services too, which refuse none: one that takes too long to read is shown as it was written. */
const rendering = remembered((markdown) => {
  const text = printable(markdown);
  if (markdownMistake(text) === undefined) return markdownToHtml(text);
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join('\n');
}, 4_000_000);

/** The few plain elements that markdown becomes. */
export const markdownHtml = (markdown: string): Html => new Html(rendering(markdown));
