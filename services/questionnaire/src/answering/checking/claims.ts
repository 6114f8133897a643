import { membersNamed } from '../deciding/guards.js';
import { agentFault } from './claim-agents.js';
import { certaintyFault, conditionFault, quantifierFault, scopeFault } from './claim-limits.js';
import { orderFault } from './claim-order.js';
import { roleFault } from './claim-roles.js';
import { claimWords, countOf } from './claim-words.js';
import { clausesOf, type Clause } from './clauses.js';
import { framesOf } from './phrases.js';
import { short, type Fault, type QuotedClause, type Support, type Whole } from './support.js';
import { isSaid, wordsOf, type Word } from './wording.js';

/** What of a claim (a sentence of a draft, without its yes or no) the quotes do not say; undefined when they say all of it. */
export function claimFault(claim: string, support: Support): Fault | undefined {
  const clauses = clausesOf(claim);
  return (
    unsaidFault(clauses, support) ??
    amountFault(clauses, support) ??
    familyFault(claim, support) ??
    clauses.map((clause) => clauseFault(clause, claim, clauses, support)).find((fault) => fault !== undefined) ??
    roleFault(claim, support) ??
    orderFault(claim, support)
  );
}

function unsaidFault(clauses: readonly Clause[], { words, asked, question }: Support): Fault | undefined {
  const claimed = clauses.flatMap((c) => c.words);
  const unsaid = claimed.filter((word) => !isSaid(word, words));
  const name = unsaid.find((word) => (word.name || isNamed(word, question)) && !isSubject(word, question));
  if (name)
    return {
      fault: 'name_not_in_evidence',
      detail: `The quotes do not name “${name.word}”: leave it out, or quote what names it.`,
    };
  const nowhere = unsaid.filter((word) => !isSaid(word, asked));
  if (nowhere.length > 0)
    return {
      fault: 'claim_not_in_evidence',
      detail: `The quotes do not say ${listed(nowhere)}: say only what they say, in words near theirs.`,
    };
  if (unsaid.length > 0)
    return { fault: 'claim_not_in_evidence', detail: `Only the question says ${listed(unsaid)}, the quotes do not.` };
  return undefined;
}

const listed = (words: readonly Word[]): string => [...new Set(words.map((w) => `“${w.word}”`))].slice(0, 4).join(', ');

/** A word that opens a sentence may be a name, too; inside of the question its capital tells. */
function isNamed({ word }: Word, question: string): boolean {
  return new RegExp(
    `\\p{Ll}\\s+${word.slice(0, 1).toUpperCase()}${word.slice(1).replace(/[^\p{L}\p{N}]/gu, '.')}\\b`,
    'u',
  ).test(question);
}

/** "Does Pellgrove …": whom the question is about. */
function isSubject({ word }: Word, question: string): boolean {
  return new RegExp(
    `^\\W*(?:do|does|did|is|are|has|have|can|will|must)\\s+(?:the\\s+)?${word.replace(/[^\p{L}\p{N}]/gu, '.')}\\b`,
    'iu',
  ).test(question);
}

function amountFault(clauses: readonly Clause[], support: Support): Fault | undefined {
  const known = new Set(support.clauses.flatMap((c) => c.amounts.map((a) => a.key)));
  for (const place of support.places)
    for (const { amounts } of clausesOf(place)) for (const { key } of amounts) known.add(key);
  const unknown = clauses.flatMap((c) => c.amounts).find(({ key }) => !known.has(key));
  return (
    unknown && {
      fault: 'number_not_in_evidence',
      detail: `The quotes do not say “${unknown.text.trim()}”: give numbers and periods exactly as they stand in the evidence.`,
    }
  );
}

function familyFault(claim: string, { statements, places }: Support): Fault | undefined {
  const told = membersNamed([...statements.map((s) => s.text), ...places].join('\n'));
  const claimed = membersNamed(claim);
  const wrong = claimed.some(
    (members, i) => told[i]!.length > 0 && members.some((member) => !told[i]!.includes(member)),
  );
  return wrong
    ? {
        fault: 'claim_not_in_evidence',
        detail:
          'The quotes speak of another member of the same family (at rest or in transit, RTO or RPO, a scan or a test): it does not stand for the one you name.',
      }
    : undefined;
}

/** The clause of the quotes that says most of a clause's words; of equals the one with its amounts, then the first. */
function nearest(clause: Clause, { clauses }: Support): QuotedClause | undefined {
  const keys = new Set(clause.amounts.map((a) => a.key));
  const scored = clauses.map((quoted) => {
    const said = clause.words.filter((word) => isSaid(word, quoted.words)).length;
    return { quoted, score: said + 0.4 * Math.min(1, quoted.amounts.filter((a) => keys.has(a.key)).length) };
  });
  const [first] = scored;
  if (!first) return undefined;
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a), first);
  return best.score > 0 || clause.words.length === 0 ? best.quoted : undefined;
}

function clauseFault(clause: Clause, claim: string, clauses: readonly Clause[], support: Support): Fault | undefined {
  const quoted = nearest(clause, support);
  if (!quoted) return undefined;
  const whole: Whole = { claim, clauses, support, words: clauses.flatMap((c) => c.words) };
  return (
    mixedFault(clause, quoted, support) ??
    swappedFault(clause, quoted, whole) ??
    boundFault(clause, quoted) ??
    polarityFault(clause, quoted, whole) ??
    certaintyFault(quoted, whole) ??
    quantifierFault(clause, quoted, whole) ??
    scopeFault(clause, quoted, whole) ??
    conditionFault(quoted, whole) ??
    agentFault(clause, quoted, whole)
  );
}

