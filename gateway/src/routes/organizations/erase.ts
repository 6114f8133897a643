import { AppError, type CallFor } from '@candor/runtime';
import type { Clients } from '../../clients/clients.js';
import { LIBRARY_STATUSES } from '../knowledge-answers/resource.js';

const PAGE = { limit: 200, offset: 0 };
const AT_ONCE = 8;
/** Every status that a tag can have is listed by one of these. */
const TAG_LISTS = ['', 'REJECTED'];

/**
 * Deletes an organization with everything that is its. It is closed first, so that nobody works in it any more, and
 * removed last, so that what was cut off in between can be repeated. Nothing of it waits for the client's connection.
 */
export async function eraseOrganization(clients: Clients, from: CallFor, id: string): Promise<void> {
  const call = { ...from };
  delete call.signal;
  await clients.tenant.closeOrganization(call, id);
  if (!call.caller) throw new Error('who calls has not been established');
  const inside: CallFor = { ...call, caller: { ...call.caller, organizationId: id } };
  await Promise.all([
    clients.insights.erase(inside, id),
    clients.trustPortal.erase(inside, id),
    eraseQuestionnaires(clients, inside),
    eraseKnowledge(clients, inside),
  ]);
  await clients.tenant.removeOrganization(call, id);
}

async function eraseQuestionnaires({ questionnaire }: Clients, from: CallFor): Promise<void> {
  await drain(
    async () => (await questionnaire.list(from, PAGE)).questionnaires,
    (id) => questionnaire.delete(from, id),
  );
  for (const status of TAG_LISTS) {
    await drain(
      () => questionnaire.tags(from, status),
      (id) => questionnaire.deleteTag(from, id),
    );
  }
}

async function eraseKnowledge({ knowledge }: Clients, from: CallFor): Promise<void> {
  await drain(
    async () => (await knowledge.documents(from, PAGE)).documents,
    (id) => knowledge.deleteDocument(from, id),
  );
  for (const status of LIBRARY_STATUSES) {
    await drain(
      async () => (await knowledge.answers(from, { ...PAGE, query: '', status, tag: '' })).answers,
      (id) => knowledge.deleteAnswer(from, id),
    );
  }
}

/** Deletes what is listed, a few at once, until nothing is. */
async function drain(list: () => Promise<{ id: string }[]>, remove: (id: string) => Promise<unknown>): Promise<void> {
  for (let ids = await list(); ids.length > 0; ids = await list()) {
    while (ids.length > 0) await Promise.all(ids.splice(0, AT_ONCE).map(({ id }) => remove(id).catch(ignoreGone)));
  }
}

/** Somebody else was faster. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
}
