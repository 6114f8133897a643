import { COURTESIES } from './words.js';

/** Longer texts say something, however politely. */
const MOST_WORDS = 14;
const LONGEST = 200;

const phrases = new Map<string, string>();
const beside = new Set<string>();
let longest = 1;
for (const [language, courtesies] of Object.entries(COURTESIES)) {
  for (const word of courtesies.beside) beside.add(folded(word));
  for (const phrase of courtesies.phrases.map(folded)) {
    // The first language that says so is the one that answers.
    if (!phrases.has(phrase)) phrases.set(phrase, language);
    longest = Math.max(longest, phrase.split(' ').length);
  }
}

/**
 * What to say to a text that asks nothing: a greeting, thanks, a test, or signs without a word. Undefined for every text with
 * a word that is no such courtesy: whatever may be a question goes to the engine.
 */
export function smallTalkReply(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const words = folded(text)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return replyIn('en');
  if (words.length > MOST_WORDS) return undefined;
  let language: string | undefined;
  for (let at = 0; at < words.length;) {
    const taken = longestPhrase(words, at);
    if (taken) language ??= taken.language;
    else if (!beside.has(words[at]!)) return undefined;
    at += taken?.words ?? 1;
  }
  return language === undefined ? undefined : replyIn(language);
}

function longestPhrase(words: readonly string[], at: number): { words: number; language: string } | undefined {
  for (let count = Math.min(longest, words.length - at); count > 0; count--) {
    const language = phrases.get(words.slice(at, at + count).join(' '));
    if (language !== undefined) return { words: count, language };
  }
  return undefined;
}

const replyIn = (language: string): string | undefined => COURTESIES[language]?.reply;

/** Lower case, without accents, and without what is neither letter nor digit. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC');
}
