import { AppError, invalid, ROLES, type CallFor, type FieldError } from '@candor/runtime';
import type { Clients } from '../../clients/clients.js';

interface Caller {
  clients: Clients;
  from: CallFor;
}

/** Whether the organization leaves approving to approvers. */
export const approversOnly = async ({ clients, from }: Caller): Promise<boolean> =>
  (await clients.directory.standing(from)).approversOnly;

/** Refuses who could not approve it: a questionnaire must not wait for somebody in vain. */
export async function checkApprovers({ clients, from }: Caller, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const least = (await approversOnly({ clients, from })) ? 'APPROVER' : 'MEMBER';
  const errors: FieldError[] = [];
  for (const [index, id] of ids.entries()) {
    const path = `approver_ids.${index}`;
    try {
      const { role } = await clients.directory.user(from, id);
      if (ROLES.indexOf(role) < ROLES.indexOf(least))
        errors.push({ path, message: `This user may not approve: it needs the role ${least}.` });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
      errors.push({ path, message: 'No such user in the organization.' });
    }
  }
  if (errors.length > 0) throw invalid(errors);
}
