import { setTimeout as wait } from 'node:timers/promises';
import { addEvidence, differences, questionnaireSeen, uploadQuestionnaire } from '../kill/evidence.mjs';
import { json } from '../faults/load.js';
import type { ChaosLoad, Export } from './load.js';

/** Makes the organization whose evidence does not change; what a person sees of its first questionnaire, undisturbed. */
export async function foretellAnswers(load: ChaosLoad): Promise<Record<string, unknown>> {
  const { body, headers } = json({ name: 'Steady' });
  const init = { method: 'POST', body: body as string, headers: { ...headers, 'x-session-id': 'steady' } };
  const { id } = (await load.certain()('/v1/organizations/tenant/create', init)) as { id: string };
  load.steadyOrganization = id;
  const call = load.certain(id);
  const processed = async (path: string): Promise<void> => {
    while (((await call(path)) as { should_poll: boolean }).should_poll) await wait(100);
  };
  for (const document of await addEvidence(call)) await processed(`/v1/knowledge/documents/${document}`);
  const first = await uploadQuestionnaire(call);
  await processed(`/v1/questionnaire/${first}/overview`);
  const seen = await questionnaireSeen(call, first);
  if (seen['status'] !== 'ANSWERING_COMPLETED') throw new Error(`undisturbed: ${String(seen['status'])}`);
  return seen;
}

/** Where answers, citations, account or file of what the organization accepted since are not as foretold. */
export async function wrongAnswers(load: ChaosLoad, expected: Record<string, unknown>): Promise<string[]> {
  const wrong: string[] = [];
  for (const id of load.steady) {
    const seen = await questionnaireSeen(load.certain(load.steadyOrganization), id);
    wrong.push(...differences(expected, seen).map((difference) => `answers of ${id}: ${difference}`));
  }
  return wrong;
}

/** Files that were given out while things broke and are not whole; and what exports in the end do not hold. */
export async function wrongExports(load: ChaosLoad): Promise<string[]> {
  const wrong = load.exports.flatMap(cutShort);
  for (const { id, texts, edits, deletion } of load.accepted) {
    if (deletion !== 'none') continue;
    for (const format of ['csv', 'json', 'original'] as const) {
      const path = `/v1/questionnaire/${id}/export?format=${format}`;
      const file = (await load.certain()(path, { bytes: true })) as Buffer;
      wrong.push(...cutShort({ format, texts, file }).map((fault) => `${fault} of ${id}`));
      for (const { acknowledged, unknown } of edits.values())
        if (acknowledged !== undefined && ![acknowledged, ...unknown].some((answer) => file.includes(answer)))
          wrong.push(`the ${format} export of ${id} holds none of its edits`);
    }
  }
  return wrong;
}

/** Each question stands in a file once, in its order. */
function cutShort({ format, texts, file }: Export): string[] {
  const content = file.toString('utf8');
  if (format === 'json' && !isJson(content)) return ['a json export is cut short'];
  let at = -1;
  for (const text of texts) {
    const next = content.indexOf(text, at + 1);
    if (next < 0) return [`a ${format} export lacks "${text}"`];
    at = next;
  }
  const [first = ''] = texts;
  return content.split(first).length === 2 ? [] : [`a ${format} export has a question twice`];
}

function isJson(content: string): boolean {
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
}
