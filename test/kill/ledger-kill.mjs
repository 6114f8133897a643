#!/usr/bin/env node
// `npm run test:kill:ledger`: ends the process by SIGKILL at each failpoint of the ledger, starts it again on the same data, and
// compares what customers were told, and what of it no longer stands, with an organization that nothing disturbed.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Candor } from './candor.mjs';

const PATIENCE_MS = 120_000;
/** Where the process ends, and whether that is met when answers are completed or when evidence changes. */
const POINTS = [
  ['ledger.taken', 'completed'],
  ['ledger.judged', 'completed'],
  ['ledger.compared', 'changed'],
];
const POLICY = ['Audit logs are kept for 13 months.', 'Backups are tested every quarter.', 'Laptops are encrypted.'];
const CHANGED = [
  'Audit logs are kept for 6 months.',
  'Backups are tested every quarter.',
  'Laptops are not encrypted.',
];
const QUESTIONS = ['How long are audit logs kept?', 'How often are backups tested?', 'Are laptops encrypted?'];

const folder = mkdtempSync(join(tmpdir(), 'candor-ledger-kill-'));
mkdirSync(join(folder, 'data'), { mode: 0o700 });
const environment = { NODE_OPTIONS: `--import ${new URL('arm.mjs', import.meta.url).href}` };
const candor = new Candor(folder, environment);

/** Starts again with a point armed, or with none. */
async function restart(point) {
  await candor.kill('SIGKILL');
  environment.CANDOR_FAILPOINT = point ?? '';
  await candor.start();
}

async function until(what, look) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`);
    await wait(100);
  }
}

const ended = (point) =>
  until(`${point} was not passed`, () =>
    fetch(`${candor.url}/health`).then(
      () => false,
      () => true,
    ),
  );

const json = (method, body) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
function file(name, text, fields = {}) {
  const body = new FormData();
  body.set('file', new Blob([text]), name);
  for (const [key, value] of Object.entries(fields)) body.set(key, value);
  return { method: 'POST', body };
}
const policy = (sentences) => `# Policy\n\n${sentences.map((one, n) => `## Part ${n}\n\n${one}\n`).join('\n')}`;

async function organization(name) {
  const { id } = await candor.call('/v1/organizations/tenant/create', {
    ...json('POST', { name }),
    headers: { 'content-type': 'application/json', 'x-session-id': name },
  });
  return (path, init = {}) => candor.call(path, { ...init, headers: { ...init.headers, 'x-organization-id': id } });
}

/** What a person sees in the end. Ids and times differ from one organization to the next. */
async function seen(call) {
  const { claims } = await call('/v1/claims?superseded=true&limit=100');
  const { findings } = await call('/v1/claims/findings?state=all&limit=100');
  const sorted = (rows) => rows.map((row) => JSON.stringify(row)).sort();
  return {
    claims: sorted(claims.map(({ question, answer, current, sources }) => [question, answer, current, sources.length])),
    findings: sorted(findings.map(({ question, kind, state, before, now }) => [question, kind, state, before, now])),
  };
}

/** Customers are told what a policy says, then the policy changes; `point` ends the process on the way. */
async function told(name, point, when) {
  const call = await organization(name);
  const { id: document } = await call('/v1/knowledge/documents', file('policy.md', policy(POLICY)));
  const read = () => call(`/v1/knowledge/documents/${document}`).then((one) => !one.should_poll);
  await until('the policy is read', read);
  const csv = `Question,Answer\n${QUESTIONS.map((one) => `${one},\n`).join('')}`;
  const upload = await call('/v1/questionnaire/upload/file', file('questions.csv', csv, { company_name: 'Quay' }));
  const id = upload.questionnaire_id;
  await until('it is answered', () => call(`/v1/questionnaire/${id}/overview`).then((one) => !one.should_poll));

  if (when === 'completed') await restart(point);
  await call(`/v1/questionnaire/${id}/complete`, json('POST', { force: true }));
  if (when === 'completed') {
    await ended(point);
    await restart();
  }
  await until('all was taken', async () => (await seen(call)).claims.length >= QUESTIONS.length);

  if (when === 'changed') await restart(point);
  await call(`/v1/knowledge/documents/${document}/versions`, file('policy.md', policy(CHANGED)));
  if (when === 'changed') {
    await ended(point);
    await restart();
  }
  await until('the new policy is read', read);
  await until('what changed is found', async () => (await seen(call)).findings.length >= 2);
  return seen(call);
}

let wrong = 0;
try {
  await candor.start();
  const expected = await told('undisturbed');
  console.log(`undisturbed: ${expected.claims.length} claims, ${expected.findings.length} findings`);
  for (const [point, when] of POINTS) {
    const result = await told(point, point, when);
    const isSame = isDeepStrictEqual(result, expected);
    if (!isSame) wrong++;
    console.log(
      `${point}: killed, ${isSame ? 'the same as undisturbed' : `other than undisturbed ${JSON.stringify({ result, expected })}`}`,
    );
  }
} finally {
  await candor.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(wrong === 0 ? 0 : 1);
