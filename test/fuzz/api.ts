/**
 * `npm run fuzz:api [-- COUNT SEED]`: random requests over the OpenAPI document against the embedded system: valid, invalid,
 * hostile, and grown to the bounds of their fields. No answer may be a 5xx (who is asked to try again while evidence is read
 * does so and gets an answer), none may take longer than 20 s, every error must be
 * problem+json and every answer must have the documented shape. After every write that was done, or failed inside, whatever
 * could show it must still answer. The event loop may not work for more than 200 ms in one turn, nobody else's call may wait
 * for more than 2 s, and every field must have a bound. The seed is printed; one seed gives the same requests but for
 * identifiers, which come from answers. Stops by itself after 45 minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { OpenApiChecker } from '../support/openapi-checker.js';
import { startReceiver } from '../support/receiver.js';
import { unboundedFields } from '../openapi/unbounded-fields.js';
import { isAnothersOutage, isBeyond, isBusy } from './api-beyond.js';
import { KnownIds } from './api-known.js';
import { watchNeighbour } from './api-neighbour.js';
import { requestOf, wildRequest, type FuzzRequest, type Operation, type Surroundings } from './api-requests.js';
import { ShowingReads } from './api-shown.js';
import { startFuzzed } from './api-system.js';
import { fieldValues } from './api-known-values.js';
import { Random } from './random.js';

const [count = 30_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const AT_ONCE = 8;
const TIMEOUT_MS = 20_000;
/** So often a busy engine may say that one is to try again. */
const MOST_ROUNDS = 5;
/** So many requests reach each operation in a state in which it succeeds. */
const ENOUGH_FOR_ALL = 25_000;
const MOST_MS = 45 * 60_000;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const failures = new Map<string, { count: number; sample: string }>();
/** Counts a failure and keeps the sample of the first, or of a `worse` one. */
function fail(kind: string, sample: string, worse = false): void {
  const known = failures.get(kind);
  failures.set(kind, { count: (known?.count ?? 0) + 1, sample: known === undefined || worse ? sample : known.sample });
}

/** What is under way and what ended lately, for the report of a stall. */
const lately: { shown: string; endedAt: number }[] = [];
const LATELY_MS = 1_000;
function underWay(): string {
  const now = performance.now();
  const shown = lately.filter(({ endedAt }) => now - endedAt < LATELY_MS).map((one) => one.shown.slice(0, 300));
  return [...new Set(shown)].join('\n    ');
}
let longestTurn = 0;
/** When the first request was sent; what happens before is the start. */
let began = 0;
function stoodStill(ms: number): void {
  if (began === 0) return;
  const about = `${ms} ms, while these were under way, or just before:\n    ${underWay()}`;
  fail('the event loop worked for more than 200 ms in one turn', about, ms > longestTurn);
  longestTurn = Math.max(longestTurn, ms);
}

const receiver = await startReceiver();
const system = await startFuzzed(
  {
    CANDOR_WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1/32',
    CANDOR_RATE_PER_MINUTE: '1000000',
    CANDOR_INSIGHTS_RATE_PER_MINUTE: '1000000',
  },
  stoodStill,
);
const checker = new OpenApiChecker(system.document);
const random = new Random(seed);
const operations = Object.entries(system.document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => ({ ...operation, path, method: method.toUpperCase() }) as unknown as Operation,
  ),
);
for (const field of unboundedFields(system.document)) fail('a field without a bound', field);

async function made(
  path: string,
  json: object,
  organization?: string,
): Promise<{ id: string; key: string; slug: string }> {
  const headers = {
    'x-api-key': system.key,
    'x-session-id': 'fuzz-setup',
    'content-type': 'application/json',
    ...(organization === undefined ? {} : { 'x-organization-id': organization }),
  };
  const response = await fetch(system.url + path, { method: 'POST', headers, body: JSON.stringify(json) });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string; key: string; slug: string };
}
const viewer = await made('/v1/api-keys', { name: 'Viewer', role: 'VIEWER' });
const scoped = await made('/v1/api-keys', { name: 'Scoped', role: 'ADMIN', scopes: ['Insights: read'] });
const child = await made('/v1/organizations/tenant/create', { name: 'Fuzzed' });
const other = await made('/v1/organizations/tenant/create', { name: 'Neighbour' });
const person = await made('/v1/users', { name: 'Ann', email: 'ann@example.com', role: 'ADMIN' }, child.id);
const own = await made('/v1/api-keys', { name: 'Own', role: 'ADMIN', owner_id: person.id }, child.id);
const known = new KnownIds([child.id, other.id, person.id, own.id]);
const around: Surroundings = {
  random,
  schemas: system.document.components.schemas,
  ids: known.ids,
  parents: known.parents,
  keys: { admin: system.key, others: [viewer.key, scoped.key], person: own.key },
  organizations: [child.id],
  known: fieldValues(known.ids, [child.id], receiver.url),
  grown: 0,
};
const pages = ['', '/feed.atom', '/feed.json'].map((page) => `/portal/${child.slug}${page}`);
const showing = new ShowingReads(operations, random, pages);