/** One clause is read out of one statement: what two of them say is not said of one thing. */
function mixedFault(clause: Clause, quoted: QuotedClause, { clauses, places, asked }: Support): Fault | undefined {
  const near = clauses.filter((c) => c.statement === quoted.statement).flatMap((c) => c.said);
  const known = [...near, ...wordsOf(places[quoted.statement]!), ...asked];
  const far = clause.words.filter((word) => !isSaid(word, known));
  return far.length > 1
    ? {
        fault: 'claim_not_in_evidence',
        detail: `The quotes say ${listed(far)} of something else: keep apart what they keep apart.`,
      }
    : undefined;
}

/** What stands beside another's number or name: the clause has one of its own, which the claim does not tell. */
function swappedFault(clause: Clause, quoted: QuotedClause, { clauses, words, support }: Whole): Fault | undefined {
  const own = new Set(quoted.amounts.map((a) => a.key));
  const told = new Set(clauses.flatMap((c) => c.amounts.map((a) => a.key)));
  const foreign = clause.amounts.find(
    (a) => !own.has(a.key) && quoted.amounts.some((o) => o.kind === a.kind && !told.has(o.key)),
  );
  if (foreign)
    return {
      fault: 'number_not_in_evidence',
      detail: `In the evidence “${foreign.text}” belongs to something else than what you say of it.`,
    };
  // "The objective of the one is six hours; for the other it is three days": six hours are not said of the other.
  const isRest = quoted.words.some((w) => !isSaid(w, words));
  const rival =
    isRest && quoted.amounts.some((a) => clause.amounts.some((o) => o.key === a.key))
      ? support.clauses.find(
          (c) =>
            c !== quoted &&
            c.statement === quoted.statement &&
            c.amounts.some((a) => !told.has(a.key) && quoted.amounts.some((o) => o.kind === a.kind)) &&
            clause.words.some((w) => isSaid(w, c.words) && !isSaid(w, quoted.said)),
        )
      : undefined;
  if (rival)
    return {
      fault: 'number_not_in_evidence',
      detail: `The evidence says “${rival.amounts[0]!.text}” of what you say “${clause.amounts[0]!.text}” of.`,
    };
  const apart = clause.amounts.find(
    (a) =>
      !support.clauses.some(
        (c) =>
          c.amounts.some((o) => o.key === a.key) &&
          (c.statement === quoted.statement || clause.words.some((w) => isSaid(w, c.words))),
      ),
  );
  if (apart && clause.words.length > 0)
    return {
      fault: 'number_not_in_evidence',
      detail: `The evidence does not say “${apart.text}” of what you say it of.`,
    };
  const name = clause.words.find((word) => word.name && !isSaid(word, quoted.words));
  const other = name && quoted.words.find((word) => word.name && !isSaid(word, words));
  return (
    name &&
    other && {
      fault: 'name_not_in_evidence',
      detail: `In the evidence “${name.word}” belongs to something else; this is said of “${other.word}”.`,
    }
  );
}

function boundFault(clause: Clause, quoted: QuotedClause): Fault | undefined {
  for (const amount of clause.amounts) {
    const told = quoted.amounts.find((a) => a.key === amount.key);
    if (!told || told.bound === amount.bound) continue;
    // "At least annually" is annually; what is more often is said by neither.
    if (amount.bound === '' && told.bound === 'atLeast' && amount.kind === 'every') continue;
    return {
      fault: 'number_not_in_evidence',
      detail: `“${amount.text}” is bounded otherwise in the evidence (at least, at most, within, exactly): keep its bound.`,
    };
  }
  if (clause.amounts.length > 0) return undefined;
  const [least, most] = [bare('atLeast'), bare('atMost')];
  const turned =
    (countOf(least, clause.text) > 0 && countOf(most, quoted.text) > 0) ||
    (countOf(most, clause.text) > 0 && countOf(least, quoted.text) > 0);
  return turned
    ? {
        fault: 'claim_not_in_evidence',
        detail: 'The evidence says “at most” where you say “at least”, or the other way round.',
      }
    : undefined;
}

const bare = (which: 'atLeast' | 'atMost'): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${claimWords()[which]})(?!\\p{L})`, 'giu');

function polarityFault(clause: Clause, quoted: QuotedClause, { clauses, support }: Whole): Fault | undefined {
  const told = withVerbOf(clause, quoted, support);
  if (clause.denied === told.denied) return undefined;
  // "Not yet: it is planned" tells a plan.
  if (told.planned && clauses.some((c) => c.planned)) return undefined;
  return {
    fault: 'polarity_not_in_evidence',
    detail: told.denied
      ? `The evidence denies it: “${short(told.text)}”.`
      : `The evidence does not deny it: “${short(told.text)}”.`,
  };
}

/** "Chat goes through Palaver, which does not record it": what is denied is said where the verb stands. */
function withVerbOf(clause: Clause, quoted: QuotedClause, { clauses, tag }: Support): QuotedClause {
  const verb = framesOf(clause.text, tag).find((f) => f.words.length > 0)?.words;
  if (!verb || verb.some((w) => isSaid(w, quoted.words))) return quoted;
  return clauses.find((c) => c.statement === quoted.statement && verb.some((w) => isSaid(w, c.words))) ?? quoted;
}
