import { isEngines } from '../domain/answer-again.js';
import type { AnswerStatus } from '../domain/statistics.js';
import type { DependenceKind } from '../extraction/dependence/types.js';
import { polarityOf } from '../extraction/dependence/conditions.js';
import type { ConfidenceBand } from '../answering/types.js';
import type { HangingFields, Said } from '../store/hanging-fields.js';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';

/** Told to the reviewer. By the first three a question is known again that the cascade has settled. */
export const NOTES = {
  yes: 'Not applicable: the question that it follows on is answered with yes.',
  no: 'Not applicable: the question that it follows on is answered with no.',
  not_applicable: 'Not applicable: the question that it follows on is not applicable.',
  applies: 'The question that it follows on is answered otherwise by now, so this one applies. Answer it.',
  lowered: 'No more certain than the question that it hangs on.',
  reopened: 'The answer that this one hangs on was changed. Check this one.',
} as const;
const SETTLED: ReadonlySet<string> = new Set([NOTES.yes, NOTES.no, NOTES.not_applicable]);

/** What an engine's write sets where nobody has changed the answer since. */
export type SettledFields = HangingFields & {
  answer?: string;
  comment?: string;
  answerStatus?: AnswerStatus;
  confidence?: { score: number; band: ConfidenceBand } | null;
  citations?: [];
  reviewNote?: string;
  commentByPerson?: boolean;
};

/** What becomes of a question because of the one that it hangs on. */
export type Cascaded = { question: ReviewedQuestionDocument } & (
  | { kind: 'settled'; set: SettledFields }
  /** It loses its approval, and people are told. */
  | { kind: 'reopened'; set: SettledFields & { approved: false; approvedBy: ''; approvedAt: 0 } }
);

const BANDS: readonly ConfidenceBand[] = ['LOW', 'MEDIUM', 'HIGH'];

/** A root as those that hang on it see it. */
interface Root {
  said: Said;
  band: ConfidenceBand;
  /** It only leads in ("Describe for each:"), so that nothing is uncertain because it has no answer itself. */
  leadsIn: boolean;
  changed: boolean;
}

/**
 * What changes among the questions of a questionnaire, given in their order, because of what each hangs on: follow-ups that do
 * not apply ("If no, …" behind a yes), those that do by now, answers that are surer than their root, and answers of people
 * whose root was changed. Given what comes out, nothing more changes.
 */
export function cascaded(questions: readonly ReviewedQuestionDocument[]): Cascaded[] {
  const all: Cascaded[] = [];
  const roots = new Map<string, Root>();
  for (const question of questions) {
    const { dependsOn } = question;
    const root = dependsOn ? roots.get(dependsOn.questionId) : undefined;
    const change = root && dependsOn ? changeOf(question, dependsOn.kind, root) : undefined;
    if (change !== undefined) all.push(change);
    roots.set(question._id, rootOf(question, { ...question, ...change?.set }));
  }
  return all;
}

function changeOf(question: ReviewedQuestionDocument, kind: DependenceKind, root: Root): Cascaded | undefined {
  const unmet = unmetBy(kind, root.said);
  if (unmet !== undefined && (isEngines(question) || (root.changed && isApprovedDraft(question)))) {
    const set = { ...CLEARED, answerStatus: 'NOT_APPLICABLE' as const, reviewNote: NOTES[unmet] };
    return question.approved
      ? { question, kind: 'reopened', set: { ...set, ...UNAPPROVED } }
      : { question, kind: 'settled', set };
  }
  if (unmet === undefined && isSettled(question) && (!question.approved || root.changed)) {
    const set = { answerStatus: 'NEEDS_INFO' as const, reviewNote: NOTES.applies };
    return question.approved
      ? { question, kind: 'reopened', set: { ...set, ...UNAPPROVED } }
      : { question, kind: 'settled', set };
  }
  if (root.changed && isSettledByPeople(question)) return reopened(question);
  return lowered(question, kind, root);
}

