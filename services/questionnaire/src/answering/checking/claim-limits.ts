import { isPlanned } from '../rules/plans.js';
import { claimWords, countOf } from './claim-words.js';
import { clausesOf, type Clause } from './clauses.js';
import { short, type Fault, type QuotedClause, type Whole } from './support.js';
import { isSaid, wordsOf, type Word } from './wording.js';

/** A dropped condition counts unless so many of its words are in the claim. */
const CONDITION_KEPT = 0.5;

/** Plans, what is no more, and what only may be. */
export function certaintyFault(quoted: QuotedClause, { claim, clauses, support }: Whole): Fault | undefined {
  const statement = support.statements[quoted.statement]!;
  const planned =
    quoted.planned || isPlanned(support.places[quoted.statement]!) || (statement.row && isPlanned(statement.text));
  const tries = support.frames.some((f) => f.statement === quoted.statement && f.control !== '');
  if (planned !== clauses.some((c) => c.planned) && (planned || !tries))
    return planned
      ? {
          fault: 'planned_as_present',
          detail: 'The evidence tells of a plan or of work in progress: do not tell it as done.',
        }
      : { fault: 'claim_not_in_evidence', detail: 'The evidence tells of what is done, not of a plan.' };
  if (quoted.past && !clauses.some((c) => c.past))
    return { fault: 'planned_as_present', detail: 'The evidence tells of what is no more: do not tell it as present.' };
  if (quoted.weak && !clauses.some((c) => c.may || c.denied))
    return {
      fault: 'claim_not_in_evidence',
      detail: `The evidence says what may or can be, not what is: “${short(quoted.text)}”.`,
    };
  if (
    /\b(?:must|mandatory|compulsory|obliged)\b/i.test(claim) &&
    countOf(claimWords().weak, quoted.text) > 0 &&
    !quoted.denied
  )
    return { fault: 'claim_not_in_evidence', detail: 'The evidence says “may” or “can”, not “must”.' };
  return undefined;
}

export function quantifierFault(clause: Clause, quoted: QuotedClause, { clauses, support }: Whole): Fault | undefined {
  const around = support.clauses.filter((c) => c.statement === quoted.statement);
  if (clause.all && !around.some((c) => c.all))
    return { fault: 'claim_not_in_evidence', detail: 'You say “all”, “every” or “always”; the evidence does not.' };
  if (quoted.some && !clauses.some((c) => c.some))
    return {
      fault: 'claim_not_in_evidence',
      detail: `The evidence holds for some or for most only: “${short(quoted.text)}”.`,
    };
  if (clause.only && !around.some((c) => c.only || c.denied))
    return { fault: 'claim_not_in_evidence', detail: 'You say “only”; the evidence does not.' };
  return undefined;
}

/** "Production systems" are not "systems": what limits the evidence stays, and no limit comes from elsewhere. */
export function scopeFault(clause: Clause, quoted: QuotedClause, { claim, support, words }: Whole): Fault | undefined {
  const { limits } = claimWords();
  const competes = quoted.words.some((w) => limits.has(w.word));
  const near = support.clauses.filter((c) => c.statement === quoted.statement).flatMap((c) => c.words);
  near.push(...wordsOf(support.places[quoted.statement]!));
  const added = clause.words.find((word) => limits.has(word.word) && !isSaid(word, competes ? quoted.words : near));
  const elsewhere = added && support.clauses.some((c) => c !== quoted && isSaid(added, c.words));
  if (added && (elsewhere || competes || !isSaid(added, support.asked)))
    return { fault: 'claim_not_in_evidence', detail: `The evidence does not say this of “${added.word}”.` };
  const kept = [...words, ...support.asked];
  for (const [i, word] of quoted.words.entries()) {
    const next = quoted.words[i + 1];
    if (!limits.has(word.word) || isSaid(word, kept) || !next || !isSaid(next, clause.words)) continue;
    return {
      fault: 'claim_not_in_evidence',
      detail: `The evidence says this of “${word.word} ${next.word}” only: keep the limit.`,
    };
  }
  return restrictionFault(clause, quoted, kept, claim);
}

const RESTRICTS =
  /(?<=s|staff|personnel|data|anyone|everyone|everybody|people|person) (?:with|who|that|whose|older than|younger than|handling|processing|having)\s+(?=\p{L})/giu;

/** "Customers on the Business plan can …": what stands between the subject and its verb. */
const OF_SUBJECT =
  /^([^\p{L}]{0,5}(?:\p{L}{1,30} ){0,2}\p{L}{1,30}(?<=s|ff|nel|ta)) (?:on|of|in|at|from|under|without|for) (?=(?:[\p{L}\p{N}'’-]{1,30} ){1,6}(?:is|are|was|were|can|may|must|shall|will|have|has|do|does|get|need)\b)/iu;

const CONNECTS = /\b(?:who|that|which|whose|with|if|when|ask\w*|request\w*|want\w*)\b/i;

/** "Employees with access to customer data" are not all employees. */
function restrictionFault(
  clause: Clause,
  quoted: QuotedClause,
  kept: readonly Word[],
  claim: string,
): Fault | undefined {
  const { text } = quoted;
  const restricted = [...text.matchAll(RESTRICTS)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  const ofSubject = OF_SUBJECT.exec(text);
  if (ofSubject) restricted.push([ofSubject[1]!.length, ofSubject[0].length]);
  for (const [from, to] of restricted) {
    const whom = wordsOf(text.slice(0, from)).at(-1);
    const behind = wordsOf(text.slice(to)).slice(0, 2);
    if (!whom || !isSaid(whom, clause.words)) continue;
    if (behind.length === 0 && CONNECTS.test(claim)) continue;
    if (behind.length > 0 && behind.filter((word) => isSaid(word, kept)).length / behind.length >= CONDITION_KEPT)
      continue;
    return {
      fault: 'claim_not_in_evidence',
      detail: `The evidence says this of “${short(quoted.text)}” only: keep the limit.`,
    };
  }
  return undefined;
}

/** What holds only if, unless, except or on request. */
export function conditionFault(quoted: QuotedClause, { claim, support, words }: Whole): Fault | undefined {
  const { conditions } = claimWords();
  const { text } = support.statements[quoted.statement]!;
  const kept = [...words, ...support.asked];
  for (const match of text.matchAll(conditions)) {
    const behind = wordsOf(text.slice(match.index + match[0].length).split(/[;.]/)[0] ?? '').slice(0, 4);
    const isKept =
      behind.length > 0 && behind.filter((word) => isSaid(word, words)).length / behind.length >= CONDITION_KEPT;
    if (
      isKept ||
      (countOf(conditions, claim) > 0 && (behind.length === 0 || behind.some((word) => isSaid(word, kept))))
    )
      continue;
    // In a long row or list, and behind a semicolon, the condition may belong to something else.
    const part = text.split(/(?<=;)/).find((one) => one.includes(match[0]));
    const own = clausesOf(text).find((c) => c.text.includes(match[0]));
    if (support.statements[quoted.statement]!.row ? own?.text !== quoted.text : !part?.includes(quoted.text.trim()))
      continue;
    return {
      fault: 'claim_not_in_evidence',
      detail: `The evidence has a condition that you dropped: “${short(text.slice(match.index))}”.`,
    };
  }
  return undefined;
}
