import { isStopWord, tokenize, type Token } from '../finding/tokens.js';
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
  /** Groups of words that say the same, and terms of the field, that it or a phrase around it stands for. */
  senses: ReadonlySet<string>;
  /** As a sense, what it is an instance of. */
  kinds: ReadonlySet<string>;
}

/** Terms of so many words are found. */
const LONGEST_TERM = 5;
/** Letters that two forms of one word share at least. */
const SHARED_LETTERS = 5;
/** What two forms of one word may have behind them. "Contractor" is no form of "contract". */
const ENDING =
  /^(?:e|es|ed|ing|ings|t|d|s|y|ies|ied|ion|ions|ation|ations|ment|ments|ance|ence|al|ally|ly|able|ible|ive|ity)?$/;

/** "Unsigned" is a denial and "signed". */
const UNDONE = /^un(\p{L}{4,}(?:ed|able|ing))$/u;

function isDenial(word: string): boolean {
  return new RegExp(`^(?:${claimWords().denies.source})$`, 'iu').test(word);
}

/** Words of a text that carry a fact, without what its amounts say; `withTerms` also those that carry one together ("day and night"). */
export function wordsOf(said: string, amounts: readonly Amount[] = [], withTerms = false): Word[] {
  // As long as it was, so that places stay what they are.
  const text = said.replace(/\b24\s?[/x]\s?7\b/gi, (match) => 'clock'.padEnd(match.length));
  const { light, same, standards } = claimWords();
  const tokens = tokenize(text);
  const senses = tokens.map(() => new Set<string>());
  const kinds = tokens.map(() => new Set<string>());
  for (let start = 0; start < tokens.length; start++) {
    for (let length = 1; length <= LONGEST_TERM && start + length <= tokens.length; length++) {
      const key = tokens.slice(start, start + length).map((t) => t.stem).join(' '); // prettier-ignore
      for (const group of same.get(key) ?? [])
        for (let i = start; i < start + length; i++) senses[i]!.add(`same ${group}`);
    }
  }
  initialsOf(text, tokens, senses, kinds);
  const terms = thesaurus();
  for (const { concept, start, end } of terms.find(tokens)) {
    for (let i = start; i < end; i++) {
      senses[i]!.add(`term ${concept}`);
      for (const kind of terms.kinds(concept)) kinds[i]!.add(`term ${kind}`);
    }
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
    const opens = i === 0 || /[.!?:—–"“(]\s*$/.test(text.slice(0, token.start));
    const name = isAcronym || (!opens && /^\p{Lu}/u.test(raw));
    const bare = UNDONE.exec(token.word)?.[1];
    const stemmed = bare === undefined ? token.stem : stem(bare);
    if (bare !== undefined) for (const group of same.get(stemmed) ?? []) senses[i]!.add(`same ${group}`);
    return [{ word: bare ?? token.word, stem: stemmed, name, senses: senses[i]!, kinds: kinds[i]! }];
  });
}

/** "AWS" and "Amazon Web Services" say the same: what the first letters spell. */
function initialsOf(
  text: string,
  tokens: readonly Token[],
  senses: readonly Set<string>[],
  kinds: readonly Set<string>[],
): void {
  for (let start = 0; start < tokens.length; start++) {
    const { word, end, start: from } = tokens[start]!;
    if (/^\p{Lu}{3,5}$/u.test(text.slice(from, end))) senses[start]!.add(`spells ${word}`);
    for (let length = 3; length <= LONGEST_TERM && start + length <= tokens.length; length++) {
      const letters = tokens.slice(start, start + length).map((t) => t.word[0]).join(''); // prettier-ignore
      for (let i = start; i < start + length; i++) kinds[i]!.add(`spells ${letters}`);
    }
  }
}

/** Whether one of the evidence's words says what a word of a draft says. */
export function isSaid(word: Word, evidence: readonly Word[]): boolean {
  return evidence.some((known) => saysSame(word, known));
}

function saysSame(claimed: Word, known: Word): boolean {
  if (claimed.stem === known.stem) return true;
  for (const sense of claimed.senses) if (known.senses.has(sense) || known.kinds.has(sense)) return true;
  for (const kind of claimed.kinds) if (kind.startsWith('spells') && known.senses.has(kind)) return true;
  if (claimed.name || /\d/.test(claimed.word)) return false;
  return isFormOf(claimed.word, known.word);
}

/** "Encryption" is a form of "encrypted", "contractor" none of "contract". */
function isFormOf(one: string, other: string): boolean {
  let shared = 0;
  while (shared < Math.min(one.length, other.length) && one[shared] === other[shared]) shared++;
  if (shared < SHARED_LETTERS || /^production$/.test(one) !== /^production$/.test(other)) return false;
  return ENDING.test(one.slice(shared)) && ENDING.test(other.slice(shared));
}
