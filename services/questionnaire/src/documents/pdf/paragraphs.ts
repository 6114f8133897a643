import type { TextLine } from './lines.js';
import { joinsUnspaced, startsUnspaced } from './scripts.js';

/** Lines that belong together, as one paragraph. */
export interface Paragraph {
  text: string;
  lines: TextLine[];
}

/** How a line begins that is never the middle of a paragraph: a bullet, a number, a check box. */
const STARTS_ITEM =
  /^(?:[•◦▪■●○◆➢✓‣*–—-]\s|[☐☒☑□❑]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s|\(?(?!\p{Ideographic})\p{L}\)\s|\d{1,3}(?:\.\d{1,3})+\.?\s|Q\d+\b)/u;
const ENDS_SENTENCE = /[.!?:;…。！？：؟][)"”’»\]]*$/u;

const ENDS_QUESTION = /[?？؟][)"”’»\]]*$/u;
/** "if so, which", "(please describe)": what goes on behind a question mark; not "yes / no", and in capitals only in brackets. */
const CONTINUES_QUESTION = /^(?:\p{Ll}\p{L}*(?:[\s,]+\p{L}{2,}){2}|[(（]\s?\p{L}{2})/u;

export const endsSentence = (text: string): boolean => ENDS_SENTENCE.test(text);

/**
 * Joins wrapped lines: a line goes on in the next one when it stands close below, in the same type, and the line above was
 * so full that the next word did not fit.
 */
export function makeParagraphs(lines: readonly TextLine[]): Paragraph[] {
  const leftwards = lines.filter((line) => line.leftwards).length;
  if (leftwards * 2 <= lines.length) return joinLines(lines);
  // What runs from right to left begins at the right edge: the same, seen in a mirror.
  const originals = new Map<TextLine, TextLine>();
  const mirrored = lines.map((line) => {
    const image = { ...line, left: -line.right, right: -line.left };
    originals.set(image, line);
    return image;
  });
  return joinLines(mirrored).map((paragraph) => ({
    ...paragraph,
    lines: paragraph.lines.map((line) => originals.get(line) ?? line),
  }));
}

function joinLines(lines: readonly TextLine[]): Paragraph[] {
  const rightEdge = Math.max(...lines.map((line) => line.right));
  const spacing = usualSpacing(lines);
  const paragraphs: Paragraph[] = [];
  for (const line of lines) {
    const paragraph = paragraphs[paragraphs.length - 1];
    if (paragraph !== undefined && continues(paragraph, line, rightEdge, spacing)) {
      paragraph.text = joinWrapped(paragraph.text, line.text);
      paragraph.lines.push(line);
    } else paragraphs.push({ text: line.text, lines: [line] });
  }
  return paragraphs;
}

function continues(paragraph: Paragraph, line: TextLine, rightEdge: number, spacing: number): boolean {
  const above = paragraph.lines[paragraph.lines.length - 1]!;
  const gap = line.bottom - above.bottom;
  if (gap <= 0 || gap > Math.max(spacing * 1.25, line.fontSize * 1.5)) return false;
  if (Math.abs(line.fontSize - above.fontSize) > 0.6 || line.bold !== above.bold) return false;
  if (line.rating !== undefined || above.rating !== undefined) return false;
  if (STARTS_ITEM.test(line.text) || line.fields.length > 0 || above.fields.length > 0) return false;
  if (line.text.includes('\t') || above.text.includes('\t')) return false;
  const first = paragraph.lines[0]!;
  // Text of a list item hangs to the right of its number; other text starts at the same edge, or is indented once.
  const startsLeft =
    line.left >= first.left - 3 && line.left <= Math.max(first.left, paragraph.lines[1]?.left ?? 0) + line.fontSize * 4;
  const isCentred = Math.abs((line.left + line.right) / 2 - (above.left + above.right) / 2) < 3;
  // The first line of an item may be indented, so that the rest of an open bracket stands left of it.
  const closes = closesBracket(paragraph.text, line.text);
  const hangs = closes && line.left < first.left && first.left - line.left <= line.fontSize * 5;
  if (!startsLeft && !isCentred && !hangs) return false;
  if (closes) return true;
  const fits = above.right + firstWordWidth(line) + line.fontSize * 0.3 <= rightEdge - 2;
  if (!fits) return true;
  if (gap > spacing * 1.1) return false;
  // A short line that ends a sentence ends the paragraph; one that does not may have been broken by hand.
  if (!ENDS_SENTENCE.test(above.text)) return /^\p{Ll}/u.test(line.text);
  return ENDS_QUESTION.test(above.text) && CONTINUES_QUESTION.test(line.text);
}

/** A bracket that the text opens is closed in the line: "(name, title," – "e-mail)". */
function closesBracket(above: string, below: string): boolean {
  const open = /[(（][^()（）]{1,120}$/u.test(above.slice(-160));
  return open && /^[^()（）]{1,120}[)）]/u.test(below);
}

function firstWordWidth(line: TextLine): number {
  // Chinese and Japanese are broken behind any sign.
  const word = (startsUnspaced(line.text) ? /^./u : /^\S+/).exec(line.text)?.[0] ?? '';
  return ((line.right - line.left) * word.length) / Math.max(1, line.text.length);
}

/** A word divided by a soft hyphen is whole again; a hyphen before a small letter may be part of the word and stays. */
export function joinWrapped(above: string, below: string): string {
  if (above.endsWith('\u00ad')) return above.slice(0, -1) + below;
  if (/[\p{L}\d][-‐/]$/u.test(above)) return above + below;
  return joinsUnspaced(above, below) ? above + below : `${above} ${below}`;
}

/** Median distance of successive lines: what a paragraph's lines have, as paragraphs have more. */
function usualSpacing(lines: readonly TextLine[]): number {
  const gaps = lines.slice(1).map((line, i) => line.bottom - lines[i]!.bottom);
  const close = gaps.filter((gap, i) => gap > 0 && gap < lines[i]!.fontSize * 2).sort((a, b) => a - b);
  return close[Math.floor(close.length / 2)] ?? (lines[0]?.fontSize ?? 10) * 1.2;
}
