/**
 * `npm run fuzz:api [-- COUNT SEED]`: random requests over the OpenAPI document against the embedded system: valid, invalid
 * and hostile ones. No answer may be a 5xx, none may take longer than 20 s, every error must be problem+json and every
 * answer must have the documented shape; nothing may be rejected unhandled. The seed is printed; one seed gives the same
 * requests but for identifiers, which come from answers. Stops by itself after 45 minutes.
 */
import { OpenApiChecker } from '../support/openapi-checker.js';
import { startSystem } from '../support/harness.js';
import { startReceiver } from '../support/receiver.js';
import { requestOf, wildRequest, type FuzzRequest, type Operation, type Surroundings } from './api-requests.js';
import { Random } from './random.js';

const [count = 30_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const AT_ONCE = 8;
const TIMEOUT_MS = 20_000;
const MOST_MS = 45 * 60_000;
/** Identifiers of one kind that are remembered. */
const KNOWN_IDS = 30;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const failures = new Map<string, { count: number; sample: string }>();
function fail(kind: string, sample: string): void {
  const known = failures.get(kind);
  if (known) known.count++;
  else failures.set(kind, { count: 1, sample });
}
process.on('unhandledRejection', (reason) =>
  fail('unhandled rejection', reason instanceof Error ? String(reason.stack) : String(reason)),
);
process.on('uncaughtException', (error) => fail('uncaught exception', String(error.stack)));

const receiver = await startReceiver();
const system = await startSystem({
  CANDOR_WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1/32',
  CANDOR_RATE_PER_MINUTE: '1000000',
  CANDOR_INSIGHTS_RATE_PER_MINUTE: '1000000',
});
const checker = new OpenApiChecker(system.document);
const random = new Random(seed);
const operations = Object.entries(system.document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => ({ ...operation, path, method: method.toUpperCase() }) as unknown as Operation,
  ),
);

const idOf = async (path: string, json: object): Promise<{ id: string; key?: string }> =>
  (await system.api.post(path, { json, headers: { 'x-session-id': 'fuzz-setup' } })).body as {
    id: string;
    key?: string;
  };
const viewer = await idOf('/v1/api-keys', { name: 'Viewer', role: 'VIEWER' });
const scoped = await idOf('/v1/api-keys', { name: 'Scoped', role: 'ADMIN', scopes: ['Insights: read'] });
const child = await idOf('/v1/organizations/tenant/create', { name: 'Fuzzed' });
const around: Surroundings = {
  random,
  schemas: system.document.components.schemas,
  ids: new Map(),
  parents: new Map(),
  keys: { admin: system.key, others: [viewer.key ?? '', scoped.key ?? ''] },
  organizations: [child.id],
  known: {
    // Nothing here may lead to the network.
    url: (from) => from.pick([`${receiver.url}/hook`, 'http://10.0.0.1/', 'http://127.0.0.2/', 'http://localhost:1/']),
    question_ids: (from) => (around.ids.get('question_id') ?? []).slice(0, from.int(0, 3)),
    category_ids: (from) => (around.ids.get('category_id') ?? []).slice(0, from.int(0, 2)),
    tag_ids: (from) => (around.ids.get('tag_id') ?? []).slice(0, from.int(0, 2)),
    email: (from) => `reader${from.int(0, 2000)}@example.com`,
    user_email: () => 'ada@example.com',
    link: () => 'https://example.com/report',
    logo_url: () => 'https://example.com/logo.png',
    timezone: (from) => from.pick(['Europe/Berlin', 'UTC', 'Asia/Kathmandu']),
    update_date: () => '2026-03-01T09:00:00',
    scheduled_at: (from) => from.pick(['2039-03-01T09:00:00+01:00', 2_180_000_000, '2001-01-01']),
    send_immediately: (from) => from.chance(0.3),
    schedule_disabled: (from) => from.chance(0.1),
    hd: () => ['example.com'],
    tenant_name: (from) => `tenant-${from.int(0, 5000)}`,
    member_ids: (from) => (around.ids.get('user_id') ?? []).slice(0, from.int(0, 2)),
    owner_id: (from) => from.pick([null, ...(around.ids.get('user_id') ?? [])]),
    expires_at: (from) => from.pick([null, '2039-01-01T00:00:00Z']),
    text_content: (from) => `${'Do you encrypt data at rest? '.repeat(from.int(2, 6))}\nIs there a backup?`,
    organization_id: (from) => from.pick([...around.organizations, ...(around.ids.get('organization_id') ?? [])]),
  },
};

/** Which name a path gives to what this operation answers. */
const NAMED: readonly [RegExp, string][] = [
  [/questions/, 'question_id'],
  [/questionnaire/, 'questionnaire_id'],
  [/tags/, 'tag_id'],
  [/documents/, 'document_id'],
  [/knowledge\/answers/, 'answer_id'],
  [/organizations/, 'organization_id'],
  [/api-keys/, 'api_key_id'],
  [/users/, 'user_id'],
  [/groups/, 'group_id'],
  [/subscribers/, 'subscription_id'],
  [/categories/, 'category_id'],
  [/trustportal\/updates/, 'update_id'],
  [/webhooks\/.*(deliveries|test)/, 'delivery_id'],
  [/webhooks/, 'webhook_id'],
];

