import type { AnswerRequest, EvidenceItem } from '../types.js';
import { assess } from './assessment.js';
import type { Finding } from './judgement.js';
import type { KnowledgeIndex } from './knowledge-index.js';
import { analyzeQuestion, type QuestionPart } from './question.js';
import { reuse } from './reuse.js';

/** A statement that the rules of words take for an answer. The judge reads it as any other. */
export interface Proposal {
  item: EvidenceItem;
  /** Where it stands in the item's text. */
  span: { start: number; end: number };
  polarity: 'yes' | 'no';
  /** The rules' own score, 0 to 1. */
  score: number;
  /** The approved answer to a question that asks the same in other words. */
  reused: boolean;
}

/**
 * What the word rules propose for a question, by the text of its part; under '' what answers it whole. They find what the
 * encoder ranks low, and where they and the judge agree an answer is right more often than by either alone.
 */
export function propose(
  index: KnowledgeIndex,
  request: AnswerRequest,
  polar: boolean,
  usable: (item: EvidenceItem) => boolean,
): Map<string, Proposal[]> {
  const reused = reuse(index, request.text, usable);
  if (reused) return new Map([['', reused.evidence.map((f) => proposalOf(f, true))]]);
  return new Map(
    analyzeQuestion(request.text, { polar }).map((part) => {
      const { evidence } = assess(index, part, sectionFor(part, request), usable);
      return [part.text, evidence.map((f) => proposalOf(f, false))];
    }),
  );
}

const proposalOf = ({ item, match, polarity, score }: Finding, reused: boolean): Proposal => ({
  item,
  span: match.statement.clause,
  polarity,
  score,
  reused,
});

/** A question that says what it is about needs no section, so that it is answered alike wherever it stands. */
function sectionFor(part: QuestionPart, request: AnswerRequest): string {
  return part.terms.some((t) => t.focus && t.weight > 0.6) ? '' : request.section;
}
