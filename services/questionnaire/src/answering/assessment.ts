import { ANSWER_FROM } from './confidence.js';
import type { AnalyzedEvidence, Statement } from './evidence.js';
import type { KnowledgeIndex } from './knowledge-index.js';
import { isUsable } from './local-engine.js';
import { levelOf, matchStatement, SPOKEN_OF, type Match } from './matching.js';
import type { QuestionPart } from './question.js';
import { thesaurus } from './thesaurus.js';
import type { AnswerRequest, EvidenceItem } from './types.js';

/** A statement that answers, with where it stands. */
export interface Finding {
  item: EvidenceItem;
  evidence: AnalyzedEvidence;
  match: Match;
  /** 0 to 1: how sure it is that this statement answers the part. */
  score: number;
  polarity: 'yes' | 'no';
}

/** What the evidence says to one part of a question. */
export interface PartAnswer {
  part: QuestionPart;
  /** Best first; empty when the part stays open. */
  evidence: Finding[];
  polarity: 'yes' | 'no' | undefined;
  score: number;
  /** Sources contradict each other. */
  disagree: boolean;
  /** A subject of the part that the evidence does not speak of. */
  missing: string[];
  /** The part has no subject of its own ("How often?"). */
  leaning: boolean;
}

const CANDIDATES = 24;
/** Further statements are added when they answer nearly as well as the best one. */
const ALSO = 0.9;
const PLANNED_AT_MOST = 0.7;
const DISAGREEING_AT_MOST = 0.7;
const HEADING_ONLY_AT_MOST = 0.75;

/** Finds the statements that answer a part, and how sure that is. */
export function assess(index: KnowledgeIndex, part: QuestionPart, request: AnswerRequest): PartAnswer {
  const query = request.section === '' ? part.text : `${part.text} ${request.section}`;
  const findings: Finding[] = [];
  for (const { item } of index.search(query, CANDIDATES, (i) => isUsable(i, request.now))) {
    const evidence = index.analyzed(item.id);
    if (!evidence) continue;
    for (const statement of evidence.statements) {
      const finding = judge(part, statement, evidence, item);
      if (finding) findings.push(finding);
    }
  }
  findings.sort(better);
  const best = findings[0];
  const leaning = part.terms.every((t) => t.group >= 100 || !t.focus);
  if (!best || best.score < ANSWER_FROM)
    return { part, evidence: [], polarity: undefined, score: best?.score ?? 0, disagree: false, missing: [], leaning };
  const rivals = findings.filter((f) => f !== best && f.score >= best.score * ALSO);
  const against = part.kind === 'polar' && !part.any ? rivals.find((f) => f.polarity !== best.polarity) : undefined;
  const same = rivals.filter(
    (f) => f.polarity === best.polarity && f.match.statement.sentence !== best.match.statement.sentence,
  );
  const evidence = [best, ...(against ? [against] : []), ...same].slice(0, 3);
  return {
    part,
    evidence,
    polarity: part.kind === 'polar' ? best.polarity : undefined,
    score: against ? Math.min(best.score, DISAGREEING_AT_MOST) : best.score,
    disagree: against !== undefined,
    missing: best.match.missing,
    leaning,
  };
}

function better(a: Finding, b: Finding): number {
  return (
    b.score - a.score ||
    b.match.coverage - a.match.coverage ||
    (a.item.id < b.item.id
      ? -1
      : a.item.id > b.item.id
        ? 1
        : a.match.statement.clause.start - b.match.statement.clause.start)
  );
}

function judge(
  part: QuestionPart,
  statement: Statement,
  evidence: AnalyzedEvidence,
  item: EvidenceItem,
): Finding | undefined {
  const match = matchStatement(part, statement, evidence);
  if (match.coverage < 0.5) return undefined;
  let score = 0.45 * match.coverage + 0.3 * match.weakest + 0.25 * match.ownShare - 0.15 * match.missing.length;
  const polarity = polarityOf(part, match);
  if (!match.answered) {
    // "How often …?" is answered by "not at all", and by nothing else that has no frequency in it.
    if (statement.negation < 0 || part.slot === 'manner') return undefined;
    score = Math.min(score, PLANNED_AT_MOST);
  }
  if (match.own < SPOKEN_OF) {
    // Only the heading speaks of the subject: enough to say that a document of that name exists, or for "Log retention: …".
    if (!headingAnswers(part, evidence) || !(part.existence || (part.slot !== undefined && part.slot !== 'manner')))
      return undefined;
    score = Math.min(Math.max(score, 0.65), HEADING_ONLY_AT_MOST);
  }
  if (statement.planned || evidence.open) {
    if (part.kind !== 'polar' && statement.negation < 0 && !evidence.open) return undefined;
    score = Math.min(score, PLANNED_AT_MOST);
  }
  return { item, evidence, match, score, polarity };
}

function headingAnswers(part: QuestionPart, evidence: AnalyzedEvidence): boolean {
  return part.terms.filter((t) => t.focus).every((t) => levelOf(t, evidence.heading) >= 0.7);
}

/** Yes or no: what is planned is a no for now; opposites ("allowed" / "prohibited") and negations turn it round. */
function polarityOf(part: QuestionPart, match: Match): 'yes' | 'no' {
  const { statement } = match;
  let yes = true;
  if (statement.negation >= 0 && negates(part, match)) yes = false;
  const words = thesaurus();
  for (const term of part.terms) {
    for (const c of term.concepts) {
      for (const other of words.opposite(c))
        if (statement.own.concepts.has(other) && !statement.own.concepts.has(c)) yes = !yes;
    }
  }
  if (statement.planned) yes = false;
  return yes ? 'yes' : 'no';
}

/** Whether the negation of a statement is about what is asked. */
function negates(_part: QuestionPart, _match: Match): boolean {
  return true;
}
