import type { Features } from './evidence.js';
import type { Term, TermPart } from './question-terms.js';
import { stem } from '../finding/stemmer.js';
import { thesaurus } from './thesaurus.js';
import { dot, tokenVectors } from './vectors.js';

const IS_KIND = 0.93;
const ALL_WORDS = 0.92;
const SOME_WORDS = 0.45;
const WITHOUT_PARTY = 0.7;
const WITHOUT_QUALIFIER = 0.72;
/** Words that narrow a term without making another of it: what holds for all suppliers holds for the critical ones. */
const QUALIFIERS = new Set(
  'critical key important relevant material major main primary formal documented essential sensitive staff data'
    .split(' ')
    .map((word) => stem(word)),
);
const OPPOSITE = 0.9;
/** Cosines from which two terms are taken to mean nearly the same, or to be related. */
const NEAR = 0.74;
const RELATED = 0.6;
/** A subject counts as spoken of from here. */
export const SPOKEN_OF = 0.5;

/** How far a text speaks of a term. */
export function levelOf(term: Term, features: Features): number {
  if (term.designator !== undefined) return features.designators.has(term.designator) ? 1 : 0;
  for (const c of term.concepts) if (features.concepts.has(c)) return 1;
  for (const c of term.concepts) if (features.kinds.has(c)) return IS_KIND;
  const found = term.stems.reduce((n, s) => n + (features.stems.has(s) ? 1 : 0), 0);
  if (found === term.stems.length && found > 0 && (found === 1 || !term.stems.some((s) => /^\d/.test(s))))
    return found === 1 ? 1 : ALL_WORDS;
  // Numbers belong to the word before them: "SOC 2 Type 1" is not "SOC 2 Type 2".
  if (term.stems.length > 1 && !term.stems.some((s) => /^\d/.test(s)) && term.parts.every((p) => speaksOf(p, features)))
    return ALL_WORDS;
  if (withoutQualifier(term, features)) return WITHOUT_QUALIFIER;
  const partial = term.stems.length > 1 ? partialLevel(term, features, found) : 0;
  if (term.concepts.some((c) => [...thesaurus().opposite(c)].some((o) => features.concepts.has(o)))) return OPPOSITE;
  if (contrasts(term, features)) return partial;
  return term.stems.length > 1 ? partial : softLevel(term, features);
}

/** Whether the term itself, not an example of it, is spoken of. */
export function isNamed(term: Term, features: Features): boolean {
  return (
    term.concepts.some((c) => features.concepts.has(c)) ||
    term.stems.every((s) => features.stems.has(s)) ||
    deniesKind(term, features)
  );
}

/** Share of a term's words that a text speaks of. */
export function share(term: Term, features: Features): number {
  return term.parts.filter((p) => speaksOf(p, features)).length / Math.max(1, term.parts.length);
}

/** Whether a text speaks of a part of a term. */
export function speaksOf(part: TermPart, features: Features): boolean {
  return (
    part.stems.every((s) => features.stems.has(s)) ||
    part.concepts.some((c) => features.concepts.has(c) || features.kinds.has(c))
  );
}

/** Whether a text speaks of the kind that a term is an instance of ("no certification" for "SOC 2"), and of no other instance. */
export function deniesKind(term: Term, features: Features): boolean {
  return term.concepts.some((c) =>
    thesaurus()
      .kinds(c)
      .some(
        (kind) =>
          features.concepts.has(kind) &&
          // "Not ISO 27001 certified" denies that one, not all.
          ![...features.concepts].some(
            (other) => !term.concepts.includes(other) && thesaurus().kinds(other).includes(kind),
          ),
      ),
  );
}

/** "Critical vendors": the vendors are spoken of, and all that is missing narrows them. */
function withoutQualifier({ parts, concepts }: Term, features: Features): boolean {
  const head = parts.at(-1);
  if (parts.length !== 2 || head === undefined || head.concepts.length === 0) return false;
  return (
    parts[0]!.stems.every((s) => QUALIFIERS.has(s)) &&
    head.concepts.some((c) => features.concepts.has(c) && !concepts.includes(c) && !thesaurus().isGeneric('', [c]))
  );
}

/** Of a term of several words: those that name a party matter little ("employee devices" / "devices"). */
function partialLevel(term: Term, features: Features, found: number): number {
  const telling = term.stems.filter((s) => !thesaurus().isParty(s, []));
  if (telling.length > 0 && telling.length < term.stems.length && telling.every((s) => features.stems.has(s)))
    return WITHOUT_PARTY;
  return (SOME_WORDS * found) / term.stems.length;
}

/** Whether a text speaks of a sibling of the term, and not of it. */
export function contrasts(term: Term, features: Features): boolean {
  const words = thesaurus();
  return term.concepts.some((c) => {
    for (const other of words.contrasting(c)) if (features.concepts.has(other)) return true;
    return false;
  });
}

const MOST_VECTORS = 20_000;
const MOST_TERMS = 200;
const wordVectors = new Map<string, Float32Array>();

/** Vector of a word or statement, remembered. */
export function vectorOf(word: string): Float32Array {
  const known = wordVectors.get(word);
  if (known) return known;
  const vector = tokenVectors().encode(word);
  if (wordVectors.size > MOST_VECTORS) wordVectors.clear();
  wordVectors.set(word, vector);
  return vector;
}

const cosines = new Map<string, Map<string, number>>();

/** Cosine of a term and a word, remembered: the words of an organization's evidence are few. */
function cosine(term: Term, word: string): number {
  let known = cosines.get(term.text);
  if (!known) {
    if (cosines.size > MOST_TERMS) cosines.clear();
    known = new Map();
    cosines.set(term.text, known);
  }
  let value = known.get(word);
  if (value === undefined) {
    value = dot(term.vector, vectorOf(word));
    known.set(word, value);
  }
  return value;
}

function softLevel(term: Term, features: Features): number {
  if (term.name) return 0;
  let top = 0;
  for (const word of features.words) top = Math.max(top, cosine(term, word));
  if (top >= NEAR) return 0.75;
  return top >= RELATED ? 0.5 + ((top - RELATED) / (NEAR - RELATED)) * 0.2 : 0;
}
