import type { PartAnswer } from './assessment.js';
import { DISAGREEING_AT_MOST } from './thresholds.js';
import { analyzeEvidence, featuresOf, type Features } from './evidence.js';
import { hasExpression, negationAt } from './expressions.js';
import { isPlanned } from './plans.js';
import type { Finding } from './judgement.js';
import type { KnowledgeIndex } from './knowledge-index.js';
import { levelOf, SPOKEN_OF } from './term-levels.js';
import { analyzeQuestion, type QuestionPart } from './question.js';
import { normalizedKey } from '../finding/tokens.js';
import { openingPolarity } from '../reading/opening-words.js';
import type { LibraryEvidence } from '../types.js';
import { dot, tokenVectors } from './vectors.js';

/** How nearly a library question asks what is asked now. All values 0 to 1. */
export interface Likeness {
  item: LibraryEvidence;
  /** Share of what is asked that the entry's question (or its answer) speaks of, and the weakest subject of it. */
  forward: number;
  weakest: number;
  /** The same from the entry's question to what is asked. */
  backward: number;
  weakestBack: number;
  /** Cosine of the two questions. */
  cosine: number;
  /** The answer holds the expression that the kind of question wants. */
  answered: boolean;
}

const CANDIDATES = 16;

/** Library entries that may ask the same, with how near they are. */
export function likenesses(
  index: KnowledgeIndex,
  text: string,
  usable: (item: LibraryEvidence) => boolean,
): Likeness[] {
  const asked = analyzeQuestion(text, { polar: false });
  const features = featuresOf(text);
  const hits = index.search(text, CANDIDATES, (item) => item.kind === 'library' && usable(item));
  const vector = tokenVectors().encode(text);
  return hits.flatMap(({ item }) => (item.kind === 'library' ? [likeness(asked, vector, features, item)] : []));
}

/** What a library entry speaks of; entries are objects of the index, so this lives as long as they do. */
interface Entry {
  question: Features;
  answer: Features;
  parts: QuestionPart[];
  vector: Float32Array;
}

const entries = new WeakMap<LibraryEvidence, Entry>();

/** Takes a library question apart ahead of time. */
export function prepareForReuse(item: LibraryEvidence): void {
  entryOf(item);
}

function entryOf(item: LibraryEvidence): Entry {
  let entry = entries.get(item);
  if (!entry) {
    const parts = analyzeQuestion(item.question, { polar: false });
    entry = {
      question: featuresOf(item.question),
      answer: featuresOf(item.answer),
      parts,
      vector: tokenVectors().encode(item.question),
    };
    entries.set(item, entry);
  }
  return entry;
}

function likeness(
  asked: readonly QuestionPart[],
  vector: Float32Array,
  features: Features,
  item: LibraryEvidence,
): Likeness {
  const { question, answer, parts, vector: own } = entryOf(item);
  const to = covered(asked, (t) => Math.max(levelOf(t, question), ANSWER * levelOf(t, answer)));
  const back = covered(parts, (t) => levelOf(t, features));
  return {
    item,
    forward: to.coverage,
    weakest: to.weakest,
    backward: back.coverage,
    weakestBack: back.weakest,
    cosine: dot(vector, own),
    answered: asked.every(
      (p) => p.slot === undefined || p.slot === 'manner' || hasExpression(p.slot, item.answer, p.words),
    ),
  };
}

/** What only the answer speaks of was perhaps not the question. */
const ANSWER = 0.85;

function covered(
  parts: readonly QuestionPart[],
  level: (term: QuestionPart['terms'][number]) => number,
): { coverage: number; weakest: number } {
  const groups = new Map<string, { weight: number; level: number; focus: boolean }>();
  parts.forEach((part, i) => {
    for (const term of part.terms) {
      const key = `${i}.${term.group}`;
      const known = groups.get(key);
      const here = level(term);
      if (!known) groups.set(key, { weight: term.weight, level: here, focus: term.focus || term.party || term.light });
      else known.level = Math.max(known.level, here);
    }
  });
  let weight = 0;
  let sum = 0;
  let weakest = 1;
  for (const g of groups.values()) {
    weight += g.weight;
    sum += g.weight * g.level;
    if (g.focus) weakest = Math.min(weakest, g.level);
  }
  return { coverage: weight === 0 ? 0 : sum / weight, weakest };
}

