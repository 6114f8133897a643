import type { AnalyzedEvidence, Features, Statement } from './evidence.js';
import { hasExpression } from './expressions.js';
import type { Term, TermPart } from './question-terms.js';
import type { QuestionPart } from './question.js';
import { thesaurus } from './thesaurus.js';
import { dot, tokenVectors } from './vectors.js';

/** How well a statement, where it stands, speaks of what a question part asks. All values 0 to 1. */
export interface Match {
  statement: Statement;
  /** Share of the question's weight that is spoken of. */
  coverage: number;
  /** The weakest of the subjects. */
  weakest: number;
  /** The best-matched subject within the statement itself, not its surroundings. */
  own: number;
  /** Share of the subjects' weight within the statement itself. */
  ownShare: number;
  /** Subjects that are not spoken of. */
  missing: string[];
  /** Words of no field alone are missing, and a subject of the field is named in the statement. */
  onlyPlainMissing: boolean;
  /** The subjects are spoken of only by an example of them ("SOC 2" for "certification"). */
  byExample: boolean;
  /** Another party than the one asked about is spoken of. */
  otherParty: boolean;
  /** The expression that the kind of question wants is there (true when it wants none). */
  answered: boolean;
}

const IS_KIND = 0.93;
const ALL_WORDS = 0.92;
const SOME_WORDS = 0.45;
const WITHOUT_PARTY = 0.7;
const SPREAD = 0.8;
/** Of a spread term half of whose words stand in the statement. */
const SPREAD_OWN = 0.6;
/** A time that is asked for tells of keeping and deleting without saying so ("Logs: 180 days"). */
const IMPLIED = 0.55;
const AROUND = 0.9;
const BEFORE = 0.88;
const HEADING = 0.9;
const PATH = 0.72;
const EARLIER = 0.75;
const LABEL = 0.92;
const WHOLE = 0.5;
/** A subject is named, not just alluded to. */
const NAMED = 0.85;
/** Weight of words of no field that may be missing. */
const MOST_PLAIN = 1;
const OPPOSITE = 0.9;
/** "No X" also denies every kind of X. */
const DENIED = 0.88;
/** Cosines from which two terms are taken to mean nearly the same, or to be related. */
const NEAR = 0.74;
const RELATED = 0.6;
/** A subject counts as spoken of from here. */
export const SPOKEN_OF = 0.5;

/** How far what surrounds all statements of an item (its headings, its whole text) speaks of each term. */
export function contextLevels(part: QuestionPart, evidence: AnalyzedEvidence): Map<Term, number> {
  return new Map(
    part.terms.map((term) => [
      term,
      Math.max(
        HEADING * levelOf(term, evidence.heading),
        PATH * levelOf(term, evidence.path),
        WHOLE * levelOf(term, evidence.whole),
      ),
    ]),
  );
}

/** Compares one statement with one question part. */
export function matchStatement(
  part: QuestionPart,
  statement: Statement,
  evidence: AnalyzedEvidence,
  context: ReadonlyMap<Term, number>,
): Match {
  const answered = part.slot === undefined || hasExpression(part.slot, statement.text, part.words);
  const groups = new Map<
    number,
    { level: number; own: number; weight: number; focus: boolean; text: string; known: boolean }
  >();
  for (const term of part.terms) {
    const denied = statement.negation >= 0 && deniesKind(term, statement.own) ? DENIED : 0;
    let own = Math.max(
      denied,
      levelOf(term, statement.own),
      statement.label ? LABEL * levelOf(term, statement.label) : 0,
      // "…; last completed 2026-05": a clause without a subject goes on with that of its sentence.
      statement.bare ? BEFORE * levelOf(term, statement.around) : 0,
      // "The last engagement ended on …" tells when that of the sentence before was.
      statement.refersBack && answered && part.slot !== undefined && statement.before
        ? BEFORE * levelOf(term, statement.before)
        : 0,
    );
    const level = Math.max(
      own,
      own >= AROUND ? 0 : AROUND * levelOf(term, statement.around),
      own >= 0.9 || !statement.before ? 0 : BEFORE * levelOf(term, statement.before),
      own >= EARLIER || !statement.earlier ? 0 : EARLIER * levelOf(term, statement.earlier),
      context.get(term) ?? 0,
    );
    // The words of a term may be spread: "Critical ones …" under "Vulnerabilities".
    const isApart = level < SPREAD && term.stems.length > 1 && isSpread(term, statement, evidence);
    const spread = isApart ? SPREAD : level;
    if (isApart && share(term, statement.own) >= 0.5) own = Math.max(own, SPREAD_OWN);
    // The statement speaks of another member of the family: what surrounds it cannot make it speak of this one.
    const sibling = !term.party && own < SPOKEN_OF && contrasts(term, statement.own);
    const implied = part.slot === 'duration' && answered && thesaurus().isProcess(term.concepts) ? IMPLIED : 0;
    const limited = Math.max(sibling ? Math.min(spread, 0.3) : spread, implied);
    const known = groups.get(term.group);
    if (!known)
      groups.set(term.group, {
        level: limited,
        own,
        weight: term.weight,
        focus: term.focus,
        text: term.text,
        known: term.concepts.length > 0 || term.asked,
      });
    else {
      known.level = Math.max(known.level, limited);
      known.own = Math.max(known.own, own);
      known.weight = Math.max(known.weight, term.weight);
      known.focus ||= term.focus;
      known.known ||= term.concepts.length > 0 || term.asked;
    }
  }
  let weight = 0;
  let sum = 0;
  let focusWeight = 0;
  let ownSum = 0;
  let weakest = 1;
  let best = 0;
  const missing: string[] = [];
  let plainMissing = 0;
  let knownMissing = false;
  let ownKnown = 0;
  const otherParty = part.terms.some(
    (t) => t.party && levelOf(t, statement.around) === 0 && contrasts(t, statement.own),
  );
  for (const g of groups.values()) {
    weight += g.weight;
    sum += g.weight * g.level;
    if (!g.focus) continue;
    focusWeight += g.weight;
    ownSum += g.weight * g.own;
    best = Math.max(best, g.own);
    weakest = Math.min(weakest, g.level);
    if (g.level >= SPOKEN_OF) {
      if (g.known) ownKnown = Math.max(ownKnown, g.own);
      continue;
    }
    missing.push(g.text);
    if (g.known) knownMissing = true;
    else plainMissing += g.weight;
  }
  return {
    statement,
    coverage: weight === 0 ? 0 : sum / weight,
    weakest,
    own: best,
    ownShare: focusWeight === 0 ? 0 : ownSum / focusWeight,
    missing,
    onlyPlainMissing: missing.length > 0 && !knownMissing && ownKnown >= NAMED && plainMissing <= MOST_PLAIN,
    byExample: part.terms.filter((t) => t.focus).every((t) => !isNamed(t, statement.own)),
    otherParty,
    answered,
  };
}

