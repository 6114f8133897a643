import { asksForExistence, asksForList, kindOf, type QuestionKind } from '../reading/question-kind.js';
import type { SlotKind } from './expressions.js';
import { statedPeriod, type StatedPeriod } from '../deciding/periods.js';
import { findTerms, type Term } from './question-terms.js';
import { tokenize } from '../finding/tokens.js';
import { tokenVectors } from './vectors.js';

export interface QuestionPart {
  text: string;
  vector: Float32Array;
  kind: QuestionKind;
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
  /** Asks whether something is done at all hours. */
  aroundTheClock: boolean;
  /** Asks what happened in the past ("Have you had a breach?"). */
  history: boolean;
  /** Has no subject of its own ("How often?"): it leans on the part before it. */
  leaning: boolean;
  /** Names the subjects of the part before it by a pronoun ("who approves them?"). */
  refersToMany: boolean;
  /** Asked the other way round ("Is nothing …?", "Are there no …?"). */
  negated: boolean;
  /** The time that a yes/no question states ("at least annually"). */
  period: StatedPeriod | undefined;
  /** Wants several items ("which policies", "list …"). */
  list: boolean;
  /** Wants what something holds ("the scope of …"): that it exists is no answer. */
  contents: boolean;
}

/** Takes a question apart into what each of its parts asks. `polar` forces yes/no (the answer cell has only such options). */
export function analyzeQuestion(text: string, options: { polar: boolean }): QuestionPart[] {
  const parts: QuestionPart[] = [];
  for (const piece of splitQuestion(addressed(text))) {
    const part = analyzePart(piece, parts.at(-1), options.polar && parts.length === 0);
    if (part) parts.push(part);
  }
  return parts;
}

const ASKED_COMPANY =
  /\bthe (?:vendor|supplier|service provider|provider|contractor|bidder|tenderer|offeror|respondent|company|organi[sz]ation)(['’]s)?(?=[\s,.?;:]|$)/gi;

/** Words that only hold what is asked: "the scope of background checks" asks for the checks. */
const CONTAINED = /^\W*(?:what|which) (?:is|are) all the /i;
const CONTAINER =
  /^(\W*(?:what|which) (?:is|are) )the (?:scope|extent|nature|structure|composition|coverage|content|contents|details) of (?:the |your )?/i;

/** "The vendor encrypts …" is about the company that is asked, unless the question also says "you". */
function addressed(asked: string): string {
  const text = asked.replace(CONTAINER, '$1all the ');
  if (/\b(?:you|your|yours)\b/i.test(text)) return text;
  return text.replace(ASKED_COMPANY, (_match, own: string | undefined) => (own === undefined ? 'you' : 'your'));
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

const HISTORY =
  /^(?:\W*)(?:have|has|had|did|were) (?:you|your \w+|there|the \w+|any|it)(?: \w+)? (?:had|been|experienced|suffered|any|encountered|reported|sustained|undergone|occurred|security|data|a (?:data |security )?(?:breach|incident))\b|\b(?:in|within|over|during) the (?:last|past) (?:\w+ )?(?:months?|years?)\b/i;

const COUNTRY = /\bcountr(?:y|ies)\b|\bjurisdictions?\b|\bgeograph/i;
const REFERS = /^(?:\W*)if (?:so|yes|not?|applicable)\b|\b(?:it|they|them|these|this|those)\b/i;

/** "Were any exceptions noted?" is of what the part before it names. */
const DEPENDS =
  /^\W*(?:were|was|are|is) (?:there )?any (?:exceptions?|findings?|issues?|gaps?|deviations?|non-?conformit(?:y|ies))\b/i;

/** A part with less subject than this leans on the part before it ("How often?", "If so, is it masked?"). */
const LEANING = 0.9;

function slotOf(kind: QuestionKind, text: string): SlotKind | undefined {
  if (kind === 'polar' || kind === 'open') return undefined;
  if (kind === 'place' && COUNTRY.test(text)) return 'country';
  // "What is your patch cadence?" is answered by "two days after publication" too.
  return kind === 'frequency' && /\b(?:cadence|cycle)\b/i.test(text) ? 'cadence' : kind;
}

function analyzePart(text: string, before: QuestionPart | undefined, polar: boolean): QuestionPart | undefined {
  const kind = polar ? 'polar' : kindOf(text);
  const tokens = tokenize(text);
  const period = kind === 'polar' ? statedPeriod(text) : undefined;
  const terms = findTerms(
    text,
    period ? tokens.filter((t) => t.end <= period.start || t.start >= period.end) : tokens,
    kind,
  );
  let leaning = false;
  const refers = before !== undefined && REFERS.test(text);
  if (before) {
    const own = terms.reduce((sum, t) => sum + (t.focus ? t.weight : 0), 0);
    if (refers || own < LEANING || DEPENDS.test(text)) {
      leaning = own < LEANING || DEPENDS.test(text);
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
    slot: slotOf(kind, text),
    terms,
    existence: kind === 'polar' && asksForExistence(text),
    any: /\bany\b/i.test(text),
    words: new Set(tokens.map((t) => t.word)),
    period,
    list: asksForList(text),
    contents: CONTAINED.test(text),
    recent: /\b(?:last|latest|most recent)\b/i.test(text),
    leaning,
    refersToMany: refers && /\b(?:them|these|those)\b/i.test(text),
    aroundTheClock: /\b24 ?[x/×] ?7\b|\b(?:around|round)[- ]the[- ]clock\b|\b24 hours\b/i.test(text),
    history: HISTORY.test(text),
    negated: kind === 'polar' && /^(?:\W*)\w+ (?:there )?(?:no|not|never|none)\b/i.test(text),
  };
}
