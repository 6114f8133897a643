import { isAskingWord, type AskedKind } from './asked-kind.js';
import { designatorsOf } from './designators.js';
import { thesaurus, type ConceptSpan } from './thesaurus.js';
import { isStopWord, tokenize, type Token } from './tokens.js';
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
  vector: Float32Array;
}

const RECIPIENT =
  /\b(?:available|visible|accessible|provided|shared|given|offered|delivered|released|exposed)\s+(?:to|with)\s+(?:the |our |your |all )?$/i;
const GENERIC_WEIGHT = 0.15;
const PARTY_WEIGHT = 0.4;
const VERB_WEIGHT = 0.3;
const PROMOTED_WEIGHT = 0.6;

/** The things a question is about, in its order. */
export function findTerms(text: string, tokens: readonly Token[], kind: AskedKind): Term[] {
  const words = thesaurus();
  const vectors = tokenVectors();
  const spans = greedy(words.find(tokens), tokens.length);
  const terms: (Term & { start: number; end: number })[] = [];
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
      name: concepts.length === 0 && own[0]!.start > 0 && /^\p{Lu}\p{Ll}/u.test(term),
      recipient: party && RECIPIENT.test(text.slice(0, own[0]!.start)),
      group: terms.length,
      vector: vectors.encode(term),
      start: own[0]!.start,
      end: own.at(-1)!.end,
    });
    i = end;
  }
  joinAlternatives(text, terms);
  addComposed(tokens, terms);
  lightenVerbs(text, terms);
  if (kind === 'polar') lighten(text, terms);
  lightenCircumstances(text, terms);
  const unique = new Map<string, Term>();
  for (const t of terms) {
    const key = t.concepts.length > 0 ? `c${t.concepts.join(',')}` : t.stems.join(' ');
    if (!unique.has(key)) unique.set(key, t);
  }
  const result = [...unique.values()];
  promote(result, kind);
  return result;
}

