import type { TextModel } from '../model.js';
import type { PageContent, TextPiece } from './page-content.js';

type RunningLine = NonNullable<TextModel['runningLines']>[number];

/** Share of the page's height at the top and at the bottom in which running heads and feet stand. */
const MARGIN = 0.08;
/** Share of the pages on which a running head or foot is the same (it may change with the chapter). */
const LEAST_SHARE = 0.3;
const PAGE_NUMBER =
  /^(?:[-–—]\s*)?(?:(?:page|seite|página|pagina|p\.|стр\.|第)\s*)?\d{1,4}(?:\s*(?:\/|of|von|de|di|sur|из|页)\s*\d{1,4})?(?:\s*[-–—])?$/iu;

/**
 * Drops running heads, feet and page numbers: pieces in the margins that stand at the same height with the same text
 * on several pages, but for a number that counts with the pages. Gives what was dropped, line by line, for the account.
 */
export function dropMargins(pages: readonly PageContent[]): RunningLine[] {
  const dropped: RunningLine[] = [];
  const counts = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    const inMargins = page.pieces.filter((piece) => inMargin(piece, page));
    for (const key of new Set(inMargins.flatMap((piece) => marginKeys(piece, index))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [index, page] of pages.entries()) {
    const numbered = page.pieces.filter((piece) => inMargin(piece, page) && isPageOf(piece));
    const all = page.pieces;
    page.pieces = all.filter((piece) => {
      // Boxes stand at the same height on many pages, and belong to none of their heads.
      if (!inMargin(piece, page) || /^[☐☒]$/u.test(piece.text)) return true;
      if (PAGE_NUMBER.test(piece.text.trim()) && pages.length > 1) return false;
      // "SA-17 rev. 4 … Page 1 of 1": what stands on the line of a page number belongs to the foot.
      if (numbered.some((number) => Math.abs(number.bottom - piece.bottom) < 2)) return false;
      const count = Math.max(...marginKeys(piece, index).map((key) => counts.get(key) ?? 0));
      return count < 2 || count < pages.length * LEAST_SHARE;
    });
    const kept = new Set(page.pieces);
    const gone = all.filter((piece) => !kept.has(piece) && piece.text.trim() !== '');
    dropped.push(...linesOf(gone).map((text, i) => ({ page: index + 1, line: kept.size + 1 + i, text })));
  }
  return dropped;
}

/** The pieces of one height together, from the top of the page down. */
function linesOf(pieces: readonly TextPiece[]): string[] {
  const lines: TextPiece[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.bottom - b.bottom)) {
    const last = lines.at(-1);
    if (last?.[0] && Math.abs(last[0].bottom - piece.bottom) < 2) last.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) =>
    line
      .sort((a, b) => a.left - b.left)
      .map(({ text }) => text.trim())
      .join(' '),
  );
}

/** "Page 1 of 3": a page number also on the only page. */
function isPageOf(piece: TextPiece): boolean {
  const text = piece.text.trim();
  return PAGE_NUMBER.test(text) && /\p{L}/u.test(text);
}

function inMargin(piece: TextPiece, page: PageContent): boolean {
  return piece.bottom < page.height * MARGIN || piece.top > page.height * (1 - MARGIN);
}

/** Numbers of a running head that are looked at: one of them may be that of the page. */
const MOST_NUMBERS = 4;

/**
 * What a piece has in common with the same piece of other pages: its height, coarsely, and its text, as it stands or with one
 * number told by its distance to the page's. A question keeps its number: others like it are other questions.
 */
function marginKeys(piece: TextPiece, pageIndex: number): string[] {
  const text = piece.text.trim();
  const keys = [text];
  if (!/[?？؟]$/u.test(text)) {
    for (const { 0: digits, index } of [...text.matchAll(/\d{1,9}/g)].slice(0, MOST_NUMBERS))
      keys.push(`${text.slice(0, index)}\u0000${Number(digits) - pageIndex}\u0000${text.slice(index + digits.length)}`);
  }
  return keys.map((key) => `${Math.round(piece.bottom / 4)} ${key}`);
}