function learn(path: string, body: unknown): void {
  const name = NAMED.find(([pattern]) => pattern.test(path))?.[1];
  if (name === undefined || typeof body !== 'object' || body === null) return;
  const items = Object.values(body).find(Array.isArray) as unknown[] | undefined;
  const found = [body, ...(Array.isArray(body) ? (body as unknown[]) : []), ...(items ?? [])].flatMap((one) => {
    const { id, questionnaire_id: questionnaire } = (one ?? {}) as { id?: unknown; questionnaire_id?: unknown };
    return [id, questionnaire].filter((value): value is string => typeof value === 'string');
  });
  const parent = /\/v1\/(?:questionnaire|webhooks)\/([0-9a-f-]{36})\//.exec(path)?.[1];
  if (parent !== undefined && (name === 'question_id' || name === 'delivery_id')) {
    const parents = around.parents.get(name) ?? new Map<string, string>();
    for (const id of found) parents.set(id, parent);
    around.parents.set(name, parents);
  }
  const known = around.ids.get(name) ?? [];
  const safe = found.filter((id) => !known.includes(id) && id !== child.id);
  // The oldest, which have been processed by now, and the newest.
  const all = [...known, ...safe];
  all.splice(KNOWN_IDS / 2, Math.max(0, all.length - KNOWN_IDS));
  around.ids.set(name, all);
}

function forget(id: string | undefined): void {
  for (const [name, known] of around.ids)
    around.ids.set(
      name,
      known.filter((one) => one !== id),
    );
}

/** Deletions are rarer: what is gone can be called by nothing else. */
const weighted = operations.flatMap((operation) =>
  operation.method === 'DELETE' ? [operation] : Array.from({ length: 6 }, () => operation),
);

const statuses = new Map<string, number>();
const succeeded = new Set<string>();
let slowest = 0;

async function send(request: FuzzRequest): Promise<void> {
  const { method, path, headers, body, operationId, shown } = request;
  const started = performance.now();
  let response: Response;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    response = await fetch(system.url + path, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
  } catch (error) {
    const { name, message, cause } = error as Error;
    fail(`${operationId}: no answer (${name}: ${message} ${String(cause)})`, shown);
    return;
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  slowest = Math.max(slowest, performance.now() - started);
  const { status } = response;
  statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  const type = response.headers.get('content-type') ?? '';
  let parsed: unknown = bytes.toString('utf8');
  try {
    if (type.includes('json') && bytes.length > 0) parsed = JSON.parse(String(parsed));
  } catch {
    fail(`${operationId}: ${status} is not JSON`, shown);
  }
  if (status >= 500) fail(`${operationId}: ${status} ${(parsed as { detail?: string }).detail ?? ''}`, shown);
  if (status >= 400 && !type.startsWith('application/problem+json'))
    fail(`${operationId}: ${status} as ${type}`, shown);
  if (operationId === 'none') return;
  if (status === 200) {
    succeeded.add(operationId);
    if (method === 'DELETE') forget((parsed as { id?: string }).id);
    else learn(path, parsed);
  }
  try {
    checker.check(method, path, { status, headers: response.headers, body: parsed, bytes });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    fail(
      `${operationId}: ${text
        .replace(/^\S+ \S+ → /, '')
        .replace(/ in [{["].*$/s, '')
        .slice(0, 200)}`,
      `${shown}\n    ${text.slice(0, 600)}`,
    );
  }
}

print(`${count} requests over ${operations.length} operations, ${AT_ONCE} at once, seed ${seed}`);
const began = performance.now();
let made = 0;
async function lane(): Promise<void> {
  while (made < count && performance.now() - began < MOST_MS) {
    made++;
    if (made % 5000 === 0)
      print(`  ${made} after ${Math.round((performance.now() - began) / 1000)} s, ${failures.size} kinds of failure`);
    await send(random.chance(0.03) ? wildRequest(operations, around) : requestOf(random.pick(weighted), around));
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, lane));
const seconds = (performance.now() - began) / 1000;
const health = await fetch(`${system.url}/readyz`);
if (health.status !== 200) fail('not ready in the end', await health.text());
await system.close();
await receiver.close();

const never = operations.map(({ operationId }) => operationId).filter((id) => !succeeded.has(id));
if (never.length > 0 && made >= 10_000) fail('operations that never succeeded', never.join(', '));
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
print(
  `${made} requests in ${seconds.toFixed(0)} s, slowest ${slowest.toFixed(0)} ms, ${failures.size} kinds of failure`,
);
process.exit(failures.size === 0 && made === count ? 0 : 1);
