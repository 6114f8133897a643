import type { Statement } from '../finding/statements.js';
import { contextOf } from '../reading/judge-text.js';
import { isPlanned } from '../rules/plans.js';
import { membersNamed } from '../deciding/guards.js';
import { agentAt, agentOf, speaksOf } from './agents.js';
import { clausesOf, type Clause } from './clauses.js';
import { claimWords, countOf } from './claim-words.js';
import type { DraftFault } from './draft.js';
import { isSaid, wordsOf, type Word } from './wording.js';

/** What is wrong with a claim, and the sentence that says so to whoever wrote it. */
export interface Fault {
  fault: DraftFault;
  detail: string;
}

/** A clause of the quoted evidence. */
interface QuotedClause extends Clause {
  statement: number;
}

/** All that a draft quotes, ready to be compared with its claims. */
export interface Support {
  statements: Statement[];
  /** Where each statement stands: headings, lead-in, its question. */
  places: string[];
  clauses: QuotedClause[];
  /** Of statements and their places. */
  words: Word[];
  /** The question's words. */
  asked: Word[];
  question: string;
  /** Names that the evidence uses of the company itself. */
  own: ReadonlySet<string>;
}

export function supportOf(statements: Statement[], question: string, own: ReadonlySet<string>): Support {
  const places = statements.map((statement) => contextOf(statement));
  const clauses = statements.flatMap((s, statement) => clausesOf(s.text).map((clause) => ({ ...clause, statement })));
  const words = [...clauses.flatMap((c) => c.words), ...places.flatMap((place) => wordsOf(place))];
  return { statements, places, clauses, words, asked: wordsOf(question), question, own };
}

/** Of the claim's words so many may stand in the question alone. */
const FROM_QUESTION = 0.4;
/** A dropped condition counts unless so many of its words are in the claim. */
const CONDITION_KEPT = 0.5;

/** What of a claim (a sentence of a draft, without its yes or no) the quotes do not say; undefined when they say all of it. */
export function claimFault(claim: string, support: Support): Fault | undefined {
  const clauses = clausesOf(claim);
  return (
    unsaidFault(clauses, support) ??
    amountFault(clauses, support) ??
    familyFault(claim, support) ??
    clauses.map((clause) => clauseFault(clause, claim, clauses, support)).find((fault) => fault !== undefined)
  );
}

function unsaidFault(clauses: readonly Clause[], { words, asked, question }: Support): Fault | undefined {
  const claimed = clauses.flatMap((c) => c.words);
  const unsaid = claimed.filter((word) => !isSaid(word, words));
  const name = unsaid.find((word) => word.name && !isSubject(word, question));
  if (name)
    return { fault: 'name_not_in_evidence', detail: `The quotes do not name “${name.word}”: leave it out, or quote what names it.` };
  const nowhere = unsaid.filter((word) => !isSaid(word, asked));
  if (nowhere.length > 0)
    return { fault: 'claim_not_in_evidence', detail: `The quotes do not say ${listed(nowhere)}: say only what they say, in words near theirs.` };
  if (unsaid.length > Math.max(1, claimed.length * FROM_QUESTION) && unsaid.length > 0)
    return { fault: 'claim_not_in_evidence', detail: `Only the question says ${listed(unsaid)}, the quotes do not.` };
  return undefined;
} // prettier-ignore

const listed = (words: readonly Word[]): string => [...new Set(words.map((w) => `“${w.word}”`))].slice(0, 4).join(', ');

/** "Does Pellgrove …": whom the question is about. */
function isSubject({ word }: Word, question: string): boolean {
  return new RegExp(`^\\W*(?:do|does|did|is|are|has|have|can|will|must)\\s+(?:the\\s+)?${word.replace(/[^\p{L}\p{N}]/gu, '.')}\\b`, 'iu').test(question); // prettier-ignore
}

function amountFault(clauses: readonly Clause[], support: Support): Fault | undefined {
  const known = new Set(support.clauses.flatMap((c) => c.amounts.map((a) => a.key)));
  for (const place of support.places) for (const { amounts } of clausesOf(place)) for (const { key } of amounts) known.add(key); // prettier-ignore
  const unknown = clauses.flatMap((c) => c.amounts).find(({ key }) => !known.has(key));
  return unknown && { fault: 'number_not_in_evidence', detail: `The quotes do not say “${unknown.text.trim()}”: give numbers and periods exactly as they stand in the evidence.` }; // prettier-ignore
}

