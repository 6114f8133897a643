import { isOtherEntry } from '../language/other-words.js';
import type { TextShape } from '../language/text-shape.js';
import type { TextUnit } from './units.js';

/** "(please estimate)": all of it in brackets. */
const BRACKETED = /^[(（][^()（）]{3,300}[)）]$/u;
/** An entry to choose from is no longer. */
const ENTRY_WORDS = 20;

/** "1 = never; 7 = always": what the numbers of a scale mean. */
const LEGEND = /(?<![\p{L}\d])\d{1,2}\s*=\s*\p{L}.*[;,.\t\s(–-]\d{1,2}\s*=\s*\p{L}/su;

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
