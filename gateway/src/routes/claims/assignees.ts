import { AppError, invalid, type CallFor } from '@candor/runtime';
import type { Clients } from '../../clients/clients.js';

/** Refuses who cannot see it: a finding must not wait in vain for a stranger, or for somebody who is deactivated. */
export async function checkAssignee({ clients, from }: { clients: Clients; from: CallFor }, id: string): Promise<void> {
  const refused = (message: string): AppError => invalid([{ path: 'assignee_id', message }]);
  try {
    const { status } = await clients.directory.user(from, id);
    if (status === 'deactivated') throw refused('This user is deactivated. Name somebody who can sign in.');
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    throw refused('No such user in the organization. Name somebody who can sign in to it.');
  }
}
