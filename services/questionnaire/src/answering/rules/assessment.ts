import { ANSWER_FROM, DISAGREEING_AT_MOST } from './thresholds.js';
import { judge, type Finding } from './judgement.js';
import type { KnowledgeIndex } from './knowledge-index.js';
import { contextLevels } from './matching.js';
import type { Polarity } from './polarity.js';
import type { QuestionPart } from './question.js';
import type { EvidenceItem } from '../types.js';

/** What the evidence says to one part of a question. */
export interface PartAnswer {
  part: QuestionPart;
  /** Best first; empty when the part stays open. */
  evidence: Finding[];
  polarity: Polarity | undefined;
  score: number;
  /** Sources contradict each other. */
  disagree: boolean;
  /** Subjects of the part that the evidence does not speak of. */
  missing: string[];
}

const CANDIDATES = 20;
/** An item none of whose words or headings speaks of a subject is not looked at closely. */
const LEAST_CONTEXT = 0.05;
const MOST_FINDINGS = 3;
/** Further statements are added when they answer nearly as well as the best one. */
const ALSO = 0.88;
/** A positive example is preferred for "any" when it is this near to the best. */
const ANY = 0.75;
/** "No incidents since 2021" leaves no room for an example of one. */
const FLAT_NO = /^\W*(?:no|none|nobody|nothing|never|there (?:is|are|was|were|have been) no)\b/i;

/** Finds the statements that answer a part, and how sure that is. */
export function assess(
  index: KnowledgeIndex,
  part: QuestionPart,
  section: string,
  usable: (item: EvidenceItem) => boolean,
): PartAnswer {
  const findings: Finding[] = [];
  for (const { item } of index.search(`${part.text} ${section}`.trim(), CANDIDATES, usable)) {
    const evidence = index.analyzed(item.id);
    if (!evidence) continue;
    const context = contextLevels(part, evidence);
    if (!part.terms.some((t) => t.focus && context.get(t)! > LEAST_CONTEXT)) continue;
    for (const statement of evidence.statements) {
      const finding = judge(part, statement, evidence, item, context);
      if (finding) findings.push(finding);
    }
  }
  findings.sort(better);
  const top = findings[0];
  if (!top || top.score < ANSWER_FROM)
    return { part, evidence: [], polarity: undefined, score: top?.score ?? 0, disagree: false, missing: [] };
  const best = part.any ? ofAny(findings) : top;
  const rivals = findings.filter((f) => f !== best && f.rank >= best.rank * ALSO && f.score >= ANSWER_FROM);
  const against = part.kind === 'polar' && !part.any ? rivals.find((f) => contradicts(f, best)) : undefined;
  const also = rivals.filter(
    (f) =>
      f !== against &&
      // What is to come adds nothing to what is.
      !isToCome(f) &&
      (part.any || f.polarity === best.polarity) &&
      (!f.byHeading || (part.list && f.item === best.item)),
  );
  return {
    part,
    evidence: distinct([best, ...(against ? [against] : []), ...also]).slice(0, MOST_FINDINGS),
    polarity: part.kind === 'polar' ? best.polarity : undefined,
    score: against ? Math.min(best.score, DISAGREEING_AT_MOST) : best.score,
    disagree: against !== undefined,
    missing: best.match.missing,
  };
}

/** "Any …": a flat no decides; else a positive example, though a negative one fits better. */
function ofAny(findings: readonly Finding[]): Finding {
  const top = findings[0]!;
  const near = findings.filter((f) => f.rank >= top.rank * ANY && !f.byHeading);
  const flat = near.find(
    (f) => f.polarity === 'no' && f.match.missing.length === 0 && FLAT_NO.test(f.match.statement.text),
  );
  return flat ?? near.find((f) => f.polarity === 'yes') ?? top;
}

const isToCome = ({ match, evidence }: Finding): boolean => match.statement.planned || evidence.open;

function contradicts(a: Finding, best: Finding): boolean {
  return (
    a.polarity !== best.polarity &&
    a.match.missing.length === 0 &&
    a.match.ownShare >= 0.8 &&
    !a.match.otherParty &&
    !a.byHeading &&
    a.match.statement.sentence !== best.match.statement.sentence
  );
}

/** One finding a clause; a heading that is shown once need not be shown again. */
function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter((f) => {
    const key = f.evidence.text.slice(f.match.statement.clause.start, f.match.statement.clause.end);
    return seen.has(key) ? false : seen.add(key);
  });
}

function better(a: Finding, b: Finding): number {
  if (a.rank !== b.rank) return b.rank - a.rank;
  if (a.match.coverage !== b.match.coverage) return b.match.coverage - a.match.coverage;
  if (a.item.id !== b.item.id) return a.item.id < b.item.id ? -1 : 1;
  return a.match.statement.clause.start - b.match.statement.clause.start;
}
