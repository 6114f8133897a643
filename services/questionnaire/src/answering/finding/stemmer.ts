/**
 * A light stemmer for English: plurals, past forms and -ing (steps 1a to 1c of M. F. Porter, "An algorithm for suffix
 * stripping", 1980), then -ly, -ion, -ate and a final e. It joins the forms of one word and leaves words of one root apart
 * ("available" / "availability", "performed" / "performance"): those are the thesaurus's matter. Words with other letters
 * than a-z are returned as they are, so that other languages are matched by whole words.
 */
const CONSONANTS = '[^aeiou][^aeiouy]*';
const VOWELS = '[aeiouy][aeiou]*';
const MEASURE_ABOVE_0 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?[aeiouy]`);
const SHORT_END = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`);
const ALREADY_STEMMED = 20_000;

const cache = new Map<string, string>();

/** Stem of a lower-case word. */
export function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const result = word.length < 4 || !/^[a-z]+$/.test(word) ? word : stripped(word);
  if (cache.size > ALREADY_STEMMED) cache.clear();
  cache.set(word, result);
  return result;
}

function stripped(word: string): string {
  // British and American spellings are one word.
  let w = word
    .replace(/([a-z]{3})is(e|ed|es|er|ing|ation|ations)$/, '$1iz$2')
    .replace(/our(s|ed|ing)?$/, 'or$1')
    .replace(/yses$/, 'ysis');
  w = inflected(w);
  if (w.length > 6 && w.endsWith('ly')) w = w.slice(0, -2);
  // "production" is no form of "product".
  if (w.length > 5 && /[st]ion$/.test(w) && w !== 'production') w = w.slice(0, -3);
  if (w.length > 4 && w.endsWith('e')) w = w.slice(0, -1);
  if (w.length > 7 && w.endsWith('at')) w = w.slice(0, -2);
  return w;
}

/** Plurals, past forms and -ing. */
function inflected(word: string): string {
  let w = word;
  if (/(ss|i)es$/.test(w)) w = w.slice(0, -2);
  else if (/[^su]s$/.test(w)) w = w.slice(0, -1);
  const eed = /^(.+?)eed$/.exec(w);
  const past = /^(.+?)(ed|ing)$/.exec(w);
  if (eed) {
    if (MEASURE_ABOVE_0.test(eed[1]!)) w = w.slice(0, -1);
  } else if (past && HAS_VOWEL.test(past[1]!) && past[1]!.length > 2) {
    w = past[1]!;
    if (/(at|bl|iz)$/.test(w)) w += 'e';
    else if (/([^aeiouysz])\1$/.test(w)) w = w.slice(0, -1);
    else if (SHORT_END.test(w)) w += 'e';
  }
  const y = /^(.+?)y$/.exec(w);
  if (y && w.length > 3 && HAS_VOWEL.test(y[1]!)) w = `${y[1]!}i`;
  return w;
}
