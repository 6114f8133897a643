import { deterministicId } from '@candor/runtime';
import type { QuestionnaireDocument, StoredAssignee } from '../store/documents.js';
import type { StoredNotice } from '../store/people-documents.js';
import type { EditMark } from './assigning.js';

export type Recipient = StoredNotice['recipients'][number];

/** The user behind an actor: "user:…"; undefined for keys and the pipeline. */
export const userOf = (actor: string): string | undefined =>
  actor.startsWith('user:') ? actor.slice('user:'.length) : undefined;

export const recipient = ({ id, type }: Pick<StoredAssignee, 'id' | 'type'>): Recipient => ({ id, type });

/** The person behind an actor, as one who is told. */
export function personOf(actor: string): Recipient[] {
  const id = userOf(actor);
  return id === undefined ? [] : [{ type: 'USER', id }];
}

/** Each once, in their order. */
export function distinct(recipients: readonly Recipient[]): Recipient[] {
  return [...new Map(recipients.map((one) => [`${one.type} ${one.id}`, one])).values()];
}

/** Who cares for a questionnaire: who uploaded it, and whom it is assigned to. */
export const caringFor = ({ statusLog, assignees }: QuestionnaireDocument): Recipient[] =>
  distinct([...personOf(statusLog[0]?.actor ?? ''), ...assignees.map(recipient)]);

/** A notice of one call; a repeat of the call makes the same one. */
export function noticeOf(
  questionnaireId: string,
  { actor, at, call }: EditMark,
  said: { kind: StoredNotice['kind']; recipients: Recipient[]; text?: string; count?: number },
): StoredNotice {
  const { kind, recipients, text = '', count = 0 } = said;
  return { id: deterministicId(questionnaireId, kind, call), kind, recipients, actor, text, at, count };
}
