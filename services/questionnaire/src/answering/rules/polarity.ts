import type { ConceptSpan } from './compositions.js';
import { featuresOf, type Statement } from './evidence.js';
import { namesHours } from './expressions.js';
import type { Match } from './matching.js';
import type { QuestionPart } from './question.js';
import { deniesKind, levelOf, SPOKEN_OF } from './term-levels.js';
import { thesaurus } from './thesaurus.js';
import { tokenize } from '../finding/tokens.js';

export type Polarity = 'yes' | 'no';

const FORBIDS = /\b(?:prohibited|forbidden|banned|disallowed)\b/i;
/** Tells of both: what may be done and what may not. */
const RULES_BOTH = /\b(?:permitted|allowed|acceptable)\b/i;

/** Yes or no: what is planned is a no for now; opposites ("allowed" / "prohibited") and negations turn it round. */
export function polarityOf(part: QuestionPart, statement: Statement, negative: boolean, open: boolean): Polarity {
  let yes = !negative;
  const words = thesaurus();
  for (const term of part.terms) {
    const turned = term.concepts.some((c) => {
      if (statement.own.concepts.has(c)) return false;
      for (const other of words.opposite(c)) if (statement.own.concepts.has(other)) return true;
      return false;
    });
    if (turned) yes = !yes;
  }
  // "Copying it is prohibited" says no to whether it is done.
  const forbids = FORBIDS.test(statement.text) && !RULES_BOTH.test(statement.text);
  const asksForRule = part.terms.some((t) =>
    [...words.conceptsOf('prohibit'), ...words.conceptsOf('allow')].some((c) => t.concepts.includes(c)),
  );
  if (forbids && !asksForRule && !negative) yes = !yes;
  if (part.aroundTheClock && namesHours(statement.text)) yes = false;
  if (part.negated) yes = !yes;
  if (statement.planned || open) yes = false;
  return yes ? 'yes' : 'no';
}

/** "No commit is merged without a review", "cannot be reached unless …": what stands behind is always done. */
const CONDITION_AFTER = /\b(?:without|unless|until|except (?:with|after|by|through|via))\b/i;
/** "Systems without single sign-on are not bought", "a laptop that is not enrolled cannot …": so does what is missed here. */
const CONDITION_BEFORE =
  /\b(?:without|(?:that|which|who|whoever) (?:(?:is|are|has|have|does|do) (?:not|no)|lacks?|fails?|refuses?))\b.+?\b(?:not|never|cannot|can['’]t|refused|rejected|blocked|denied|no)\b/i;

/** "Where a team cannot comply, it files …": what holds is said behind the comma. */
const LEADING_CONDITION =
  /^\W*(?:where|if|when(?:ever)?|should|unless|in case|as long as|until|since|because|although)\b[^,]*,/i;

/** Whether the negation of a statement only says that what is asked must be there: a denial of its absence. */
function requires(part: QuestionPart, statement: Statement): boolean {
  if (CONDITION_AFTER.test(part.text)) return false;
  const subjects = part.terms.filter((t) => t.focus);
  const named = (text: string): boolean => {
    const said = featuresOf(text);
    return subjects.some((t) => levelOf(t, said) >= SPOKEN_OF);
  };
  const leading = LEADING_CONDITION.exec(statement.text)?.[0].length ?? 0;
  if (statement.negation < leading && named(statement.text.slice(leading))) return true;
  const before = CONDITION_BEFORE.exec(statement.text);
  if (before && !named(statement.text.slice(before.index + before[0].length))) return true;
  const after = CONDITION_AFTER.exec(statement.text.slice(statement.negation));
  if (!after) return false;
  const at = statement.negation + after.index;
  return named(statement.text.slice(at)) && !named(statement.text.slice(0, at));
}

/** Whether the negating word is part of how a subject is said: "logs cannot be altered", "nothing stays on the desk". */
function saysSubject(part: QuestionPart, statement: Statement): boolean {
  const tokens = tokenize(statement.text);
  const at = tokens.findIndex((t) => t.end > statement.negation);
  const words = thesaurus();
  const holds = (s: ConceptSpan): boolean => s.start <= at && s.end > at;
  const saying = [
    ...words.find(tokens).filter(holds),
    ...words.findComposed(tokens).filter((c) => c.parts.some(holds) || c.also.some(holds)),
  ];
  return saying.some(
    ({ concept }) =>
      words.opposite(concept).size === 0 && part.terms.some((t) => t.focus && t.concepts.includes(concept)),
  );
}

/** Deny what stands behind them, as "no X" does. */
const DENIES_WHAT_FOLLOWS = /^(?:no|zero|none|neither|nor|nothing|nobody)$/;

/**
 * Whether the negation of a statement is about what is asked: "no X" negates what follows it, "not" and "never" the
 * statement, unless what is asked stands in another half of it.
 */
export function negates(part: QuestionPart, statement: Statement, match: Match): boolean {
  if (match.own < SPOKEN_OF) return /^(?:\W*)(?:no|none|not)\b/i.test(statement.text);
  if (requires(part, statement) || saysSubject(part, statement)) return false;
  const word = /^\S+/.exec(statement.text.slice(statement.negation))![0].toLowerCase();
  if (!DENIES_WHAT_FOLLOWS.test(word)) return true;
  // "No, we do not."
  if (/^no\s*(?:[,.;—–]|$)/i.test(statement.text.slice(statement.negation))) return true;
  // The value of a row or after a label: "ISO 27001 | No".
  if (/(?:\||:|[—–])\s$/.test(statement.text.slice(0, statement.negation))) return true;
  // Up to the next comma: "No critical findings, two high ones remediated".
  const scope = featuresOf(
    statement.text.slice(statement.negation).split(/,(?! and| or)|\band\b(?= \w+ (?:is|are|was|were)\b)/)[0]!,
  );
  return part.terms.some((t) => (t.focus || t.party) && (levelOf(t, scope) >= SPOKEN_OF || deniesKind(t, scope)));
}
