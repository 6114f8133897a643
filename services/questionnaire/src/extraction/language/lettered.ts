import { splitNumber } from './numbering.js';
import { textShape } from './text-shape.js';
import { asksToChoose, fold, POLITE_STARTS } from './words.js';

/** A question among several in one text. */
export interface LetteredPart {
  /** Its letter or number as shown. */
  number: string;
  /** As the customer wrote it, with its letter. */
  text: string;
}

const BEFORE_LETTER = /(?<=[?？;:.])[ \t]+(?=\(?(?:(?:[a-h]|[ivx]{1,4})[).]|(?![a-zA-Z\p{Ideographic}])\p{L}\))\s)/gu;
const LETTER = /^\s*\(?(?:([a-h]|[ivx]{1,4})[).]|((?![a-z\p{Ideographic}])\p{L})\))\s+(?=\S)/iu;

/** "Please state:" asks for all that is listed below it; "Please select:" for one of it. */
function asksForEach(stem: string): boolean {
  const { manner, endsWithColon } = textShape(stem);
  const politely = fold(stem)
    .split(/[^\p{L}]+/u)
    .some((word) => POLITE_STARTS.has(word));
  return endsWithColon && manner !== 'question' && (manner === 'request' || politely) && !asksToChoose(stem);
}

/**
 * The questions of a text that holds several, each behind a letter or number of its own on a new line or behind the end of
 * the one before; `stem` is what stands in front of them. Undefined where it is one question, or where a part asks nothing.
 */
export function letteredQuestions(text: string): { stem: string; parts: LetteredPart[] } | undefined {
  if (text.length > 8_000 || !/[\n).]/.test(text)) return undefined;
  const parts: LetteredPart[] = [];
  let stem = '';
  for (const line of text.replace(BEFORE_LETTER, '\n').split(/\r?\n/)) {
    const trimmed = line.trim();
    const [, latin, other] = LETTER.exec(trimmed) ?? [];
    const number = latin ?? other ?? splitNumber(trimmed).number;
    const last = parts.at(-1);
    if (number !== '') parts.push({ number, text: trimmed });
    else if (last !== undefined) last.text = `${last.text}\n${trimmed}`.trim();
    else stem = `${stem}\n${trimmed}`.trim();
  }
  const asked = parts.length >= 2 && asksForEach(stem);
  const asks = parts.every((part) => {
    const { manner } = textShape(part.text.replace(LETTER, ''));
    return manner === 'question' || manner === 'request' || (asked && manner !== 'other');
  });
  return parts.length >= 2 && asks && new Set(parts.map(({ number }) => number)).size === parts.length
    ? { stem, parts }
    : undefined;
}
