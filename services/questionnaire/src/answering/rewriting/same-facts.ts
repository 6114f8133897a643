import { fold } from '../finding/tokens.js';
import { openingPolarity } from '../reading/opening-words.js';
import type { RewriteRejection } from './goals.js';
import { languageOf, wordsOf, type Language } from './languages.js';

/** A text and the language that it is written in, as a BCP 47 tag; '' when that is not known. */
export interface Told {
  text: string;
  language: string;
}

/**
 * Compares what rules can compare of an answer and another wording of it: whether it opens with yes or no, numbers, names and
 * negations. `known`: text whose numbers and names may come in. `isWhole`: nothing may be left out, as in a translation.
 * Gives the first fault; undefined when there is none.
 */
export function wordingFault(
  before: Told,
  after: Told,
  { known, isWhole }: { known: string; isWhole: boolean },
): RewriteRejection | undefined {
  return (
    openingFault(before.text, after.text) ??
    numbersFault(before, after, known, isWhole) ??
    namesFault(before, after, known, isWhole) ??
    negationsFault(before, after, isWhole)
  );
}

/** Whether the negations of a language can be compared at all. */
export const knowsNegations = (tag: string): boolean => languageOf(tag) !== undefined;

function openingFault(before: string, after: string): RewriteRejection | undefined {
  const [was, is] = [openingPolarity(before), openingPolarity(after)];
  if (was === is || (was === undefined && is === undefined)) return undefined;
  return fault('polarity_changed', 'It opens with another yes or no than the answer.');
}

