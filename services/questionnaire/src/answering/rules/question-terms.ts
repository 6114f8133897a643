import { isAskingWord, type QuestionKind } from '../reading/question-kind.js';
import { designatorsOf } from './designators.js';
import { joinAlternatives } from './term-groups.js';
import { lightenCircumstances, lightenVerbs, PARTY_WEIGHT } from './term-weights.js';
import type { ConceptSpan } from './compositions.js';
import { thesaurus } from './thesaurus.js';
import { isStopWord, tokenize, type Token } from '../finding/tokens.js';
import { bracketsOf } from '../finding/brackets.js';
import { tokenVectors } from './vectors.js';

export interface TermPart {
  stems: string[];
  concepts: number[];
}

/** One thing a question is about. */
export interface Term {
  /** As the question has it. */
  text: string;
  concepts: number[];
  stems: string[];
  /** Of a term of several words: the shorter terms it is made of, each with the concepts that it alone stands for. */
  parts: TermPart[];
  /** 0 to 1: how much it says about the subject. */
  weight: number;
  /** The subject itself: evidence that lacks it is about something else. */
  focus: boolean;
  /** Whom it concerns: evidence need not name them again, but must not be about others. */
  party: boolean;
  /** A verb of no field, or a time: asking for evidence it says little, comparing questions it counts. */
  light: boolean;
  /** The verb of a question whether something can be done. */
  asked: boolean;
  /** "class b": only the same letter or number stands for it. */
  designator: string | undefined;
  /** A name: words of nearly the same meaning do not stand for it. */
  name: boolean;
  /** Something is asked to be given to this party. */
  recipient: boolean;
  /** Terms joined by "or", or given as examples in brackets, share a group: one of them is enough. */
  group: number;
  /** Joined to its group by "and": what is said of one of them is only part of the answer. */
  joined: boolean;
  vector: Float32Array;
}

/** A term with its place in the question, in UTF-16 units. */
export type PlacedTerm = Term & { start: number; end: number };

const RECIPIENT =
  /\b(?:available|visible|accessible|provided|shared|given|offered|delivered|released|exposed)\s+(?:to|with)\s+(?:the |our |your |all )?$/i;
const GENERIC_WEIGHT = 0.15;
const PROMOTED_WEIGHT = 0.6;

/** The things a question is about, in its order. */
export function findTerms(text: string, tokens: readonly Token[], kind: QuestionKind): Term[] {
  const words = thesaurus();
  const vectors = tokenVectors();
  const spans = greedy(words.find(tokens), tokens.length);
  const terms: PlacedTerm[] = [];
  const designators = new Map(designatorsOf(tokens).map((d) => [d.start, d]));
  for (let i = 0; i < tokens.length;) {
    const span = spans.get(i);
    // What the thesaurus knows ("Type 2") it knows better.
    const designator = span ? undefined : designators.get(i);
    const end = span?.end ?? designator?.end ?? i + 1;
    const own = tokens.slice(i, end);
    const single = own.length === 1 ? own[0]! : undefined;
    // "36 months": a span of time is no subject.
    if (single && (isStopWord(single.word) || isAskingWord(kind, single.word) || isTimeSpan(single, tokens[i + 1]))) {
      i = end;
      continue;
    }
    const stems = own.filter((t) => !isStopWord(t.word)).map((t) => t.stem);
    const concepts = span?.concepts ?? [];
    const generic = words.isGeneric(stems.join(' '), concepts);
    const party = words.isParty(stems.join(' '), concepts);
    const term = text.slice(own[0]!.start, own.at(-1)!.end);
    terms.push({
      text: term,
      concepts,
      stems,
      parts: partsOf(own),
      weight: generic ? GENERIC_WEIGHT : party ? PARTY_WEIGHT : single ? vectors.rarity(single.word) : 1,
      focus: !generic && !party,
      party,
      light: false,
      asked: false,
      designator: designator?.name,
      name: concepts.length === 0 && own[0]!.start > 0 && /^\p{Lu}[\p{Ll}\p{Lu}]/u.test(term),
      recipient: party && RECIPIENT.test(text.slice(0, own[0]!.start)),
      group: terms.length,
      joined: false,
      vector: vectors.encode(term),
      start: own[0]!.start,
      end: own.at(-1)!.end,
    });
    i = end;
  }
  joinAlternatives(text, terms, kind);
  const keys = new Map(terms.map((t) => [t, t.concepts.length > 0 ? `c${t.concepts.join(',')}` : t.stems.join(' ')]));
  addComposed(text, tokens, terms);
  lightenVerbs(text, terms);
  lightenCircumstances(text, terms, kind);
  const members = membersOf(terms);
  const unique = new Map<string, Term>();
  for (const t of terms) {
    const key = keys.get(t)!;
    const same = unique.get(key);
    if (!same) unique.set(key, t);
    // "Availability (SLA/uptime)": who names it again names the others as other words for it.
    else if (same.group !== t.group) joinGroup(members, t, same.group);
  }
  const result = [...unique.values()];
  promote(result, kind);
  return result;
}

