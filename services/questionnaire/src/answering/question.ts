import type { SlotKind } from './expressions.js';
import { thesaurus, type ConceptSpan } from './thesaurus.js';
import { isStopWord, tokenize, type Token } from './tokens.js';
import { tokenVectors } from './vectors.js';

/** What a part of a question wants to be told. */
export type AskedKind =
  'polar' | 'frequency' | 'duration' | 'date' | 'moment' | 'number' | 'person' | 'place' | 'name' | 'manner' | 'open';

/** One thing a question is about. */
export interface Term {
  /** As the question has it. */
  text: string;
  concepts: number[];
  stems: string[];
  /** Of a term of several words: each word with the concepts that it alone stands for. */
  parts: { stem: string; concepts: number[] }[];
  /** 0 to 1: how much it says about the subject. */
  weight: number;
  /** The subject itself: evidence that lacks it is about something else. */
  focus: boolean;
  /** Whom it concerns: evidence need not name them again, but must not be about others. */
  party: boolean;
  /** A verb of no field, or a time: asking for evidence it says little, comparing questions it counts. */
  light: boolean;
  /** Terms joined by "or", or given as examples in brackets, share a group: one of them is enough. */
  group: number;
  vector: Float32Array;
}

export interface QuestionPart {
  text: string;
  vector: Float32Array;
  kind: AskedKind;
  slot: SlotKind | undefined;
  terms: Term[];
  /** Asks whether something exists ("Do you have a …"): a title of that name is evidence. */
  existence: boolean;
  /** "any of …": one positive example makes a yes. */
  any: boolean;
  /** Folded words of the part, for telling new facts from repeated ones. */
  words: ReadonlySet<string>;
  /** Asks for the last time something was done. */
  recent: boolean;
  /** Has no subject of its own ("How often?"): it leans on the part before it. */
  leaning: boolean;
  /** Asked the other way round ("Is nothing …?", "Are there no …?"). */
  negated: boolean;
  /** Wants several items ("which policies", "list …"). */
  list: boolean;
}

const KINDS: [AskedKind, RegExp][] = [
  ['frequency', /\bhow (?:often|frequently|regularly)\b|\bfrequency\b|\bcadence\b|\b(?:review|release|update|patch|test(?:ing)?) cycle\b|\bat what intervals?\b/i],
  ['number', /\bhow (?:many|much|large|big)\b|\bnumber of\b|\bwhat (?:is the )?(?:percentage|limit)\b|\bminimum (?:password )?length\b/i],
  ['duration', /\bhow (?:long|quickly|soon|fast|far in advance)\b|\b(?:within|in) (?:what|which) (?:time|period)|\btime ?(?:frame|line|scale)\b|\bretention period\b|\bnotification period\b|\bwhat is (?:the|your) (?:\w+ ){0,2}(?:rto|rpo|recovery (?:time|point) objective)|\bafter (?:what|how much) time\b|\bwhat (?:is the )?retention\b|\b(?:log|data|backup) retention\?/i],
  ['moment', /^(?:\W*)when (?:is|are|do|does|will|must|can)\b(?![^?]*\b(?:last|next|most recent)\b)/i],
  ['date', /^(?:\W*)when\b|\b(?:what|which) (?:date|year|month)\b|\bon (?:what|which) date\b|\bdate of\b|\bsince when\b/i],
  ['person', /^(?:\W*)(?:who|whom|whose)\b|\bby whom\b|\bname (?:the|your) (?:individual|person|owner|officer)|\bwhich (?:person|role|individual)\b|\bwho (?:is|are|was|approves|performs|leads)\b/i],
  ['place', /^(?:\W*)where\b|\b(?:in|at) (?:which|what) (?:\w+ )?(?:locations?|regions?|countr(?:y|ies)|places?|jurisdictions?|data cent(?:er|re)s?)\b/i],
]; // prettier-ignore
const POLAR =
  /^(?:\W*)(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|may|must|should|shall)\b|\bis (?:it|this|that|there)\b|[,:—-]\s*(?:do|does|is|are|has|have|can|must) (?:you|it|they|there|the|all|any|your)\b/i;
const NAME =
  /\b(?:which|what) (?:\w+[ -]){0,3}?(?:provider|company|supplier|tool|vendor|product|platform|solution|technology|algorithm|standard|protocol|firm|auditor|qsa|siem|idp|versions?|mdm|edr|framework|name)\b/i;
const LIST =
  /\b(?:list|enumerate|name) (?:all|your|the|any)\b|\b(?:which|what) (?:\w+[ -]){0,3}?\w+s (?:do|does|are|is|have|has|exist|can|were)\b|\bwhat (?:categories|types|kinds)\b|^(?:\W*)(?:list|enumerate)\b/i;
