/**
 * The stemmer of M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980), for lower-case English words. Words
 * with other letters than a-z are returned as they are, so that other languages are matched by whole words.
 */
const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;

const MEASURE_ABOVE_0 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_IS_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const MEASURE_ABOVE_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
const SHORT_END = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);

const STEP_2: Record<string, string> = {
  ational: 'ate', tional: 'tion', enci: 'ence', anci: 'ance', izer: 'ize', bli: 'ble', alli: 'al', entli: 'ent', eli: 'e',
  ousli: 'ous', ization: 'ize', ation: 'ate', ator: 'ate', alism: 'al', iveness: 'ive', fulness: 'ful', ousness: 'ous',
  aliti: 'al', iviti: 'ive', biliti: 'ble', logi: 'log',
}; // prettier-ignore
const STEP_3: Record<string, string> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
};

const STEP_2_END =
  /^(.+?)(ational|tional|enci|anci|izer|bli|alli|entli|eli|ousli|ization|ation|ator|alism|iveness|fulness|ousness|aliti|iviti|biliti|logi)$/;
const STEP_3_END = /^(.+?)(icate|ative|alize|iciti|ical|ful|ness)$/;
const STEP_4_END = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;
const ALREADY_STEMMED = 20_000;

const cache = new Map<string, string>();

/** Stem of a lower-case word. */
export function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const result = word.length < 3 || !/^[a-z]+$/.test(word) ? word : porter(word);
  if (cache.size > ALREADY_STEMMED) cache.clear();
  cache.set(word, result);
  return result;
}

function porter(word: string): string {
  // British and American spellings are one word.
  let w = word.replace(/is(e|ed|es|er|ing|ation|ations)$/, (end, rest: string) =>
    word.length - end.length > 4 ? `iz${rest}` : end,
  );
  if (w.startsWith('y')) w = `Y${w.slice(1)}`;
  w = step1(w);
  const two = STEP_2_END.exec(w);
  if (two && MEASURE_ABOVE_0.test(two[1]!)) w = two[1]! + STEP_2[two[2]!]!;
  const three = STEP_3_END.exec(w);
  if (three && MEASURE_ABOVE_0.test(three[1]!)) w = three[1]! + STEP_3[three[2]!]!;
  const four = STEP_4_END.exec(w);
  const ion = /^(.+?[st])ion$/.exec(w);
  if (four) {
    if (MEASURE_ABOVE_1.test(four[1]!)) w = four[1]!;
  } else if (ion && MEASURE_ABOVE_1.test(ion[1]!)) w = ion[1]!;
  if (w.endsWith('e')) {
    const base = w.slice(0, -1);
    if (MEASURE_ABOVE_1.test(base) || (MEASURE_IS_1.test(base) && !SHORT_END.test(base))) w = base;
  }
  if (w.endsWith('ll') && MEASURE_ABOVE_1.test(w)) w = w.slice(0, -1);
  return w.toLowerCase();
}

/** Plurals, past forms and -ing (steps 1a to 1c). */
function step1(word: string): string {
  let w = word;
  if (/(ss|i)es$/.test(w)) w = w.slice(0, -2);
  else if (/[^s]s$/.test(w)) w = w.slice(0, -1);
  const eed = /^(.+?)eed$/.exec(w);
  const past = /^(.+?)(ed|ing)$/.exec(w);
  if (eed) {
    if (MEASURE_ABOVE_0.test(eed[1]!)) w = w.slice(0, -1);
  } else if (past && HAS_VOWEL.test(past[1]!)) {
    w = past[1]!;
    if (/(at|bl|iz)$/.test(w)) w += 'e';
    else if (/([^aeiouylsz])\1$/.test(w)) w = w.slice(0, -1);
    else if (SHORT_END.test(w)) w += 'e';
  }
  const y = /^(.+?)y$/.exec(w);
  if (y && HAS_VOWEL.test(y[1]!)) w = `${y[1]!}i`;
  return w;
}
