import { invalid, ROLES, type CallFor } from '@candor/runtime';
import type { Clients } from '../../clients/clients.js';

interface Caller {
  clients: Clients;
  from: CallFor;
}

/** In a list of users and groups: the calling person, and the groups of that person. */
export const ME = 'me';

/** Ids of the calling person and of the person's groups; empty for a key that is nobody's. */
export async function myIds({ clients, from }: Caller): Promise<string[]> {
  const ownerId = from.caller?.ownerId ?? '';
  if (ownerId === '') return [];
  const { groupIds } = await clients.directory.standing(from);
  return [ownerId, ...groupIds];
}

/** The ids with `me` replaced by whom it means; refuses it from a key that is nobody's, for which it means no one. */
export async function withMe(call: Caller, ids: readonly string[]): Promise<string[]> {
  if (!ids.includes(ME)) return [...ids];
  const mine = await myIds(call);
  if (mine.length === 0)
    throw invalid([
      { path: 'assignee', message: '"me" needs a person: use a key that belongs to a user, or name ids.' },
    ]);
  return [...new Set([...ids.filter((id) => id !== ME), ...mine])];
}

/** Whether the calling person may approve, as the organization says. */
export const mayApprove = ({ from }: Caller, approversOnly: boolean): boolean =>
  ROLES.indexOf(from.caller?.role ?? 'VIEWER') >= ROLES.indexOf(approversOnly ? 'APPROVER' : 'MEMBER');
