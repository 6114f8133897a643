import { cleanText, invalid, lengthOf } from '@candor/runtime';
import type { QuestionDocument } from '../store/documents.js';
import type { QuestionSet } from '../store/review-questions.js';

/** Who is asked, by when, and what is said with it. */
export interface AssigneeEdit {
  id: string;
  type: 'USER' | 'GROUP';
  /** Microseconds; 0: none. Undefined stays as long as the assignee does. */
  dueAt?: number | undefined;
  /** Undefined stays as long as the assignee does. */
  note?: string | undefined;
}

/** Who makes a change, when (microseconds), and the id of the call: what one call does is told together. */
export interface EditMark {
  actor: string;
  at: number;
  call: string;
}

export const MOST_NOTE = 2000;

const NOBODY: QuestionSet = {
  assigneeId: '',
  assigneeType: '',
  assignment: null,
  assignmentState: '',
  assignmentUntold: false,
  dueAt: 0,
};

/**
 * The fields that assigning sets. An assignment that says what already stands changes nothing, so that a repeated call tells
 * nobody twice; one of a question that is done asks anew.
 */
export function assignedFields(question: QuestionDocument, to: AssigneeEdit | null, mark: EditMark): QuestionSet {
  if (to === null) return question.assigneeId === '' ? {} : NOBODY;
  const { id, type } = to;
  const isSame = id === question.assigneeId && type === question.assigneeType;
  const before = { dueAt: question.dueAt ?? 0, note: question.assignment?.note ?? '' };
  const dueAt = to.dueAt ?? (isSame ? before.dueAt : 0);
  const note = to.note === undefined ? (isSame ? before.note : '') : checkedNote(to.note, 'note');
  const isUnchanged = isSame && dueAt === before.dueAt && note === before.note && question.assignmentState !== 'done';
  if (isUnchanged) return {};
  const { actor, at, call } = mark;
  return {
    assigneeId: id,
    assigneeType: type,
    dueAt,
    assignmentState: 'open',
    assignmentUntold: true,
    assignment: { note, assignedBy: actor, assignedAt: at, doneAt: 0, doneBy: '', call },
  };
}

/** What a person writes for others to read: no more than a mail shows. */
export function checkedNote(given: string, path: string): string {
  const note = cleanText(given).trim();
  if (lengthOf(note) > MOST_NOTE)
    throw invalid([{ path, message: `${path} has at most ${MOST_NOTE.toLocaleString('en')} characters.` }]);
  return note;
}

/** The change that says "done" of a question; null where it was said. */
export function doneFields(question: QuestionDocument, { actor, at, call }: EditMark): QuestionSet | null {
  if (question.assignmentState === 'done') return null;
  const asked = question.assignment ?? { note: '', assignedBy: '', assignedAt: 0 };
  return {
    assignment: { ...asked, doneAt: at, doneBy: actor, call },
    assignmentState: 'done',
    assignmentUntold: true,
  };
}
