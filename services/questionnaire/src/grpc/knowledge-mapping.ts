import type * as pb from '@candor/proto/candor/questionnaire/v1/knowledge';
import { expiry, invalid, isoTime, YEARS_TAKEN } from '@candor/runtime';
import type { EngineAnswer } from '../answering/types.js';
import { isEngines } from '../domain/answer-again.js';
import type { AffectedAnswer } from '../knowledge/affected-answers.js';
import type { KnowledgeDocumentDocument, LibraryAnswerDocument } from '../store/knowledge-documents.js';

export const toDocument = (document: KnowledgeDocumentDocument): pb.KnowledgeDocument => ({
  id: document._id,
  name: document.name,
  mimeType: document.mimeType,
  size: document.size,
  status: document.status,
  shouldPoll: document.status === 'PROCESSING',
  passageCount: document.passageCount,
  error: document.error ?? undefined,
  warnings: document.warnings ?? [],
  createdAt: document.createdAt,
  ownerId: document.ownerId || undefined,
  expiresAt: document.expiresAt ? isoTime(document.expiresAt) : undefined,
  reviewEveryDays: document.reviewEveryDays ?? 0,
  lastVerifiedAt: document.lastVerifiedAt || undefined,
  version: document.version ?? 1,
  updatedAt: document.updatedAt ?? document.createdAt,
  upcoming: document.upcoming
    ? {
        name: document.upcoming.name,
        size: document.upcoming.size,
        effectiveAt: document.upcomingAt ?? 0,
        version: (document.version ?? 1) + 1,
      }
    : undefined,
  effectiveAt: document.effectiveAt || undefined,
});

export const toAffectedAnswer = ({
  question,
  questionnaire,
  ...change
}: AffectedAnswer): pb.ListAffectedAnswersReply['answers'][number] => ({
  questionnaireId: questionnaire._id,
  questionnaireTitle: questionnaire.title,
  questionnaireStatus: questionnaire.status,
  questionId: question._id,
  question: question.text,
  answer: question.answer,
  approved: question.approved,
  regenerable: isEngines(question),
  ...change,
});

export const toLibraryAnswer = (answer: LibraryAnswerDocument): pb.LibraryAnswer => ({
  id: answer._id,
  question: answer.question,
  answer: answer.answer,
  tags: answer.tags,
  ownerId: answer.ownerId === '' ? undefined : answer.ownerId,
  expiresAt: answer.expiresAt === 0 ? undefined : isoTime(answer.expiresAt),
  lastVerifiedAt: answer.lastVerifiedAt === 0 ? undefined : answer.lastVerifiedAt,
  status: answer.status,
  origin: answer.origin,
  createdAt: answer.createdAt,
  updatedAt: answer.updatedAt,
  reviewEveryDays: answer.reviewEveryDays ?? 0,
});

/** ISO 8601 text to microseconds; '' and what is farther than the last year that is taken are 0 (never). */
export function expiryOf(text: string): number {
  if (text === '') return 0;
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw invalid([{ path: 'expires_at', message: 'expires_at must be an ISO 8601 time, e.g. 2027-06-30T00:00:00Z.' }]);
  if (at < 0) throw invalid([{ path: 'expires_at', message: `expires_at is too early: ${YEARS_TAKEN}.` }]);
  return expiry(at * 1000) ?? 0;
}

export const toAskReply = (answer: EngineAnswer): pb.AskReply => ({
  answer: answer.answer,
  answerStatus: answer.status,
  confidence: answer.confidence ?? undefined,
  citations: answer.citations,
});