/** Digits of numbers, without the marks between them, which languages write otherwise. */
const NUMBER = /\d+(?:[.,'’\u00a0\u202f:/]\d+)*/g;
const digitsOf = (text: string): string[] =>
  (text.normalize('NFKC').match(NUMBER) ?? []).map((number) => number.replace(/\D/g, ''));

function numberWords(text: string, language: Language | undefined): string[] {
  if (!language) return [];
  const folded = ` ${wordsOf(text).join(' ')} `;
  const parts = new Set(wordsOf(text).flatMap((word) => [word, ...word.split('-')]));
  return [...language.numbers]
    .filter(([word]) => (word.includes(' ') ? folded.includes(` ${word} `) : parts.has(word)))
    .map(([, value]) => value);
}

function numbersFault(before: Told, after: Told, known: string, isWhole: boolean): RewriteRejection | undefined {
  const from = languageOf(before.language === '' ? 'en' : before.language);
  const told = new Set([before.text, known].flatMap((text) => [...digitsOf(text), ...numberWords(text, from)]));
  const digits = digitsOf(after.text);
  const words = numberWords(after.text, languageOf(after.language === '' ? 'en' : after.language));
  const added = [...digits, ...words].find((number) => !told.has(number));
  if (added !== undefined) return fault('number_not_in_answer', `The number ${added} is not in the answer.`);
  const kept = new Set([...digits, ...words]);
  const lost = isWhole && digitsOf(before.text).find((number) => !kept.has(number));
  return !lost ? undefined : fault('number_missing', `The number ${lost} of the answer is missing.`);
}

const WORD = /[\p{L}\d]+/gu;
/** A word with a capital that opens no sentence. */
const NAME = /(?<=[\p{L}\p{N},;:)] )\p{Lu}\p{Ll}[\p{L}\d]*/gu;
const LATIN = /\p{Script=Latin}[\p{Script=Latin}\d]+/gu;

const foldedIn = (text: string, pattern: RegExp): string[] => (text.match(pattern) ?? []).map((word) => fold(word));
const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/** Acronyms and names of standards, folded: what keeps its letters in every language. */
const codesIn = (text: string): string[] =>
  (text.match(WORD) ?? [])
    .filter((word) => count(word, /\p{Lu}/gu) > 1 || (/\p{L}/u.test(word) && /\d/.test(word)))
    .map((word) => fold(word));

const isOfLatin = (text: string): boolean => count(text, /\p{Script=Latin}/gu) * 2 > count(text, /\p{L}/gu);

function namesFault(before: Told, after: Told, known: string, isWhole: boolean): RewriteRejection | undefined {
  const from = languageOf(before.language);
  const to = languageOf(after.language);
  const translated = acronyms(from, to);
  const source = new Set(foldedIn(`${before.text} ${known}`, WORD));
  const isKnown = (word: string): boolean => source.has(word) || source.has(translated.get(word) ?? '');
  const places = regionsOf(before, after);
  const names = [
    ...codesIn(after.text),
    ...(to?.capitalNouns === false ? foldedIn(after.text, NAME) : []),
    ...(isOfLatin(after.text) ? [] : foldedIn(after.text, LATIN)),
  ];
  const added = names.find((word) => !isKnown(word) && !places.has(word));
  if (added !== undefined) return fault('name_not_in_answer', `“${added}” is not in the answer.`);
  const kept = new Set(foldedIn(after.text, WORD));
  for (const word of [...kept]) kept.add(translated.get(word) ?? word);
  const lost = isWhole && codesIn(before.text).find((word) => !kept.has(word));
  return !lost ? undefined : fault('name_missing', `“${lost}” of the answer is missing.`);
}

/** An acronym of the one language to that of the other, by way of the English one. */
function acronyms(from: Language | undefined, to: Language | undefined): Map<string, string> {
  const back = new Map([...(from?.acronyms ?? [])].map(([own, english]) => [english, own]));
  const names = new Map<string, string>();
  for (const [own, english] of to?.acronyms ?? []) names.set(own, back.get(english) ?? english);
  for (const [english, own] of back) if (!names.has(english)) names.set(english, own);
  return names;
}

/** Names of the countries that the answer names, in the language of the translation, folded. */
function regionsOf(before: Told, after: Told): Set<string> {
  const names = new Set<string>();
  if (before.language === '' || after.language === '') return names;
  const was = new Intl.DisplayNames([before.language], { type: 'region' });
  const is = new Intl.DisplayNames([after.language], { type: 'region' });
  const text = fold(before.text);
  for (const code of REGIONS) {
    const name = was.of(code);
    if (name === undefined || !text.includes(fold(name))) continue;
    for (const word of foldedIn(is.of(code) ?? '', WORD)) names.add(word);
  }
  return names;
}

/** All two-letter codes that stand for a region. */
const LETTERS = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));
const REGIONS = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`)).filter(
  (code) => new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code) !== undefined,
);

function negationsFault(before: Told, after: Told, isWhole: boolean): RewriteRejection | undefined {
  const [from, to] = [languageOf(before.language), languageOf(after.language)];
  if (!from || !to) return undefined;
  const was = denials(before.text, from);
  const is = denials(after.text, to);
  const isKept = isWhole ? sameDenials(was, is) : mayFollow(was, is) && clausesAgree(before.text, after.text, from);
  return isKept ? undefined : fault('polarity_changed', 'A negation was added or lost.');
}

/** Sentence by sentence, where there are as many. */
const sameDenials = (was: readonly boolean[], is: readonly boolean[]): boolean =>
  was.length === is.length ? was.every((denied, at) => denied === is[at]) : was.includes(true) === is.includes(true);

/** Sentences may be left out and joined, but none denies what none denied, nor affirms where all denied. */
const mayFollow = (was: readonly boolean[], is: readonly boolean[]): boolean =>
  (was.includes(true) || !is.includes(true)) && (was.includes(false) || is.includes(true));

interface Clause {
  words: ReadonlySet<string>;
  denies: boolean;
}

/** Share of a clause's words that have to stand in another, for the two to be about the same. */
const ABOUT_THE_SAME = 0.6;
/** So much nearer the nearest clause has to be than one that agrees. */
const CLEARLY_NEARER = 0.25;
const LEAST_WORDS = 2;

/** Each clause denies, or does not, as the clause does that it is nearest to. */
function clausesAgree(before: string, after: string, language: Language): boolean {
  const told = clausesOf(before, language);
  return clausesOf(after, language).every(({ words, denies }) => {
    if (words.size < LEAST_WORDS) return true;
    const near = (clause: Clause): number => [...words].filter((word) => clause.words.has(word)).length / words.size;
    const nearest = Math.max(0, ...told.filter((clause) => clause.denies !== denies).map(near));
    const agreeing = Math.max(0, ...told.filter((clause) => clause.denies === denies).map(near));
    return nearest < ABOUT_THE_SAME || nearest < agreeing + CLEARLY_NEARER;
  });
}

function clausesOf(text: string, language: Language): Clause[] {
  const { common, negations, joins } = language;
  return sentencesOf(text)
    .flatMap((sentence) => sentence.split(/[,;:—–]\s/u))
    .flatMap((part) => splitAt(withoutIdioms(part, language), joins))
    .map((words) => ({
      words: new Set(words.filter((word) => !common.has(word) && !negations.has(word))),
      denies: words.some((word) => negations.has(word)),
    }));
}

/** The words of a text, cut at each of the joining ones. */
function splitAt(text: string, joins: ReadonlySet<string>): string[][] {
  const parts: string[][] = [[]];
  for (const word of wordsOf(text)) {
    if (joins.has(word)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

const withoutIdioms = (text: string, { idioms }: Language): string =>
  idioms.reduce((left, idiom) => left.replaceAll(idiom, ' '), text.toLowerCase());

/** Of each sentence, whether it denies. */
const denials = (text: string, language: Language): boolean[] =>
  sentencesOf(text).map((sentence) =>
    wordsOf(withoutIdioms(sentence, language)).some((w) => language.negations.has(w)),
  );

/** The sentences of a text; a number with a point in it ends none. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?。！？])\s+(?=\S)|\n+|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const fault = (code: string, message: string): RewriteRejection => ({ code, message });