/** Why a question does not ask, by what its root says; undefined when it does. */
function unmetBy(kind: DependenceKind, said: Said): 'yes' | 'no' | 'not_applicable' | undefined {
  if (kind !== 'if_yes' && kind !== 'if_no' && kind !== 'if_other') return undefined;
  if (said === 'not_applicable') return said;
  if (kind === 'if_yes' && said === 'no') return said;
  return kind === 'if_no' && said === 'yes' ? said : undefined;
}

/** What a person wrote or approved stays as it is, without approval, and says why. */
function reopened(question: ReviewedQuestionDocument): Cascaded | undefined {
  // A note beside "not applicable" would say that the engine had said so.
  const note = question.answerStatus === 'NOT_APPLICABLE' ? {} : { reviewNote: NOTES.reopened };
  if (!question.approved && (question.reviewNote ?? '') === (note.reviewNote ?? question.reviewNote ?? ''))
    return undefined;
  return { question, kind: 'reopened', set: { ...note, ...UNAPPROVED } };
}

/** An engine's answer is never surer than what it hangs on; when that is surer by now, its own evidence counts again. */
function lowered(question: ReviewedQuestionDocument, kind: DependenceKind, root: Root): Cascaded | undefined {
  const { confidence, approved, answerStatus, reviewNote = '' } = question;
  if (approved || answerStatus !== 'AI_ANSWERED' || confidence === null) return undefined;
  const own = question.ownConfidence ?? confidence;
  const most = kind === 'part' && root.leadsIn ? 'HIGH' : root.band;
  const isSurer = BANDS.indexOf(own.band) > BANDS.indexOf(most);
  const band = isSurer ? most : own.band;
  if (band === confidence.band) return undefined;
  const notes = reviewNote.replace(NOTES.lowered, '').trim();
  return {
    question,
    kind: 'settled',
    set: {
      confidence: { ...own, band },
      ownConfidence: isSurer ? own : null,
      reviewNote: isSurer ? [notes, NOTES.lowered].filter(Boolean).join(' ') : notes,
    },
  };
}

function rootOf(question: ReviewedQuestionDocument, now: ReviewedQuestionDocument): Root {
  const { rootChange } = question;
  return {
    said: saidBy(now),
    band: bandOf(now),
    leadsIn: now.text.trim().endsWith(':') && saidBy(now) === 'open',
    changed: rootChange !== undefined && rootChange !== null && rootChange.said !== saidBy(question),
  };
}

/** What a person says or has approved is certain; what is open makes all that hangs on it uncertain. */
function bandOf({ answerStatus, approved, confidence }: ReviewedQuestionDocument): ConfidenceBand {
  if (approved || answerStatus === 'MANUALLY_ANSWERED' || answerStatus === 'NOT_APPLICABLE') return 'HIGH';
  return answerStatus === 'AI_ANSWERED' ? (confidence?.band ?? 'LOW') : 'LOW';
}

/** What an answer says to those that hang on it. */
export function saidBy({ answer, answerStatus }: { answer: string; answerStatus: AnswerStatus }): Said {
  if (answerStatus === 'NOT_APPLICABLE') return 'not_applicable';
  if (answerStatus !== 'AI_ANSWERED' && answerStatus !== 'MANUALLY_ANSWERED') return 'open';
  return polarityOf(answer) ?? 'other';
}

const CLEARED = {
  answer: '',
  comment: '',
  confidence: null,
  ownConfidence: null,
  citations: [] as [],
  commentByPerson: false,
};
const UNAPPROVED = { approved: false, approvedBy: '', approvedAt: 0 } as const;

const isApprovedDraft = ({ approved, answerStatus }: ReviewedQuestionDocument): boolean =>
  approved && answerStatus === 'AI_ANSWERED';

/** Whether the cascade itself has said that it does not apply. */
const isSettled = ({ answerStatus, reviewNote = '' }: ReviewedQuestionDocument): boolean =>
  answerStatus === 'NOT_APPLICABLE' && SETTLED.has(reviewNote);

const isSettledByPeople = ({ approved, answerStatus }: ReviewedQuestionDocument): boolean =>
  approved || answerStatus === 'MANUALLY_ANSWERED';
