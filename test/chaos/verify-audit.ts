import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answered } from '../faults/load.js';
import type { ChaosLoad } from './load.js';

interface Entry {
  id: string;
  action: string;
  request_id: string;
}

const PAGE = 1000;
/** What the audit log calls the calls of this test; those that it does not know of are absent. */
const ACTIONS: readonly (readonly [method: string, path: RegExp, action: string])[] = [
  ['POST', /^\/v1\/questionnaire\/upload\/file$/, 'questionnaire.uploaded'],
  ['PATCH', /^\/v1\/questionnaire\/[^/]+\/questions\/[^/]+$/, 'question.edited'],
  ['POST', /^\/v1\/questionnaire\/[^/]+\/questions\/[^/]+\/approve$/, 'question.approved'],
  ['POST', /^\/v1\/questionnaire\/[^/]+\/complete$/, 'questionnaire.completed'],
  ['POST', /^\/v1\/questionnaire\/[^/]+\/reopen$/, 'questionnaire.reopened'],
  ['POST', /^\/v1\/questionnaire\/[^/]+\/regenerate$/, 'questionnaire.regenerated'],
  ['POST', /^\/v1\/questionnaire\/[^/]+\/extraction\/corrections$/, 'questionnaire.corrected'],
  ['DELETE', /^\/v1\/questionnaire\/[^/]+$/, 'questionnaire.deleted'],
  ['GET', /^\/v1\/questionnaire\/[^/]+\/export\b/, 'questionnaire.exported'],
  ['POST', /^\/v1\/organizations\/tenant\/create$/, 'organization.created'],
  ['POST', /^\/v1\/webhooks$/, 'webhook.created'],
  ['POST', /^\/v1\/knowledge\/answers$/, 'answer.created'],
  ['POST', /^\/v1\/knowledge\/documents$/, 'document.uploaded'],
  ['DELETE', /^\/v1\/knowledge\/documents\/[^/]+$/, 'document.deleted'],
  ['POST', /^\/v1\/trustportal\/updates$/, 'update.created'],
  ['POST', /^\/v1\/trustportal\/updates\/subscribers$/, 'subscriber.added'],
];

/**
 * What was acknowledged is in the audit log, once; what was refused is not. An entry that could not be written while its
 * keeper was away is in the gateway's log instead; their count.
 */
export async function verifyAudit(load: ChaosLoad, folder: string): Promise<{ wrong: string[]; inLog: number }> {
  const entries = [...(await entriesOf(load, '')), ...(await entriesOf(load, load.steadyOrganization))];
  const byRequest = new Map<string, Entry[]>();
  for (const entry of entries) byRequest.set(entry.request_id, [...(byRequest.get(entry.request_id) ?? []), entry]);
  const unwritten = await unwrittenIn(join(folder, 'gateway.log'));
  const wrong: string[] = [];
  let inLog = 0;
  for (const call of load.calls) {
    const found = (byRequest.get(call.requestId) ?? []).map(({ action }) => action);
    const action = actionOf(call);
    if (call.kind === 'ok' && action !== undefined && found.length === 0 && unwritten.has(call.requestId)) inLog++;
    else wrong.push(...faultOf(call, action, found));
  }
  return { wrong, inLog };
}

function faultOf({ method, path, kind }: Answered, action: string | undefined, found: string[]): string[] {
  const expected = kind === 'ok' && action !== undefined ? [action] : [];
  // Done or not, when nobody knows.
  if (kind === 'unknown' && found.length < 2 && found.every((one) => one === action)) return [];
  if (found.join() === expected.join()) return [];
  return [`audit: ${method} ${path} (${kind}) is there as ${found.join(', ') || 'nothing'}`];
}

const actionOf = ({ method, path }: Answered): string | undefined =>
  ACTIONS.find(([of, pattern]) => of === method && pattern.test(path))?.[2];

async function entriesOf(load: ChaosLoad, organizationId: string): Promise<Entry[]> {
  const all = new Map<string, Entry>();
  const call = load.certain(organizationId);
  for (let offset = 0; ; offset += PAGE) {
    const { entries } = (await call(`/v1/audit-log?limit=${PAGE}&offset=${offset}`)) as { entries: Entry[] };
    for (const entry of entries) all.set(entry.id, entry);
    if (entries.length < PAGE) return [...all.values()];
  }
}

/** Requests whose entry the gateway could not write, by its own words. */
async function unwrittenIn(file: string): Promise<Set<string>> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('audit entry could not be'));
  return new Set(lines.map((line) => (JSON.parse(line) as { request_id: string }).request_id));
}