const MANNER = /^(?:\W*)how\b|\bin what way\b|\bby what means\b/i;
const EXISTENCE =
  /\b(?:do|does) (?:you|your \w+|the \w+|it|they|we) (?:currently |also |already )?(?:have|maintain|hold|operate|possess|use|keep|publish|carry|produce|run)\b|\b(?:is|are) there\b|\bhave (?:you|they) (?:\w+ )?(?:appointed|designated|established|documented|implemented|defined|a)\b|\bin (?:place|use)\b|\b(?:documented|maintained|available|defined|designated|established|appointed|in force)\b/i;

/** Words that ask, and so are no subject: they are answered by the expression that the kind wants. */
const ASKING: Partial<Record<AskedKind, RegExp>> = {
  frequency: /^(?:often|frequently|frequency|cadence|regularly|intervals?|time|many|times)$/,
  duration:
    /^(?:long|quickly|soon|fast|far|advance|time|timeframe|timeline|frame|timescale|period|window|days|hours|after)$/,
  date: /^(?:when|date|year|month|last|recent|most|latest|recently|time)$/,
  number: /^(?:many|much|number|large|big|size|percentage|total|count|limit)$/,
  person: /^(?:who|whom|whose|name|person|individual|people|party)$/,
  place:
    /^(?:where|location|locations|located|region|regions|country|countries|place|places|geographic|geographically)$/,
};

/** Takes a question apart into what each of its parts asks. `polar` forces yes/no (the answer cell has only such options). */
export function analyzeQuestion(text: string, options: { polar: boolean }): QuestionPart[] {
  const parts: QuestionPart[] = [];
  for (const piece of splitQuestion(text)) {
    const part = analyzePart(piece, parts.at(-1), options.polar && parts.length === 0);
    if (part) parts.push(part);
  }
  return parts;
}

const ASKS =
  '(?:how|when|where|who|what|which|why|do|does|is|are|can|will|has|have|by whom|was|were|if so|if yes|at what)';

function splitQuestion(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[?.!])\s+(?=[\p{Lu}(])|(?<=\?)\s+/u)
    .flatMap((s) => s.split(/\s[—–-]\s(?=(?:is|are|do|does|has|have|can) (?:it|they|this|these)\b)/))
    .flatMap((s) =>
      s.split(new RegExp(`,? and (?=(?:${ASKS}|with which|at which|in which) )|,? and (?=by whom\\b)`, 'i')),
    )
    .map((s) => s.trim())
    .filter((s) => /[\p{L}\p{N}]/u.test(s));
}

const GENERIC_WEIGHT = 0.15;
const PARTY_WEIGHT = 0.4;
const VERB_WEIGHT = 0.3;
const PROMOTED_WEIGHT = 0.6;
/** A part with less subject than this leans on the part before it ("How often?", "If so, is it masked?"). */
const LEANING = 0.9;

function analyzePart(text: string, before: QuestionPart | undefined, polar: boolean): QuestionPart | undefined {
  const kind = polar ? 'polar' : kindOf(text);
  const tokens = tokenize(text);
  const terms = findTerms(text, tokens, kind);
  let leaning = false;
  if (before) {
    const own = terms.reduce((sum, t) => sum + (t.focus ? t.weight : 0), 0);
    if (/^(?:\W*)if (?:so|yes|not?|applicable)\b|\b(?:it|they|them|these|this|those)\b/i.test(text) || own < LEANING) {
      leaning = own < LEANING;
      const known = new Set(terms.map((t) => t.text));
      for (const t of before.terms)
        if (!known.has(t.text))
          terms.push({ ...t, weight: t.weight * 0.7, focus: t.focus && leaning, group: t.group + 100 });
    }
  }
  if (terms.length === 0) return undefined;
  return {
    text,
    vector: tokenVectors().encode(text),
    kind,
    slot: kind === 'polar' || kind === 'open' ? undefined : kind,
    terms,
    existence: kind === 'polar' && EXISTENCE.test(text),
    any: /\bany\b/i.test(text),
    words: new Set(tokens.map((t) => t.word)),
    list: LIST.test(text),
    recent: /\b(?:last|latest|most recent)\b/i.test(text),
    leaning,
    negated: kind === 'polar' && /^(?:\W*)\w+ (?:there )?(?:no|not|never|none)\b/i.test(text),
  };
}

