import { fold } from '../finding/tokens.js';
import { isPlanned } from '../rules/plans.js';
import { withPlainBounds } from '../reading/judge-text.js';
import { amountsOf, type Amount } from './amounts.js';
import { claimWords, countOf } from './claim-words.js';
import { wordsOf, type Word } from './wording.js';

/** A piece of a sentence that says one thing, with what decides whether it says the same as another one. */
export interface Clause {
  text: string;
  words: Word[];
  /** The same with what only a phrase says. */
  said: Word[];
  amounts: Amount[];
  /** An odd number of words that turn it round. */
  denied: boolean;
  all: boolean;
  some: boolean;
  /** Says what may be, not what is. */
  weak: boolean;
  may: boolean;
  only: boolean;
  planned: boolean;
  past: boolean;
}

const SPLIT =
  /; |, (?:(?:and|but|while|whereas|although|so) )?| [—–-] |\. | (?:and|but|while|whereas|although|nor) | (?=(?:unless|if|except)\b)/gi;
/** What opens a clause that has a verb of its own: it inherits no denial of the clause before it. */
const OWN_VERB =
  /\b(?:is|are|was|were|has|have|had|can|could|may|might|must|shall|should|will|do|does|did|we|they|it|you|he|she)\b/i;
/** Behind a comma something new begins. */
const AND = /^\s*(?:and|or|nor)\s*$/i;
const ONLY = /\b(?:only|solely|exclusively|(?:limited|restricted|confined) to)\b/i;

/** "A reviewer who is not the author", "when you are not at home": what is denied there is not denied of the whole. */
const SUBORDINATE = /(?<=\p{L} )(?:who|whom|whose|when|whenever|where|wherever) [^]*$/iu;

/** The clauses of a sentence, in order. */
export function clausesOf(sentence: string): Clause[] {
  const text = withPlainBounds(sentence.replace(/\s+/g, ' '))
    .replace(/\bafter (?:that|this)\b/gi, 'thereafter')
    .replace(
      /\bday and night\b|\b24\s?[/x×]\s?7\b(?:\s?[/x×]\s?365\b)?|\b24 hours (?:a|per) day\b/gi,
      'around the clock',
    );
  const pieces: { text: string; link: string }[] = [];
  let from = 0;
  let link = '';
  for (const match of text.matchAll(SPLIT)) {
    pieces.push({ text: text.slice(from, match.index), link });
    from = match.index + match[0].length;
    // "Neither … nor": the second half is denied, too.
    link = match[0];
    if (/nor/i.test(match[0])) from -= 'nor '.length;
  }
  pieces.push({ text: text.slice(from), link });
  const clauses: Clause[] = [];
  for (const piece of pieces) {
    if (!/[\p{L}\p{N}]/u.test(piece.text)) continue;
    const clause = clauseOf(piece.text);
    const before = clauses.at(-1);
    if (before?.denied === true && AND.test(piece.link) && !OWN_VERB.test(piece.text)) clause.denied = true;
    clauses.push(clause);
  }
  return clauses;
}

function clauseOf(text: string): Clause {
  const words = claimWords();
  const amounts = amountsOf(text);
  // "At least", "every month" and "at most" are no quantifiers of what is spoken of.
  const plain = withoutBounds(blanked(text, amounts));
  return {
    text,
    words: wordsOf(text, amounts),
    said: wordsOf(text, amounts, true),
    amounts,
    denied: denialsOf(plain.replace(SUBORDINATE, ' ')) % 2 === 1,
    all: countOf(words.all, plain) > 0,
    some: countOf(words.some, plain) > 0,
    weak: countOf(words.weak, plain) > 0 && denialsOf(plain) === 0,
    may: countOf(words.may, plain) > 0,
    only: ONLY.test(plain),
    planned: isPlanned(text),
    past: countOf(words.past, plain) > 0,
  };
}

/** The text with blanks where amounts stand. */
export function blanked(text: string, amounts: readonly Amount[]): string {
  let plain = text;
  for (const { start, end } of amounts) plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end);
  return plain;
}

let bounds: RegExp | undefined;

function withoutBounds(text: string): string {
  const { atLeast, atMost } = claimWords();
  bounds ??= new RegExp(`(?<![\\p{L}-])(?:${atLeast}|${atMost}|around the clock|at all times)(?!\\p{L})`, 'giu');
  return text.replace(bounds, (match) => ' '.repeat(match.length));
}

/** How many words of a text turn it round. */
export function denialsOf(text: string): number {
  const { denies, notDenying } = claimWords();
  const plain = fold(text)
    .replace(/n['’]t\b/g, ' not')
    .replace(notDenying, ' ')
    .replace(/\bcan ?not\b/g, 'not');
  const undone = plain.match(
    /\b(?:un|non-?|in)(?=\p{L}{4,}(?:ed|able|ing|ible)\b)(?!clud|volv|tegrat|stall|crea|form|dicat|vit|herit|spect)/gu,
  );
  return countOf(denies, plain) + (undone?.length ?? 0);
}