/** Deletions are rarer: what is gone can be called by nothing else. */
const weighted = operations.flatMap((operation) =>
  operation.method === 'DELETE' ? [operation] : Array.from({ length: 6 }, () => operation),
);

const statuses = new Map<string, number>();
const succeeded = new Set<string>();
let slowest = 0;
let shown = 0;
let busy = 0;

interface Answer {
  status: number;
  headers: Headers;
  type: string;
  bytes: Buffer;
  body: unknown;
}

/** One answer; who is told that the evidence is being read tries again when that answer says so, as a client would. */
async function answered(...call: Parameters<typeof answeredOnce>): Promise<Answer | undefined> {
  for (let round = 0; ; round++) {
    const answer = await answeredOnce(...call);
    if (answer === undefined || !isBusy(answer.status, answer.body) || round === MOST_ROUNDS) return answer;
    busy++;
    await sleep(Number(answer.headers.get('retry-after')) * 1_000);
  }
}

async function answeredOnce(
  about: string,
  sample: string,
  path: string,
  init: RequestInit,
  limitMs = TIMEOUT_MS,
): Promise<Answer | undefined> {
  const started = performance.now();
  const call = { shown: sample, endedAt: Infinity };
  if (lately.push(call) > 60) lately.splice(0, 20);
  try {
    const signal = AbortSignal.timeout(limitMs);
    const response = await fetch(system.url + path, { ...init, signal, redirect: 'manual' });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    slowest = Math.max(slowest, performance.now() - started);
    const { status, headers } = response;
    let body: unknown = bytes.toString('utf8');
    try {
      if (type.includes('json') && bytes.length > 0) body = JSON.parse(String(body));
    } catch {
      fail(`${about}: ${status} is not JSON`, sample);
    }
    return { status, headers, type, bytes, body };
  } catch (error) {
    const { name, message, cause } = error as Error;
    fail(`${about}: no answer (${name}: ${message} ${String(cause)})`, sample);
    return undefined;
  } finally {
    call.endedAt = performance.now();
  }
}