function isSpread(term: Term, statement: Statement, evidence: AnalyzedEvidence): boolean {
  const near = [statement.own, statement.around, statement.before, statement.earlier, evidence.heading];
  if (term.stems.some((s) => /^\d/.test(s)))
    return (
      term.stems.some((s) => statement.own.stems.has(s)) &&
      term.stems.every((s) => near.some((f) => f?.stems.has(s) === true))
    );
  // "Key rotation" under "Cryptography" is of encryption keys; the thing itself, the last word, must be named.
  const head = term.parts.at(-1);
  if (head === undefined) return false;
  const named = speaksOf(head, statement.own)
    ? true
    : near.some((f) => f !== undefined && head.stems.every((s) => f.stems.has(s))) &&
      term.parts.some((p) => p.stems.every((s) => statement.own.stems.has(s)));
  return named && term.parts.every((p) => near.some((f) => f !== undefined && speaksOf(p, f)));
}

/** How far a text speaks of a term. */
export function levelOf(term: Term, features: Features): number {
  for (const c of term.concepts) if (features.concepts.has(c)) return 1;
  for (const c of term.concepts) if (features.kinds.has(c)) return IS_KIND;
  const found = term.stems.reduce((n, s) => n + (features.stems.has(s) ? 1 : 0), 0);
  if (found === term.stems.length && found > 0 && (found === 1 || !term.stems.some((s) => /^\d/.test(s))))
    return found === 1 ? 1 : ALL_WORDS;
  // Numbers belong to the word before them: "SOC 2 Type 1" is not "SOC 2 Type 2".
  if (term.stems.length > 1 && !term.stems.some((s) => /^\d/.test(s)) && term.parts.every((p) => speaksOf(p, features)))
    return ALL_WORDS;
  const partial = term.stems.length > 1 ? partialLevel(term, features, found) : 0;
  if (term.concepts.some((c) => [...thesaurus().opposite(c)].some((o) => features.concepts.has(o)))) return OPPOSITE;
  if (contrasts(term, features)) return partial;
  return term.stems.length > 1 ? partial : softLevel(term, features);
}

function isNamed(term: Term, features: Features): boolean {
  return (
    term.concepts.some((c) => features.concepts.has(c)) ||
    term.stems.every((s) => features.stems.has(s)) ||
    deniesKind(term, features)
  );
}

/** Share of a term's words that a text speaks of. */
function share(term: Term, features: Features): number {
  return term.parts.filter((p) => speaksOf(p, features)).length / Math.max(1, term.parts.length);
}

function speaksOf(part: TermPart, features: Features): boolean {
  return (
    part.stems.every((s) => features.stems.has(s)) ||
    part.concepts.some((c) => features.concepts.has(c) || features.kinds.has(c))
  );
}

function deniesKind(term: Term, features: Features): boolean {
  return term.concepts.some((c) =>
    thesaurus()
      .kinds(c)
      .some((kind) => features.concepts.has(kind)),
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
function contrasts(term: Term, features: Features): boolean {
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
