import { stem } from './stemmer.js';

export interface Token {
  /** Folded: lower case, without accents of Latin letters. */
  word: string;
  stem: string;
  /** Place in the original text, in UTF-16 units. */
  start: number;
  end: number;
}

/** Letters and digits, with inner dots, at-signs and apostrophes ("99.9", "dpo@x.example", "customer's"). */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[.@'’_][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*%?/gu;
/** Words that need no folding but to lower case: most. */
const LETTERS = /^[A-Za-z0-9]+$/;
const PLAIN = /^[\x20-\x7e]*$/;
/** Scripts written without spaces: pairs of letters stand for words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Lower case, compatibility forms and accents folded; other scripts keep their marks. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return plain.toLowerCase().replace(/ß/g, 'ss');
}

/** Words of a text in order. Hyphens and slashes separate words, so "multi-factor" and "multi factor" are the same. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    const raw = match[0];
    if (LETTERS.test(raw)) {
      const word = raw.toLowerCase();
      tokens.push({ word, stem: stem(word), start, end: start + raw.length });
      continue;
    }
    if (UNSPACED.test(raw)) {
      tokens.push(...pairs(raw, start));
      continue;
    }
    const word = fold(raw)
      .replace(/[’']s$/, '')
      .replace(/[’']/g, '');
    if (word !== '') tokens.push({ word, stem: stem(word), start, end: start + raw.length });
  }
  return tokens;
}

function pairs(raw: string, start: number): Token[] {
  const letters = Array.from(raw);
  const out: Token[] = [];
  let at = start;
  for (let i = 0; i < letters.length; i++) {
    const word = letters[i]! + (letters[i + 1] ?? '');
    if (i + 1 < letters.length || letters.length === 1)
      out.push({ word, stem: word, start: at, end: at + word.length });
    at += letters[i]!.length;
  }
  return out;
}

/** A text as a key: same words in the same order, whatever their case, accents and punctuation. */
export function normalizedKey(text: string): string {
  return tokenize(text)
    .map((t) => t.word)
    .join(' ');
}

const STOP_WORDS =
  'a an and any are as at be been being but by can could do does did done for from had has have having he her his how i if in into is it its me my of off on onto or our out per she should shall so some such than that the their theirs them then there these they this those to under up upon us via was we were what when where which while who whom whose why will with would you your yours please yes no not nor only just must may might also etc eg ie e.g i.e am let one whether both either neither able more another ever over back down out away again re ahead'.split(
    ' ',
  );
const STOP = new Set(STOP_WORDS);

/** Whether a folded word carries no subject of its own. */
export function isStopWord(word: string): boolean {
  return STOP.has(word);
}