function membersOf(terms: readonly PlacedTerm[]): Map<number, PlacedTerm[]> {
  const members = new Map<number, PlacedTerm[]>();
  for (const t of terms) {
    const known = members.get(t.group);
    if (known) known.push(t);
    else members.set(t.group, [t]);
  }
  return members;
}

/** Moves a term, and those before it in its group, into the group of another one; nobody else is looked at. */
function joinGroup(members: Map<number, PlacedTerm[]>, term: PlacedTerm, to: number): void {
  const from = term.group;
  const there = members.get(to) ?? [];
  const staying: PlacedTerm[] = [];
  for (const t of members.get(from) ?? []) {
    if (t.start > term.start) staying.push(t);
    else {
      t.group = to;
      there.push(t);
    }
  }
  members.set(from, staying);
  members.set(to, there);
}

/** Terms that together name a concept ("accounts … re-approved") are each spoken of where that concept is. */
function addComposed(text: string, tokens: readonly Token[], all: readonly PlacedTerm[]): void {
  // Examples in brackets are what may be answered, and tell nothing of what is asked.
  const brackets = bracketsOf(text);
  const terms = all.filter((t) => !brackets.some((b) => t.start >= b.start && t.end <= b.end));
  for (const { concept, parts, also } of thesaurus().findComposed(tokens)) {
    const places = [...parts, ...also];
    const said = terms.filter((t) =>
      places.some((p) => t.start < tokens[p.end - 1]!.end && t.end > tokens[p.start]!.start),
    );
    // "own encryption keys" says more than "encryption keys".
    const narrower = said.filter((t) =>
      places.some((p) => t.start >= tokens[p.start]!.start && t.end <= tokens[p.end - 1]!.end),
    );
    const told = narrower.length > 0 ? narrower : said.filter((t) => t.stems.length <= wordsIn(parts));
    for (const t of told) if (!t.concepts.includes(concept)) t.concepts = [...t.concepts, concept];
    // Words that say little alone ("real", "data") say it together.
    if (told.length > 1 && told.every((t) => !t.focus && !t.party))
      for (const t of told) Object.assign(t, { focus: true, weight: PROMOTED_WEIGHT, group: told[0]!.group });
  }
}

function wordsIn(parts: readonly ConceptSpan[]): number {
  return parts.reduce((sum, p) => sum + p.end - p.start, 0);
}

function isTimeSpan(token: Token, next: Token | undefined): boolean {
  return /^\d+$/.test(token.word) && next !== undefined && /^(?:minute|hour|day|week|month|year)/.test(next.stem);
}

/** Last words that add nothing to a term ("retention period", "deletion process"). */
const EMPTY_TAIL = /^(?:period|timelin|frequenc|process|procedur|requir|practic|activ)/;

