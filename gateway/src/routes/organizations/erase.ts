import type { CallFor } from '@candor/runtime';
import type { Clients } from '../../clients/clients.js';

/** An organization may have a million rows. */
const ERASE_DEADLINE_MS = 120_000;

/**
 * Deletes an organization with everything that is its. It is closed first, so that nobody works in it any more, and
 * removed last, so that what was cut off in between can be repeated. Nothing of it waits for the client's connection.
 */
export async function eraseOrganization(clients: Clients, from: CallFor, id: string): Promise<void> {
  const call = { ...from, deadlineMs: ERASE_DEADLINE_MS };
  delete call.abandonment;
  await clients.tenant.closeOrganization(call, id);
  if (!call.caller) throw new Error('who calls has not been established');
  const inside: CallFor = { ...call, caller: { ...call.caller, organizationId: id } };
  await Promise.all([
    clients.insights.erase(inside, id),
    clients.trustPortal.erase(inside, id),
    clients.questionnaire.erase(inside, id),
  ]);
  await clients.tenant.removeOrganization(call, id);
}
