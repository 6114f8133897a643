import { assess, type PartAnswer } from './assessment.js';
import { bandOf, DISAGREEING_AT_MOST, HIGH_FROM } from './confidence.js';
import type { KnowledgeIndex } from './knowledge-index.js';
import { fitOptions, hasPolarOptions } from './options.js';
import { analyzeQuestion, type QuestionPart } from './question.js';
import { reuse } from './reuse.js';
import { compose } from './writing.js';

import type { AnswerRequest, EngineAnswer, EvidenceItem } from './types.js';

/** Evidence that may be used now: passages, and library answers that have not expired. */
export function isUsable(item: EvidenceItem, now: number): boolean {
  return item.kind === 'passage' || item.expiresAt === 0 || item.expiresAt > now;
}

/** An answer for a question that nothing known answers. The cell stays empty. */
export function needsInfo(questionId: string, engine: EngineAnswer['engine'], comment = ''): EngineAnswer {
  return { questionId, status: 'NEEDS_INFO', answer: '', comment, confidence: null, citations: [], engine };
}

/**
 * Answers one question from an organization's evidence, offline and deterministically: the same index content and request
 * give the same answer. Every answer is formed of sentences of the evidence and cites them; without evidence for what is
 * asked the result is NEEDS_INFO.
 */
export function answerLocally(index: KnowledgeIndex, request: AnswerRequest): EngineAnswer {
  const usable = (item: EvidenceItem): boolean => isUsable(item, request.now);
  const reused = reuse(index, request.text, usable);
  const answers = reused
    ? [againstDocuments(reused, index, usable)]
    : analyzeQuestion(request.text, { polar: hasPolarOptions(request) }).map((part) =>
        assess(index, part, sectionFor(part, request), usable),
      );
  const found = answers.filter((a) => a.evidence.length > 0);
  if (found.length === 0) return needsInfo(request.questionId, 'local');

  const open = answers.filter((a) => a.evidence.length === 0).map((a) => a.part.text);
  // What opens with the main part unanswered is no answer to the question.
  if (answers[0]!.evidence.length === 0 && found.every((a) => a.part.leaning || a.part.refersToMany))
    return needsInfo(request.questionId, 'local');
  const written = compose(found, open, request);
  let score = Math.min(...found.map((a) => a.score));
  if (open.length > 0) score = Math.min(score, 0.7);
  const fitted = fitOptions(written, found, request);
  if (!fitted) return needsInfo(request.questionId, 'local');
  return {
    questionId: request.questionId,
    status: 'AI_ANSWERED',
    answer: fitted.answer,
    comment: fitted.comment,
    confidence: { score: Math.round(score * 1000) / 1000, band: bandOf(score) },
    citations: written.citations,
    engine: 'local',
  };
}

/** A question that says what it is about needs no section, so that it is answered alike wherever it stands. */
function sectionFor(part: QuestionPart, request: AnswerRequest): string {
  return part.terms.some((t) => t.focus && t.weight > 0.6) ? '' : request.section;
}

/** A reused answer that a document contradicts is given with the document beside it. */
function againstDocuments(
  reused: PartAnswer,
  index: KnowledgeIndex,
  usable: (item: EvidenceItem) => boolean,
): PartAnswer {
  if (reused.polarity === undefined || reused.disagree) return reused;
  const { evidence } = assess(index, reused.part, '', (item) => item.kind === 'passage' && usable(item));
  const other = evidence.find((f) => f.polarity !== reused.polarity && f.score >= HIGH_FROM);
  if (!other) return reused;
  return {
    ...reused,
    evidence: [reused.evidence[0]!, other],
    disagree: true,
    score: Math.min(reused.score, DISAGREEING_AT_MOST),
  };
}
