import { AppError, cleanText, invalid, lengthOf } from '@candor/runtime';
import { withoutMarkup } from '@candor/runtime/plain-text';
import type { AnswerStatus } from '../domain/statistics.js';
import { chosenOptions } from '../export/writes.js';
import type { QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import type { Change, QuestionSet } from '../store/review-questions.js';
import { assignedFields, type AssigneeEdit, type EditMark } from './assigning.js';

/** Statuses that a person can give a question; the others are the engine's. */
export const PERSON_STATUSES = ['UNANSWERED', 'MANUALLY_ANSWERED', 'NEEDS_INFO', 'NOT_APPLICABLE'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

const MOST_ANSWER = 50_000;
const MOST_COMMENT = 10_000;

/** What a person asks to change; absent fields stay as they are. */
export interface QuestionEdit {
  answer?: string;
  comment?: string;
  answerStatus?: string;
  /** Null: nobody. */
  assignee?: AssigneeEdit | null;
}

/**
 * The fields that an edit sets. An answer makes the question MANUALLY_ANSWERED unless the edit says otherwise; one that needs
 * information or is open has none. Throws `invalid` for what cannot be.
 */
export function editedFields(question: QuestionDocument, edit: QuestionEdit, mark: EditMark): QuestionSet {
  const set: QuestionSet = {};
  checkLengths(edit);
  if (edit.answer !== undefined || edit.answerStatus !== undefined) Object.assign(set, answerFields(question, edit));
  if (edit.comment !== undefined) set.comment = withoutMarkup(cleanText(edit.comment));
  if (set.comment !== undefined && set.comment !== question.comment) set.commentByPerson = true;
  const answerChanged = set.answer !== undefined && set.answer !== question.answer;
  const statusChanged = set.answerStatus !== undefined && set.answerStatus !== question.answerStatus;
  const changed = answerChanged || statusChanged || (set.comment !== undefined && set.comment !== question.comment);
  if (changed) Object.assign(set, UNAPPROVED, editedBy(question, mark));
  // What a person writes stands on the person, not on what the engine had cited.
  if (answerChanged) Object.assign(set, { confidence: null, ownConfidence: null, citations: [] });
  // The note was about the engine's answer.
  if (answerChanged || statusChanged) set.reviewNote = '';
  if (edit.assignee !== undefined) Object.assign(set, assignedFields(question, edit.assignee, mark));
  return set;
}

/** The change that an edit makes to a question as it is now; null when there is nothing to change. Throws what speaks against it. */
export function decidedEdit(
  question: QuestionDocument,
  questionnaire: QuestionnaireDocument,
  edit: QuestionEdit,
  mark: EditMark,
): Change | null {
  const set = editedFields(question, edit, mark);
  if (!changes(question, set)) return null;
  const onlyAssigned = edit.answer === undefined && edit.comment === undefined && edit.answerStatus === undefined;
  const leavesOpen = (set.answerStatus ?? question.answerStatus) === 'UNANSWERED' && !onlyAssigned;
  // The engine is about to write answer and comment of a question that is still open.
  if (questionnaire.status === 'ANSWERING_IN_PROGRESS' && leavesOpen)
    throw new AppError('conflict', 'being_answered', 'The question is being answered right now. Try again.');
  const note = edit.assignee?.note ? { note: set.assignment?.note ?? '' } : {};
  return { action: onlyAssigned ? 'assigned' : 'edited', actor: mark.actor, set, ...note };
}

/** Whose the answer is now: who was asked for it has answered, and what was wrong with the one before is over. */
const editedBy = ({ assignmentState, sentBack }: QuestionDocument, { actor }: EditMark): QuestionSet => ({
  editedBy: actor,
  ...(assignmentState === 'open' ? { assignmentState: 'answered' } : {}),
  ...(sentBack ? { sentBack: null } : {}),
});

export const UNAPPROVED: QuestionSet = { approved: false, approvedBy: '', approvedAt: 0 };

/** Whether the fields say anything else than the question does. */
export const changes = (question: QuestionDocument, set: QuestionSet): boolean =>
  Object.entries(set).some(
    ([name, value]) => JSON.stringify(question[name as keyof QuestionDocument]) !== JSON.stringify(value),
  );

function answerFields(question: QuestionDocument, edit: QuestionEdit): QuestionSet {
  const status = edit.answerStatus === undefined ? undefined : personStatus(edit.answerStatus);
  const given = edit.answer === undefined ? undefined : fittedAnswer(question, cleanText(edit.answer));
  if (status === undefined)
    return { answer: given ?? '', answerStatus: given === '' ? 'UNANSWERED' : 'MANUALLY_ANSWERED' };
  if (status === 'UNANSWERED' || status === 'NEEDS_INFO') {
    if (given !== undefined && given !== '')
      throw invalid([
        { path: 'answer', message: `A question that is ${status} has no answer. Leave one of the two out.` },
      ]);
    return { answer: '', answerStatus: status };
  }
  const answer = given ?? question.answer;
  if (status === 'MANUALLY_ANSWERED' && answer === '')
    throw invalid([{ path: 'answer', message: 'MANUALLY_ANSWERED needs an answer.' }]);
  return { answer, answerStatus: status };
}

function personStatus(status: string): PersonStatus {
  const found = PERSON_STATUSES.find((known) => known === status);
  if (found === undefined)
    throw invalid([{ path: 'answer_status', message: `answer_status must be one of ${PERSON_STATUSES.join(', ')}.` }]);
  return found;
}

/** The answer, with the options spelt as the customer does; several are joined by ", ". */
function fittedAnswer(question: QuestionDocument, text: string): string {
  const answer = text.replace(/\r\n?/g, '\n').trim();
  if (answer === '') return answer;
  // Cells show no markup: people see at once what will stand there.
  if (question.options.length === 0 || question.answerType === 'text')
    return answer === question.existingAnswer ? answer : withoutMarkup(answer);
  const chosen = chosenOptions({ ...question, questionId: question._id }, answer);
  // "Yes, since 2019" names the option Yes, but says more than the option does: that belongs into the comment.
  const saysMore =
    question.answerType !== 'multi_choice' && chosen !== undefined && !question.options.some((o) => isSame(o, answer));
  if (chosen === undefined || (saysMore && /[,.;:–—\n]/u.test(answer))) {
    const listed = question.options.map((option) => `"${option}"`).join(', ');
    throw invalid([{ path: 'answer', message: `The answer must be one of the options: ${listed}.` }], 'not_an_option');
  }
  return chosen.join(', ');
}

const isSame = (option: string, answer: string): boolean => option.trim().toLowerCase() === answer.toLowerCase();

function checkLengths({ answer, comment }: QuestionEdit): void {
  const check = (path: string, text: string | undefined, most: number): void => {
    if (text !== undefined && lengthOf(text) > most)
      throw invalid([{ path, message: `${path} has at most ${most.toLocaleString('en')} characters.` }]);
  };
  check('answer', answer, MOST_ANSWER);
  check('comment', comment, MOST_COMMENT);
}

/** Whether a question has what can be approved. */
export const isAnswered = ({ answer, answerStatus }: { answer: string; answerStatus: AnswerStatus }): boolean =>
  answerStatus === 'NOT_APPLICABLE' ||
  (answer.trim() !== '' && (answerStatus === 'AI_ANSWERED' || answerStatus === 'MANUALLY_ANSWERED'));

export const noAnswer = (): AppError =>
  new AppError('conflict', 'no_answer', 'The question has no answer yet. Answer it, or mark it as not applicable.');