function kindOf(text: string): AskedKind {
  // Whatever stands in brackets explains; it does not ask.
  const plain = text.replace(/\([^)]*\)/g, ' ');
  for (const [kind, pattern] of KINDS) {
    if (
      pattern.test(plain) &&
      !(POLAR.test(plain) && !/^(?:\W*)(?:how|when|who|where|what|which)\b/i.test(plain) && kind !== 'frequency')
    )
      return kind;
  }
  if (
    /^(?:\W*)(?:how|what|which|describe|explain|list|provide|state|name|specify|detail|outline|identify|give)\b/i.test(
      plain,
    )
  ) {
    if (/[—–-]\s*(?:is|are|do|does|has|have) \w+/i.test(plain)) return 'polar';
    if (LIST.test(plain)) return 'open';
    if (NAME.test(plain)) return 'name';
    return MANNER.test(plain) ? 'manner' : 'open';
  }
  if (POLAR.test(plain)) return 'polar';
  // A statement to agree with ("Customer data is encrypted at rest.") asks whether it is so; a bare topic asks for all.
  return /\b(?:is|are|has|have|must|shall|should|will|does|do)\b/i.test(plain) ? 'polar' : 'open';
}

function findTerms(text: string, tokens: readonly Token[], kind: AskedKind): Term[] {
  const words = thesaurus();
  const vectors = tokenVectors();
  const spans = greedy(words.find(tokens), tokens.length);
  const terms: (Term & { start: number; end: number })[] = [];
  const asking = ASKING[kind];
  for (let i = 0; i < tokens.length;) {
    const span = spans.get(i);
    const end = span ? span.end : i + 1;
    const own = tokens.slice(i, end);
    const single = own.length === 1 ? own[0]! : undefined;
    if (single && (isStopWord(single.word) || asking?.test(single.word) === true)) {
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
      parts: tellingStems(stems).map((s) => ({ stem: s, concepts: words.conceptsOfStem(s) })),
      weight: generic ? GENERIC_WEIGHT : party ? PARTY_WEIGHT : single ? vectors.rarity(single.word) : 1,
      focus: !generic && !party,
      party,
      light: false,
      group: terms.length,
      vector: vectors.encode(term),
      start: own[0]!.start,
      end: own.at(-1)!.end,
    });
    i = end;
  }
  joinAlternatives(text, terms);
  lightenVerbs(text, terms);
  if (kind === 'polar') lighten(text, terms);
  const unique = new Map<string, Term>();
  for (const t of terms) {
    const key = t.concepts.length > 0 ? `c${t.concepts.join(',')}` : t.stems.join(' ');
    if (!unique.has(key)) unique.set(key, t);
  }
  const result = [...unique.values()];
  promote(result, kind);
  return result;
}

/** Last words that add nothing to a term ("retention period", "deletion process"). */
const EMPTY_TAIL = /^(?:period|timelin|frequenc|process|procedur|requir|practic|activ)/;

/** The words of a term that say something, unless none does. */
function tellingStems(stems: readonly string[]): readonly string[] {
  const telling = stems.filter((s) => !EMPTY_TAIL.test(s));
  return telling.length > 0 ? telling : stems;
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
  lift(kind !== 'polar' && parties.length > 0 ? parties : own.length > 0 ? own : terms);
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

const PARTICIPLE = /(?:ed|held|kept|given|done|made|taken|built|sent|told|drawn|chosen|written|shown|met|run)$/;

/**
 * The verb of a question ("Are reviews held?", "Do staff undergo checks?") says little, when it is none of the field's and
 * something else is the subject.
 */
function lightenVerbs(text: string, terms: (Term & { start: number; end: number })[]): void {
  if (!terms.some((t) => t.focus && t.concepts.length > 0)) return;
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
      /\b(?:do|does|did)\b/i.test(before);
    if (!participle && !verb) continue;
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
  for (let i = 1; i < terms.length; i++) {
    const between = text.slice(terms[i - 1]!.end, terms[i]!.start);
    if (/^\s*(?:,\s*)?(?:or|and\/or)\s*(?:an? |the |any )?$|^\s?\/\s?$/i.test(between))
      terms[i]!.group = terms[i - 1]!.group;
  }
}

/** A short text (an option of an answer cell) as one term; nothing when it has no words. */
export function termOf(text: string): Term | undefined {
  const tokens = tokenize(text);
  const stems = tokens.filter((t) => tokens.length === 1 || !isStopWord(t.word)).map((t) => t.stem);
  if (stems.length === 0) return undefined;
  const words = thesaurus();
  const concepts = words.find(tokens).filter((s) => s.start === 0 && s.end === tokens.length).map((s) => s.concept); // prettier-ignore
  const parts = stems.map((s) => ({ stem: s, concepts: words.conceptsOfStem(s) }));
  return {
    text,
    concepts,
    stems,
    parts,
    weight: 1,
    focus: true,
    party: false,
    light: false,
    group: 0,
    vector: tokenVectors().encode(text),
  };
}