function familyFault(claim: string, { statements, places }: Support): Fault | undefined {
  const told = membersNamed([...statements.map((s) => s.text), ...places].join('\n'));
  const claimed = membersNamed(claim);
  const wrong = claimed.some((members, i) => told[i]!.length > 0 && members.some((member) => !told[i]!.includes(member)));
  return wrong ? { fault: 'claim_not_in_evidence', detail: 'The quotes speak of another member of the same family (at rest or in transit, RTO or RPO, a scan or a test): it does not stand for the one you name.' } : undefined;
} // prettier-ignore

/** The clause of the quotes that says most of a clause's words; of equals the one with its amounts, then the first. */
function nearest(clause: Clause, { clauses }: Support): QuotedClause | undefined {
  const keys = new Set(clause.amounts.map((a) => a.key));
  const scored = clauses.map((quoted) => {
    const said = clause.words.filter((word) => isSaid(word, quoted.words)).length;
    return { quoted, score: said + 0.4 * Math.min(1, quoted.amounts.filter((a) => keys.has(a.key)).length) };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a), scored[0]!);
  return best !== undefined && (best.score > 0 || clause.words.length === 0) ? best.quoted : undefined;
}

function clauseFault(clause: Clause, claim: string, clauses: readonly Clause[], support: Support): Fault | undefined {
  const quoted = nearest(clause, support);
  if (!quoted) return undefined;
  const whole: Whole = { claim, clauses, support, words: clauses.flatMap((c) => c.words) };
  return (
    mixedFault(clause, quoted, support) ??
    swappedFault(clause, quoted, whole) ??
    boundFault(clause, quoted) ??
    polarityFault(clause, quoted) ??
    certaintyFault(clause, quoted, whole) ??
    quantifierFault(clause, quoted, whole) ??
    scopeFault(clause, quoted, whole) ??
    conditionFault(quoted, whole) ??
    agentFault(clause, quoted, whole)
  );
}

/** A claim's clause with the claim around it. */
interface Whole {
  claim: string;
  clauses: readonly Clause[];
  support: Support;
  words: readonly Word[];
}

/** One clause is read out of one statement: what two of them say is not said of one thing. */
function mixedFault(clause: Clause, quoted: QuotedClause, { clauses, places, asked }: Support): Fault | undefined {
  const near = clauses.filter((c) => c.statement === quoted.statement).flatMap((c) => c.words);
  const known = [...near, ...wordsOf(places[quoted.statement]!), ...asked];
  const far = clause.words.filter((word) => !isSaid(word, known));
  return far.length > 1 ? { fault: 'claim_not_in_evidence', detail: `The quotes say ${listed(far)} of something else: keep apart what they keep apart.` } : undefined;
} // prettier-ignore

/** What stands beside another's number or name: the clause has one of its own, which the claim does not tell. */
function swappedFault(clause: Clause, quoted: QuotedClause, { clauses, words, support }: Whole): Fault | undefined {
  const own = new Set(quoted.amounts.map((a) => a.key));
  const told = new Set(clauses.flatMap((c) => c.amounts.map((a) => a.key)));
  const foreign = clause.amounts.find((a) => !own.has(a.key) && quoted.amounts.some((o) => o.kind === a.kind && !told.has(o.key)));
  if (foreign) return { fault: 'number_not_in_evidence', detail: `In the evidence “${foreign.text}” belongs to something else than what you say of it.` };
  const apart = clause.amounts.find((a) => !support.clauses.some((c) => c.amounts.some((o) => o.key === a.key) && (c.statement === quoted.statement || clause.words.some((w) => isSaid(w, c.words)))));
  if (apart && clause.words.length > 0) return { fault: 'number_not_in_evidence', detail: `The evidence does not say “${apart.text}” of what you say it of.` };
  const name = clause.words.find((word) => word.name && !isSaid(word, quoted.words));
  const other = name && quoted.words.find((word) => word.name && !isSaid(word, words));
  return name && other && { fault: 'name_not_in_evidence', detail: `In the evidence “${name.word}” belongs to something else; this is said of “${other.word}”.` };
} // prettier-ignore