/** 0 to 1: whether an entry's answer may be given for the question. */
export function reuseScore(l: Likeness): number {
  if (!l.answered || l.weakest < SPOKEN_OF) return 0;
  return 0.35 * l.forward + 0.25 * l.backward + 0.2 * l.weakestBack + 0.2 * Math.max(0, l.cosine);
}

/** From this score an entry is taken to ask the same; below it, its sentences are evidence like any other. */
export const REUSE_FROM = 0.5;
const REPEATED_SCORE = 0.98;
/** Rewording costs sureness: a score of 1 would be the same question. */
const REWORDED = { base: 0.62, slope: 0.36 };
const NEXT_TO = 0.93;

/**
 * The approved answer to the same question, asked in the same or in other words. Two entries that say different things are
 * both given, at MEDIUM; of repeats of one question the last verified comes first.
 */
export function reuse(
  index: KnowledgeIndex,
  text: string,
  usable: (item: LibraryEvidence) => boolean,
): PartAnswer | undefined {
  const [part] = analyzeQuestion(text, { polar: false });
  if (!part) return undefined;
  const same = index.sameQuestion(text).flatMap((i) => (i.kind === 'library' && usable(i) ? [i] : []));
  const scored =
    same.length > 0
      ? same.map((item) => ({ item, score: 1 }))
      : likenesses(index, text, usable)
          .map((l) => ({ item: l.item, score: reuseScore(l) }))
          .filter((s) => s.score >= REUSE_FROM);
  scored.sort((a, b) => b.score - a.score || b.item.verifiedAt - a.item.verifiedAt || (a.item.id < b.item.id ? -1 : 1));
  const best = scored[0];
  if (!best) return undefined;
  const found = scored
    .filter((s) => s.score >= best.score * NEXT_TO)
    .slice(0, 3)
    .map((s) => wholeAnswer(s.item, s.score));
  const differing = found.find(
    (f) =>
      f.polarity !== found[0]!.polarity ||
      (same.length > 0 && normalizedKey(f.evidence.text) !== normalizedKey(found[0]!.evidence.text)),
  );
  const sure = same.length > 0 ? REPEATED_SCORE : REWORDED.base + REWORDED.slope * best.score;
  return {
    part,
    evidence: differing ? [found[0]!, differing] : [found[0]!],
    polarity: part.kind === 'polar' ? found[0]!.polarity : undefined,
    score: differing ? Math.min(sure, DISAGREEING_AT_MOST) : sure,
    disagree: differing !== undefined,
    missing: [],
  };
}

/** A library answer as one statement, given as it was approved. */
function wholeAnswer(item: LibraryEvidence, score: number): Finding {
  const evidence = analyzeEvidence(item);
  const span = { start: 0, end: item.answer.length };
  const own = featuresOf(item.answer);
  const negation = negationAt(item.answer);
  const planned = isPlanned(item.answer);
  const first = evidence.statements[0];
  const polarity = openingPolarity(item.answer) ?? (first && (first.negation >= 0 || first.planned) ? 'no' : 'yes');
  const statement = {
    clause: span,
    sentence: span,
    line: span,
    leadIn: undefined,
    text: item.answer,
    own,
    around: own,
    before: undefined,
    completed: new Set<number>(),
    earlier: undefined,
    label: undefined,
    topic: undefined,
    bare: false,
    refersBack: false,
    negation,
    planned,
  };
  const match = {
    statement,
    coverage: score,
    weakest: score,
    own: 1,
    ownShare: 1,
    missing: [],
    onlyPlainMissing: false,
    byExample: false,
    partly: false,
    otherParty: false,
    answered: true,
  };
  return { item, evidence, match, rank: score, score, polarity: planned ? 'no' : polarity, byHeading: false };
}

/** How far each of two questions speaks of all that the other one asks, at its weakest subject; 0 to 1. */
export function mutualCoverage(one: string, other: string): { weakest: number; coverage: number } {
  const sides = [
    [one, other],
    [other, one],
  ].map(([asked, by]) => {
    const features = featuresOf(by!);
    return covered(analyzeQuestion(asked!, { polar: false }), (term) => levelOf(term, features));
  });
  return {
    weakest: Math.min(...sides.map((side) => side.weakest)),
    coverage: Math.min(...sides.map((side) => side.coverage)),
  };
}
