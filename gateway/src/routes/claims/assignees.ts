import { AppError, invalid, type CallFor } from '@candor/runtime';
import type { Clients } from '../../clients/clients.js';

/**
 * Refuses who cannot see what is asked: it must not wait in vain for a stranger, or for somebody who is deactivated. `path`: of the
 * body's field that names this user or group.
 */
export async function checkAssignee(
  { clients, from }: { clients: Clients; from: CallFor },
  { id, type }: { id: string; type: 'USER' | 'GROUP' },
  path: string,
): Promise<void> {
  const refused = (message: string): AppError => invalid([{ path, message }]);
  try {
    if (type === 'GROUP') {
      await clients.directory.group(from, id);
      return;
    }
    const { status } = await clients.directory.user(from, id);
    if (status === 'deactivated') throw refused('This user is deactivated. Name somebody who can sign in.');
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    throw refused(
      type === 'GROUP'
        ? 'No such group in the organization. Name one of its groups.'
        : 'No such user in the organization. Name somebody who can sign in to it.',
    );
  }
}
