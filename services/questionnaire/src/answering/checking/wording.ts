import { isStopWord, tokenize } from '../finding/tokens.js';
import { stem } from '../finding/stemmer.js';
import { thesaurus } from '../rules/thesaurus.js';
import type { Amount } from './amounts.js';
import { claimWords } from './claim-words.js';

/** A word that carries a fact. */
export interface Word {
  word: string;
  stem: string;
  /** A name, as far as its letters tell: capital inside of a sentence, or an acronym. */
  name: boolean;
  /** Groups of words that say the same, and terms of the field, that it or a phrase around it stands for; with the phrase's stems. */
  senses: Senses;
  /** As a sense, what it is an instance of. */
  kinds: Senses;
  /** Place in the text, in UTF-16 units. */
  start: number;
}

type Senses = ReadonlyMap<string, readonly string[]>;

/** Terms of so many words are found. */
const LONGEST_TERM = 5;
/** Characters before a word in which a sentence or a quote may end or open. */
const NEAR = 20;
/** Letters that two forms of one word share at least. */
const SHARED_LETTERS = 5;
/** What two forms of one word may have behind them. "Contractor" is no form of "contract". */
const ENDING =
  /^(?:e|es|ed|ing|ings|t|d|s|y|ies|ied|ion|ions|ation|ations|ment|ments|ance|ence|al|ally|ly|able|ible|ive|ity)?$/;

/** "Unsigned" is a denial and "signed". */
const UNDONE = /^un(\p{L}{4,}(?:ed|able|ing))$/u;

/** "Fixes" is a form of "fix". */
const stemOf = ({ word, stem: own }: { word: string; stem: string }): string =>
  /(?:x|sh|ch|ss|zz)es$/.test(word) ? stem(word.slice(0, -2)) : own;

function isDenial(word: string): boolean {
  return new RegExp(`^(?:${claimWords().denies.source})$`, 'iu').test(word);
}

/** Words of a text that carry a fact, without what its amounts say; `withTerms` also those that carry one together ("day and night"). */
export function wordsOf(text: string, amounts: readonly Amount[] = [], withTerms = false): Word[] {
  const { light, same, standards } = claimWords();
  const tokens = tokenize(text).map((token) => ({ ...token, stem: stemOf(token) }));
  const senses = tokens.map(() => new Map<string, string[]>());
  const kinds = tokens.map(() => new Map<string, string[]>());
  const mark = (on: Map<string, string[]>[], sense: string, start: number, end: number): void => {
    const stems = tokens.slice(start, end).map((t) => t.stem);
    for (let i = start; i < end; i++) on[i]!.set(sense, stems);
  };
  for (let start = 0; start < tokens.length; start++) {
    const opening = tokens[start]!;
    if (/^\p{Lu}{3,5}$/u.test(text.slice(opening.start, opening.end)))
      mark(senses, `spells ${opening.word}`, start, start + 1);
    for (let end = start + 1; end <= Math.min(start + LONGEST_TERM, tokens.length); end++) {
      const some = tokens.slice(start, end);
      for (const group of same.get(some.map((t) => t.stem).join(' ')) ?? []) mark(senses, `same ${group}`, start, end);
      // "AWS" and "Amazon Web Services": what the first letters spell.
      if (some.length > 2) mark(kinds, `spells ${some.map((t) => t.word[0]).join('')}`, start, end);
    }
  }
  const terms = thesaurus();
  for (const { concept, start, end } of terms.find(tokens)) {
    mark(senses, `term ${concept}`, start, end);
    for (const kind of terms.kinds(concept)) mark(kinds, `term ${kind}`, start, end);
  }
  return tokens.flatMap((token, i): Word[] => {
    const raw = text.slice(token.start, token.end);
    const isAmount = amounts.some((a) => token.start < a.end && token.end > a.start);
    const isLight =
      isStopWord(token.word) || light.has(token.word) || light.has(token.stem) || standards.has(token.word);
    const isAcronym = /^\p{Lu}[\p{Lu}\d]+s?$/u.test(raw);
    const inTerm = withTerms && senses[i]!.size > 0;
    if (!inTerm && (isAmount || (isLight && !isAcronym) || isDenial(token.word))) return [];
    if (standards.has(token.word) && amounts.some((a) => a.start >= token.end && a.start - token.end <= 2)) return [];
    const opens = i === 0 || /[.!?:—–"“(]\s*$/.test(text.slice(Math.max(0, token.start - NEAR), token.start));
    const name = isAcronym || (!opens && /^\p{Lu}/u.test(raw));
    const bare = UNDONE.exec(token.word)?.[1];
    const stemmed = bare === undefined ? token.stem : stem(bare);
    if (bare !== undefined) for (const group of same.get(stemmed) ?? []) senses[i]!.set(`same ${group}`, [stemmed]);
    return [
      { word: bare ?? token.word, stem: stemmed, name, senses: senses[i]!, kinds: kinds[i]!, start: token.start },
    ];
  });
}

/** Whether one of the evidence's words says what a word of a draft says. */
export function isSaid(word: Word, evidence: readonly Word[]): boolean {
  return evidence.some((known) => saysSame(word, known));
}

function saysSame(claimed: Word, evidence: Word): boolean {
  if (claimed.stem === evidence.stem) return true;
  for (const [sense, phrase] of claimed.senses) {
    const known = evidence.senses.get(sense) ?? evidence.kinds.get(sense);
    if (known && !isWithin(known, phrase)) return true;
  }
  for (const sense of claimed.kinds.keys()) if (sense.startsWith('spells') && evidence.senses.has(sense)) return true;
  if (claimed.name || /\d/.test(claimed.word)) return false;
  return isFormOf(claimed.word, evidence.word);
}

/** "Logs" are no "access logs": the phrase that claims more than its own words say. */
const isWithin = (known: readonly string[], phrase: readonly string[]): boolean =>
  phrase.length > known.length && known.every((stemmed) => phrase.includes(stemmed));

/** "Encryption" is a form of "encrypted", "contractor" none of "contract". */
export function isFormOf(one: string, other: string): boolean {
  let shared = 0;
  while (shared < Math.min(one.length, other.length) && one[shared] === other[shared]) shared++;
  const { notForms } = claimWords();
  if (shared < SHARED_LETTERS || notForms.has(one) !== notForms.has(other)) return false;
  return ENDING.test(one.slice(shared)) && ENDING.test(other.slice(shared));
}
