import { readFileSync } from 'node:fs';

/** What the rules know of one language. Words are in lower case. */
export interface Language {
  common: ReadonlySet<string>;
  negations: ReadonlySet<string>;
  /** Words that join clauses. */
  joins: ReadonlySet<string>;
  /** Wordings in which a negation denies nothing ("not only"). */
  idioms: readonly string[];
  numbers: ReadonlyMap<string, string>;
  /** All nouns have a capital, so that capitals tell no names. */
  capitalNouns: boolean;
  /** Its own acronyms, with the English ones for the same. */
  acronyms: ReadonlyMap<string, string>;
}

interface Written {
  common: string;
  negations: string;
  joins: string;
  idioms: string;
  numbers: string;
  nouns?: boolean;
  acronyms?: string;
}

const FILE = new URL('../../../data/languages.json', import.meta.url);
/** Words of a text that are looked at to tell its language. */
const MOST_WORDS = 4_000;
const LEAST_HITS = 2;
/** The best language has to stand out: so many times the hits of the next. */
const STANDS_OUT = 1.15;

let known: ReadonlyMap<string, Language> | undefined;

function languages(): ReadonlyMap<string, Language> {
  if (known) return known;
  const { languages: all } = JSON.parse(readFileSync(FILE, 'utf8')) as { languages: Record<string, Written> };
  return (known = new Map(Object.entries(all).map(([code, written]) => [code, languageFrom(written)])));
}

function languageFrom({ common, negations, joins, idioms, numbers, nouns, acronyms = '' }: Written): Language {
  return {
    common: new Set(common.split(' ')),
    negations: new Set(negations.split(' ')),
    joins: new Set(joins.split(' ')),
    idioms: idioms.split('|'),
    numbers: pairs(numbers),
    capitalNouns: nouns ?? false,
    acronyms: pairs(acronyms),
  };
}

/** "twelve 12|thirty 30" as a map; the last word of each is the value. */
const pairs = (text: string): Map<string, string> =>
  new Map(
    text
      .split('|')
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.lastIndexOf(' ')), pair.slice(pair.lastIndexOf(' ') + 1)]),
  );

/** What is known of the language of a BCP 47 tag; undefined where the rules know nothing of it. */
export const languageOf = (tag: string): Language | undefined => {
  const code = primaryOf(tag);
  return languages().get(code === 'no' || code === 'nn' ? 'nb' : code);
};

/** The language of a tag without region and script, in lower case: "pt" for "pt-BR". */
export const primaryOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** Scripts that one language alone, or one above all, is written in. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Devanagari}/gu, 'hi'],
];
/** Share of the letters that have to be of such a script. */
const LEAST_SHARE = 0.2;

/** The language that a text is written in, as a BCP 47 tag; undefined when that cannot be told. */
export function detectLanguage(text: string): string | undefined {
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  if (letters === 0) return undefined;
  for (const [script, code] of SCRIPTS) if ((text.match(script) ?? []).length >= letters * LEAST_SHARE) return code;
  const words = wordsOf(text).slice(0, MOST_WORDS);
  const hits = [...languages()].map(([code, { common }]) => ({
    code,
    count: words.filter((word) => common.has(word)).length,
  }));
  const [first, second] = hits.sort((a, b) => b.count - a.count);
  if (!first || first.count < LEAST_HITS) return undefined;
  return first.count >= (second?.count ?? 0) * STANDS_OUT ? first.code : undefined;
}

/** Words in lower case, with inner apostrophes and hyphens. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*/gu) ?? [];
