import { isOtherEntry } from '../language/other-words.js';
import type { ShapeCache, TextShape } from '../language/text-shape.js';
import type { TextUnit } from './units.js';

/** "(please estimate)": all of it in brackets. */
const BRACKETED = /^[(（][^()（）]{3,300}[)）]$/u;
/** An entry to choose from is no longer. */
const ENTRY_WORDS = 20;

/** "1 = never; 7 = always": what the numbers of a scale mean. */
const LEGEND = /(?<![\p{L}\d])\d{1,2}\s*=\s*\p{L}.{0,300}[;,.\t\s(–-]\d{1,2}\s*=\s*\p{L}/su;

/** Whether a line tells what the steps of a scale mean. */
export const isLegend = (text: string): boolean => text.length <= 300 && !/[?？]/.test(text) && LEGEND.test(text);

export const isBracketed = (text: string): boolean => BRACKETED.test(text);

/** "(tick all that apply)", "only one answer" in the margin: what stands beside the boxes of a question, and asks nothing. */
export function isHintOfOptions({ text, number, blocks }: TextUnit): boolean {
  if (number !== '' || blocks[0]?.rated === true || /[?？؟:：]\s*$/u.test(text)) return false;
  return isBracketed(text) || (/^\p{Ll}/u.test(text) && text.split(/\s+/).length <= 4);
}

/** What is listed one level below a question is offered to it: "Monthly", "2 shifts: day and night", "Other: ____". */
export function isListedOption(unit: TextUnit, shape: TextShape): boolean {
  if (unit.heading !== undefined || shape.hasMark || shape.words > ENTRY_WORDS) return false;
  if (isOtherEntry(unit.text)) return true;
  return shape.manner !== 'question' && shape.manner !== 'request' && !unit.blank && !shape.endsWithColon;
}

/** Words that are all in capitals. */
export function isCapitals(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '');
  return letters.length >= 6 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}

/** "Who may respond? Any vendor that is registered may submit a proposal.": the text goes on with the answer. */
export function answersItself(text: string, shapes: ShapeCache): boolean {
  const mark = Math.max(...['?', '？', '؟'].map((sign) => text.lastIndexOf(sign)));
  const rest = text.slice(mark + 1).replace(/^[\s"'”’»)\]]+/u, '');
  return /^\p{Lu}/u.test(rest) && shapes.of(rest).manner === 'statement';
}

/** A short entry of a list, without a line of its own to write on. */
export function isEntry(unit: TextUnit, manner: string, words: number): boolean {
  const listed = unit.number !== '' || unit.bullet || unit.listLevel !== undefined;
  return listed && manner === 'phrase' && words <= 12 && !unit.bold && !unit.blank;
}

/** Bold words, or a few behind a number: the title of a part. */
export function isTitle(unit: TextUnit, words: number, colon: boolean): boolean {
  return (
    (unit.bold && words <= 12 && !/^\p{Ll}/u.test(unit.text)) ||
    (unit.number !== '' && words <= 8 && !/[.;,]$/.test(unit.text) && !colon)
  );
}