function boundFault(clause: Clause, quoted: QuotedClause): Fault | undefined {
  for (const amount of clause.amounts) {
    const told = quoted.amounts.find((a) => a.key === amount.key);
    if (!told || told.bound === amount.bound) continue;
    // "At least annually" is annually; what is more often is said by neither.
    if (amount.bound === '' && told.bound === 'atLeast' && amount.kind === 'every') continue;
    return { fault: 'number_not_in_evidence', detail: `“${amount.text}” is bounded otherwise in the evidence (at least, at most, within, exactly): keep its bound.` };
  }
  if (clause.amounts.length > 0) return undefined;
  const [least, most] = [bare('atLeast'), bare('atMost')];
  const turned = (countOf(least, clause.text) > 0 && countOf(most, quoted.text) > 0) || (countOf(most, clause.text) > 0 && countOf(least, quoted.text) > 0);
  return turned ? { fault: 'claim_not_in_evidence', detail: 'The evidence says “at most” where you say “at least”, or the other way round.' } : undefined;
} // prettier-ignore

const bare = (which: 'atLeast' | 'atMost'): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${claimWords()[which]})(?!\\p{L})`, 'giu');

function polarityFault(clause: Clause, quoted: QuotedClause): Fault | undefined {
  if (clause.denied === quoted.denied) return undefined;
  return { fault: 'polarity_not_in_evidence', detail: quoted.denied ? `The evidence denies it: “${short(quoted.text)}”.` : `The evidence does not deny it: “${short(quoted.text)}”.` };
} // prettier-ignore

const short = (text: string): string => text.trim().slice(0, 120);

/** Plans, what is no more, and what only may be. */
function certaintyFault(clause: Clause, quoted: QuotedClause, { claim, clauses, support }: Whole): Fault | undefined {
  const statement = support.statements[quoted.statement]!;
  const planned = quoted.planned || isPlanned(support.places[quoted.statement]!) || (statement.row && isPlanned(statement.text));
  if (planned !== clauses.some((c) => c.planned))
    return planned
      ? { fault: 'planned_as_present', detail: 'The evidence tells of a plan or of work in progress: do not tell it as done.' }
      : { fault: 'claim_not_in_evidence', detail: 'The evidence tells of what is done, not of a plan.' };
  if (quoted.past && !clauses.some((c) => c.past))
    return { fault: 'planned_as_present', detail: 'The evidence tells of what is no more: do not tell it as present.' };
  if (quoted.weak && !clauses.some((c) => c.may || c.denied))
    return { fault: 'claim_not_in_evidence', detail: `The evidence says what may or can be, not what is: “${short(quoted.text)}”.` };
  if (/\b(?:must|mandatory|compulsory|obliged)\b/i.test(claim) && countOf(claimWords().weak, quoted.text) > 0 && !quoted.denied)
    return { fault: 'claim_not_in_evidence', detail: 'The evidence says “may” or “can”, not “must”.' };
  return undefined;
} // prettier-ignore

function quantifierFault(clause: Clause, quoted: QuotedClause, { clauses, support }: Whole): Fault | undefined {
  const around = support.clauses.filter((c) => c.statement === quoted.statement);
  if (clause.all && !around.some((c) => c.all))
    return { fault: 'claim_not_in_evidence', detail: 'You say “all”, “every” or “always”; the evidence does not.' };
  if (quoted.some && !clauses.some((c) => c.some))
    return { fault: 'claim_not_in_evidence', detail: `The evidence holds for some or for most only: “${short(quoted.text)}”.` };
  if (clause.only && !around.some((c) => c.only || c.denied))
    return { fault: 'claim_not_in_evidence', detail: 'You say “only”; the evidence does not.' };
  return undefined;
} // prettier-ignore

/** "Production systems" are not "systems": what limits the evidence stays, and no limit comes from elsewhere. */
function scopeFault(clause: Clause, quoted: QuotedClause, { support, words }: Whole): Fault | undefined {
  const { limits } = claimWords();
  const before = support.clauses.filter((c) => c.statement === quoted.statement && support.clauses.indexOf(c) <= support.clauses.indexOf(quoted)); // prettier-ignore
  const near = [...before.flatMap((c) => c.words), ...wordsOf(support.places[quoted.statement]!)];
  const added = clause.words.find((word) => limits.has(word.word) && !isSaid(word, quoted.words) && (quoted.words.some((w) => limits.has(w.word)) || !isSaid(word, near))); // prettier-ignore
  const elsewhere = added && support.clauses.some((c) => c !== quoted && isSaid(added, c.words));
  if (added && (elsewhere || !(isSaid(added, support.asked) && !quoted.words.some((w) => limits.has(w.word)))))
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
  return restrictionFault(clause, quoted, kept);
}

const RESTRICTS = /(?<=s|staff|personnel|data|anyone|everyone|everybody|people|person) (?:with|who|that|whose|older than|younger than|handling|processing|having)\s+(?=\p{L})/giu; // prettier-ignore

/** "Employees with access to customer data" are not all employees. */
function restrictionFault(clause: Clause, quoted: QuotedClause, kept: readonly Word[]): Fault | undefined {
  for (const match of quoted.text.matchAll(RESTRICTS)) {
    const whom = wordsOf(quoted.text.slice(0, match.index)).at(-1);
    const behind = wordsOf(quoted.text.slice(match.index + match[0].length)).slice(0, 2);
    if (!whom || !isSaid(whom, clause.words) || behind.length === 0) continue;
    if (behind.filter((word) => isSaid(word, kept)).length / behind.length >= CONDITION_KEPT) continue;
    return { fault: 'claim_not_in_evidence', detail: `The evidence says this of “${short(quoted.text)}” only: keep the limit.` }; // prettier-ignore
  }
  return undefined;
}

/** What holds only if, unless, except or on request. */
function conditionFault(quoted: QuotedClause, { claim, support, words }: Whole): Fault | undefined {
  const { conditions } = claimWords();
  const { text } = support.statements[quoted.statement]!;
  const kept = [...words, ...support.asked];
  for (const match of text.matchAll(conditions)) {
    const behind = wordsOf(text.slice(match.index + match[0].length).split(/[;.]/)[0] ?? '').slice(0, 4);
    const isKept = behind.length > 0 && behind.filter((word) => isSaid(word, words)).length / behind.length >= CONDITION_KEPT;
    if (isKept || (countOf(conditions, claim) > 0 && (behind.length === 0 || behind.some((word) => isSaid(word, kept))))) continue;
    const own = clausesOf(text).find((c) => c.text.includes(match[0]));
    // In a long row or list the condition may belong to something else.
    if (support.statements[quoted.statement]!.row && own?.text !== quoted.text) continue;
    return { fault: 'claim_not_in_evidence', detail: `The evidence has a condition that you dropped: “${short(text.slice(match.index))}”.` };
  }
  return undefined;
} // prettier-ignore

/** Who does it: we, the customer, a supplier, an outside firm, somebody with a name. */
function agentFault(clause: Clause, quoted: QuotedClause, { claim, support }: Whole): Fault | undefined {
  // Whoever meets a condition does not do what follows from it.
  if (/^\W*(?:if|when|once|unless|before|after|as soon as|in case)\b/i.test(clause.text)) return undefined;
  const claimed = agentOf(clause.text);
  const siblings = support.clauses.filter((c) => c.statement === quoted.statement);
  const told = agentAt(siblings.map((c) => c.text), siblings.indexOf(quoted));
  const fault = (who: string): Fault => ({ fault: 'claim_not_in_evidence', detail: `The evidence says that ${who} does this: say so.` });
  const { party } = told;
  const named = claimed.party === '' && claimed.name !== '' && !quoted.text.toLowerCase().includes(claimed.name);
  if (party !== '' && party !== 'we' && named) return fault('somebody else');
  if (party !== '' && party !== 'we' && (claimed.party !== '' ? claimed.party !== party : !speaksOf(party, claim)) && !(party === 'outside' && claimed.party === ''))
    return fault({ you: 'the customer', supplier: 'a supplier', outside: 'somebody outside' }[party]);
  if (party === 'we' && (claimed.party === 'you' || claimed.party === 'supplier' || claimed.party === 'outside')) return fault('the company itself');
  const foreign = told.name !== '' && !support.own.has(told.name);
  if (foreign && claimed.party === 'we') return fault(`“${told.name}”`);
  if (foreign && claimed.name !== '' && claimed.name !== told.name && !claim.toLowerCase().includes(told.name)) return fault(`“${told.name}”`);
  return undefined;
} // prettier-ignore