function checkShape(about: string, sample: string, method: string, path: string, answer: Answer): void {
  try {
    checker.check(method, path, answer);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const kind = text.replace(/^\S+ \S+ → /, '').replace(/ in [{["].*$/s, '');
    fail(`${about}: ${kind.slice(0, 200)}`, `${sample}\n    ${text.slice(0, 600)}`);
  }
}

async function send(request: FuzzRequest): Promise<void> {
  const { method, path, headers, body, operationId } = request;
  const answer = await answered(operationId, request.shown, path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  if (!answer) return;
  const { status, type } = answer;
  statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  if (status >= 500 && !isAnothersOutage(status, answer.body)) {
    const problem = answer.body as { detail?: string; request_id?: string };
    const logged = problem.request_id === undefined ? '' : `\n    ${system.loggedOf(problem.request_id)}`;
    fail(`${operationId}: ${status} ${problem.detail ?? ''}`, request.shown + logged);
  }
  // SCIM (RFC 7644 §3.12) has a form of errors of its own; a 431 comes before anybody has read the path.
  const form = path.startsWith('/scim/') && status !== 431 ? 'application/scim+json' : 'application/problem+json';
  if (status >= 400 && !type.startsWith(form)) fail(`${operationId}: ${status} as ${type}`, request.shown);
  if (operationId === 'none') return;
  if (status < 400) succeeded.add(operationId);
  if (status < 300) {
    if (method === 'DELETE') known.forget((answer.body as { id?: string } | undefined)?.id);
    else known.learn(path, answer.body);
  }
  checkShape(operationId, request.shown, method, path, answer);
  if (method !== 'GET' && (status < 300 || status >= 500)) await showsStill(request, answer);
}

/** Whatever could show what has been written, or half written, still answers. */
async function showsStill({ operationId, template, path, headers, shown: sample }: FuzzRequest, written: Answer) {
  const organization = written.headers.get('x-organization-id') ?? headers['x-organization-id'] ?? child.id;
  const made = { name: known.nameOf(path), id: (written.body as { id?: unknown } | null)?.id };
  for (const read of showing.of(template, path, made)) {
    const isPage = read.path.startsWith('/portal/');
    const answer = await answered(`${operationId}, then ${read.path.split('?')[0] ?? ''}`, sample, read.path, {
      headers: isPage ? {} : { 'x-api-key': read.personal ? own.key : system.key, 'x-organization-id': organization },
    });
    if (!answer) continue;
    shown++;
    const template = read.path.replace(/\?.*$/, '').replace(/[0-9a-f-]{36}/gi, '{id}');
    // Others may delete meanwhile what a get names, and an organization other than the one that is always there.
    const gone = answer.status >= 400 && answer.status < 500 && !(read.list && organization === child.id);
    if (answer.status !== 200 && !gone)
      fail(`${operationId}, then ${template} answers ${answer.status}`, `${sample}\n    ${String(answer.bytes)}`);
    // What a list shows is used as well: of its own requests few ask for all that is there.
    if (answer.status === 200 && organization === child.id) known.learn(read.path, answer.body);
    if (!isPage) checkShape(`${operationId}, then ${template}`, sample, 'GET', read.path, answer);
  }
}

function tally(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

print(`${count} requests over ${operations.length} operations, ${AT_ONCE} at once, seed ${seed}`);
const neighbour = watchNeighbour(system, other.id, (ms, what) => {
  const about = `${Math.round(ms)} ms: ${what}\n    ${underWay()}`;
  fail('a call of another organization waited for more than 2 s', about);
});
const start = performance.now();
began = start;
let sent = 0;
async function lane(): Promise<void> {
  while (sent < count && performance.now() - start < MOST_MS && system.running()) {
    sent++;
    if (sent % 2500 === 0)
      print(`  ${sent} after ${Math.round((performance.now() - start) / 1000)} s, ${failures.size} kinds of failure`);
    await send(random.chance(0.03) ? wildRequest(operations, around) : requestOf(random.pick(weighted), around));
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, lane));
const seconds = (performance.now() - start) / 1000;
const { calls, longestMs } = await neighbour.stop();
const reached = await answered('listQuestionnaires', 'in the end', '/v1/questionnaire/list?limit=1000', {
  headers: { 'x-api-key': system.key, 'x-organization-id': child.id },
});
const health = await fetch(`${system.url}/readyz`).catch(() => undefined);
if (health?.status !== 200) fail('not ready in the end', health === undefined ? 'it ended' : await health.text());
await system.close();
await receiver.close();

const never = operations.map(({ operationId }) => operationId).filter((id) => !succeeded.has(id));
const wanted = never.filter((id) => !isBeyond(id));
if (wanted.length > 0 && sent >= ENOUGH_FOR_ALL) fail('operations that never succeeded', wanted.join(', '));
for (const [kind, { count: times, sample }] of failures) print(`\n${times} × ${kind}\n    ${sample}`);
print(
  `\nstatuses: ${[...statuses]
    .sort()
    .map(([status, times]) => `${status} ${times} ×`)
    .join(', ')}`,
);
print(
  `operations that succeeded at least once: ${succeeded.size} of ${operations.length}${never.length > 0 ? `; never: ${never.join(', ')}` : ''}`,
);
const questionnaires = (reached?.body as { questionnaires?: { status: string }[] } | undefined)?.questionnaires ?? [];
print(
  `questionnaires: ${[...tally(questionnaires.map(({ status }) => status))].map((one) => one.join(' ')).join(', ')}`,
);
print(
  `${shown} reads after writes; ${busy} times asked to try again; longest turn of the event loop over 200 ms: ${longestTurn} ms`,
);
print(`another organization: ${calls} calls, the longest wait ${Math.round(longestMs)} ms`);
print(
  `${sent} requests in ${seconds.toFixed(0)} s, slowest ${slowest.toFixed(0)} ms, ${failures.size} kinds of failure`,
);
process.exit(failures.size === 0 && sent === count ? 0 : 1);
