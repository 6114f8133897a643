import { AppError, ROLES, type Role } from '@candor/runtime';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';

/** Who approves, and whether the organization leaves that to approvers. */
export interface Approver {
  actor: string;
  role: Role;
  approversOnly: boolean;
}

/** Whether this person may approve at all. */
export const mayApprove = ({ role, approversOnly }: Pick<Approver, 'role' | 'approversOnly'>): boolean =>
  !approversOnly || ROLES.indexOf(role) >= ROLES.indexOf('APPROVER');

/** Refuses who may not approve here, and says what to do instead. */
export function checkApprover(by: Approver): void {
  if (mayApprove(by)) return;
  throw new AppError(
    'forbidden',
    'approver_required',
    'Only approvers and administrators approve in this organization. Submit the questionnaire for approval instead.',
    { data: { required_role: 'APPROVER' } },
  );
}

/** Who changed answer, status or comment of a question last; '' for an engine. */
export function lastEditor({ editedBy, lastChange }: ReviewedQuestionDocument): string {
  if (editedBy !== undefined) return editedBy;
  return lastChange?.action === 'edited' ? lastChange.actor : '';
}

/** Whether the rule of the organization keeps this person from approving this answer: it is the person's own. */
export const isOwnEdit = (question: ReviewedQuestionDocument, { actor, approversOnly }: Approver): boolean =>
  approversOnly && lastEditor(question) === actor;

export const ownEdit = (): AppError =>
  new AppError(
    'conflict',
    'own_edit',
    'You edited this answer last, so somebody else must approve it. Where there is no other approver, an administrator can give a person the role APPROVER, or turn approvers_only off.',
  );