/** Terms that together name a concept ("accounts … re-approved") are each spoken of where that concept is. */
function addComposed(tokens: readonly Token[], terms: (Term & { start: number; end: number })[]): void {
  for (const { concept, parts, also } of thesaurus().findComposed(tokens)) {
    const places = [...parts, ...also];
    const said = terms.filter((t) =>
      places.some((p) => t.start < tokens[p.end - 1]!.end && t.end > tokens[p.start]!.start),
    );
    // "own encryption keys" says more than "encryption keys".
    const narrower = said.filter((t) => places.some((p) => t.start >= tokens[p.start]!.start && t.end <= tokens[p.end - 1]!.end)); // prettier-ignore
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
    const stems = own.slice(i, end).filter((t) => !isStopWord(t.word)).map((t) => t.stem); // prettier-ignore
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
function promote(terms: Term[], kind: AskedKind): void {
  const words = thesaurus();
  const lift = (list: readonly Term[]): void =>
    list.forEach((t) => Object.assign(t, { focus: true, weight: PROMOTED_WEIGHT }));
  const subjects = terms.filter((t) => t.focus);
  if (subjects.length > 0) {
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

const SUBJECT_BEFORE = /\b(?:you|we|they|it|customers?|clients?|users?|tenants?|employees|staff)\s+$/i;
const PARTICIPLE = /(?:ed|held|kept|given|done|made|taken|built|sent|told|drawn|chosen|written|shown|met|run)$/;

/**
 * The verb of a question ("Are reviews held?", "Do staff undergo checks?") says little, when it is none of the field's and
 * something else is the subject.
 */
function lightenVerbs(text: string, terms: (Term & { start: number; end: number })[]): void {
  if (!terms.some((t) => t.focus && t.concepts.length > 0)) return;
  const modal = /^\W*(?:can|could|may|might)\b/i.test(text);
  for (const t of terms) {
    if (!t.focus || t.concepts.length > 0 || t.stems.length > 1) continue;
    const before = text.slice(0, t.start);
    const after = text.slice(t.end);
    const participle =
      PARTICIPLE.test(t.text) &&
      /^\s*(?:[?.,;]|$|(?:and|or|by|for|in|on|to|with|at|from|within|when|after|before|as|during|under)\b)/i.test(
        after,
      ) &&
      !/\b(?:an?|the|your|our)\s+$/i.test(before);
    const verb =
      /\b(?:you|we|they|staff|employees|customers|personnel|users)\s+$/i.test(before) &&
      /\b(?:do|does|did|have|has)\b/i.test(before);
    // "Can X be extended?": the verb is what is asked.
    t.asked = modal && (participle || SUBJECT_BEFORE.test(before));
    if (t.asked || (!participle && !verb)) continue;
    t.focus = false;
    t.light = true;
    t.weight = VERB_WEIGHT;
  }
}

/** "… before release": when, not what. */
function lighten(text: string, terms: (Term & { start: number })[]): void {
  const at = text.search(/\b(?:before|prior to)\b/i);
  if (at <= 0 || !terms.some((t) => t.focus && t.start < at)) return;
  for (const t of terms) {
    if (t.start < at || !t.focus) continue;
    t.focus = false;
    t.light = true;
    t.weight = Math.min(t.weight, PARTY_WEIGHT);
  }
}

/** "…, when availability falls short", "… once we are live": words of no field that only tell the circumstances. */
function lightenCircumstances(text: string, terms: (Term & { start: number })[]): void {
  const at = /\s(?:when(?:ever)?|if|once|in case|in the event|after|upon|while|during)\s/i.exec(text)?.index ?? -1;
  if (at <= 0 || !terms.some((t) => t.focus && t.start < at)) return;
  for (const t of terms) {
    if (t.start < at || !t.focus || t.concepts.length > 0 || t.name) continue;
    t.focus = false;
    t.light = true;
    t.weight = Math.min(t.weight, VERB_WEIGHT);
  }
}

/** "A or B", "A/B" and "(A, B, C)" become one group. */
function joinAlternatives(text: string, terms: (Term & { start: number; end: number })[]): void {
  const brackets = [...text.matchAll(/\([^)]*\)/g)].map((m) => ({ start: m.index, end: m.index + m[0].length }));
  for (const { start, end } of brackets) {
    const inside = terms.filter((t) => t.start >= start && t.end <= end);
    const before = terms.filter((t) => t.end <= start).at(-1);
    if (inside.length === 0) continue;
    const acronym = inside.length === 1 && before && start - before.end < 3 ? before : undefined;
    for (const t of inside) {
      t.group = acronym ? acronym.group : inside[0]!.group;
      if (!acronym) t.weight *= 0.6;
    }
  }
  joinExamples(text, terms);
  for (let i = 1; i < terms.length; i++) {
    const between = text.slice(terms[i - 1]!.end, terms[i]!.start);
    if (/^\s*(?:,\s*)?(?:or|and\/or)\s*(?:an? |the |any |being |to be |is |are )?$|^\s?\/\s?$/i.test(between))
      terms[i]!.group = terms[i - 1]!.group;
  }
}

/** "secrets such as API keys and passwords": one of them is enough. */
function joinExamples(text: string, terms: (Term & { start: number; end: number })[]): void {
  const at = /\b(?:such as|e\.g\.,?|for example)\s/i.exec(text);
  const before = at && terms.filter((t) => t.focus && t.end <= at.index).at(-1);
  if (!before) return;
  let end = at.index + at[0].length;
  for (const t of terms) {
    if (t.start < end) continue;
    if (!/^\s*(?:,|and|or|an?|the|\s)*$/i.test(text.slice(end, t.start))) break;
    t.group = before.group;
    end = t.end;
  }
}

/** A short text (an option of an answer cell) as one term; nothing when it has no words. */
export function termOf(text: string): Term | undefined {
  const tokens = tokenize(text);
  const stems = tokens.filter((t) => tokens.length === 1 || !isStopWord(t.word)).map((t) => t.stem);
  if (stems.length === 0) return undefined;
  const words = thesaurus();
  const concepts = words.find(tokens).filter((s) => s.start === 0 && s.end === tokens.length).map((s) => s.concept); // prettier-ignore
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
    vector: tokenVectors().encode(text),
  };
}