/** The longest shorter terms within a term, without words that say nothing, unless all are such. */
function partsOf(own: readonly Token[]): TermPart[] {
  const words = thesaurus();
  const shorter = words.find(own).filter((s) => s.end - s.start < own.length);
  const spans = greedy(shorter, own.length);
  const parts: TermPart[] = [];
  for (let i = 0; i < own.length;) {
    const span = spans.get(i);
    const end = span?.end ?? i + 1;
    const stems = own
      .slice(i, end)
      .filter((t) => !isStopWord(t.word))
      .map((t) => t.stem);
    if (stems.length > 0) parts.push({ stems, concepts: span?.concepts ?? words.conceptsOfStem(stems[0]!) });
    i = end;
  }
  const telling = parts.filter((p) => p.stems.length > 1 || !EMPTY_TAIL.test(p.stems[0]!));
  return telling.length > 0 ? telling : parts;
}

/**
 * Without a subject of its own a question is about the people it names ("Which users …?"), or, to be said yes or no to, about
 * all its words together ("Are contractors subject to the same requirements?").
 */
function promote(terms: Term[], kind: QuestionKind): void {
  const words = thesaurus();
  const lift = (list: readonly Term[]): void =>
    list.forEach((t) => Object.assign(t, { focus: true, weight: PROMOTED_WEIGHT }));
  const subjects = terms.filter((t) => t.focus);
  if (subjects.length > 0) {
    // "How is access granted?": of what, matters.
    if (subjects.every((t) => isAction(t.concepts)))
      lift(
        terms.filter(
          (t) =>
            !t.focus && !t.party && !t.light && (t.concepts.length > 0 || t.stems.length > 1) && !ITSELF.test(t.text),
        ),
      );
    // "How long is customer data kept?": of what, matters.
    if (kind !== 'polar' && subjects.every((t) => words.isProcess(t.concepts)))
      lift(terms.filter((t) => t.stems.length > 1));
    return;
  }
  const parties = terms.filter((t) => t.party);
  const own = terms.filter((t) => !ITSELF.test(t.text));
  const things = own.filter((t) => !t.party);
  // "How much notice do clients get of a new version?": of what, not whom.
  const timed = (kind === 'duration' || kind === 'frequency') && things.length > 0;
  lift(timed ? things : kind !== 'polar' && parties.length > 0 ? parties : own.length > 0 ? own : terms);
}

/** Concepts of doing something to something else. */
const ACTIONS = ['provision', 'notify', 'approve', 'revoke', 'monitor', 'remediate', 'alert'];

/** Whether a term only stands for something that is done. */
export function isAction(concepts: readonly number[]): boolean {
  const words = thesaurus();
  return concepts.length > 0 && concepts.every((c) => ACTIONS.some((name) => words.conceptsOf(name).includes(c)));
}

/** The company that is asked, and words of asking. */
const ITSELF =
  /^(?:compan(?:y|ies)|organi[sz]ations?|firm|business|lists?|provide|describe|use|have|service|system|state|name)$/i;

/** Longest terms first from the left; several concepts of one term are kept together. */
function greedy(spans: readonly ConceptSpan[], length: number): Map<number, { end: number; concepts: number[] }> {
  const taken = new Map<number, { end: number; concepts: number[] }>();
  for (let i = 0; i < length;) {
    const here = spans.filter((s) => s.start === i);
    const end = Math.max(i, ...here.map((s) => s.end));
    if (end > i) taken.set(i, { end, concepts: here.filter((s) => s.end === end).map((s) => s.concept) });
    i = Math.max(end, i + 1);
  }
  return taken;
}

/** A short text (an option of an answer cell) as one term; nothing when it has no words. */
export function termOf(text: string): Term | undefined {
  const tokens = tokenize(text);
  const stems = tokens.filter((t) => tokens.length === 1 || !isStopWord(t.word)).map((t) => t.stem);
  if (stems.length === 0) return undefined;
  const words = thesaurus();
  const concepts = words
    .find(tokens)
    .filter((s) => s.start === 0 && s.end === tokens.length)
    .map((s) => s.concept);
  const parts = stems.map((s) => ({ stems: [s], concepts: words.conceptsOfStem(s) }));
  return {
    text,
    concepts,
    stems,
    parts,
    weight: 1,
    focus: true,
    party: false,
    light: false,
    asked: false,
    name: false,
    recipient: false,
    designator: undefined,
    group: 0,
    joined: false,
    vector: tokenVectors().encode(text),
  };
}
