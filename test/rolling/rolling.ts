/*
 * `npm run test:rolling [-- RATE]`: every service as a process of its own at RATE (50) requests a second, while each in turn is
 * told to stop (SIGTERM) and started again, as an upgrade does. Counted are the requests whose first try failed, and those
 * that an idempotent retry did not cover: none may be. What was uploaded under an Idempotency-Key is there once. About two
 * minutes.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startInstallation, type Installation } from '../support/installation.js';
import type { ManagedProcess } from '../support/managed-process.js';
import { eventually } from '../support/poll.js';
import { rabbitMqAvailable } from '../support/rabbitmq.js';
import { RetryingClient, type Account, type Request } from './client.js';

const A_SECOND = Number(process.argv[2] ?? 50);
/** Between two restarts, so that each is met by a system that is whole. */
const CALM_MS = 2000;

const began = Date.now();
const say = (text: string): void => {
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
};

const text = (n: number): string =>
  `Questionnaire ${n}\n1. Do you encrypt all customer data at rest?\n2. Do you test your backups every quarter?\n`;

/** What people edit: many questions, for a single one would only measure how edits of it wait for each other. */
const EDITED = 60;

const upload = (n: number, content = text(n)): Request => ({
  kind: 'upload',
  method: 'POST',
  path: '/v1/questionnaire/upload/text',
  headers: { 'idempotency-key': randomUUID() },
  body: () => JSON.stringify({ text_content: content, company_name: 'Acme' }),
});

const READS = [
  '/v1/questionnaire/list?limit=20',
  '/v1/questionnaire/search?query=customer',
  '/v1/insights/conversations',
  '/v1/trustportal/updates',
  '/v1/tags/',
  '/v1/users',
];

/** The n-th request: mostly reads over all services, edits, an upload every second, a question every other second. */
interface Edited {
  questionnaireId: string;
  questionIds: string[];
}

function requestOf(n: number, { questionnaireId, questionIds }: Edited): Request {
  if (n % 50 === 0) return upload(n);
  if (n % 100 === 1) {
    const body = (): string => JSON.stringify({ question: 'Do you test your backups?', source_type: 'web_ui' });
    return {
      kind: 'ask',
      method: 'POST',
      path: '/v1/insights/ask',
      headers: { 'idempotency-key': randomUUID() },
      body,
    };
  }
  if (n % 10 === 2) {
    const path = `/v1/questionnaire/${questionnaireId}/questions/${questionIds[Math.floor(n / 10) % EDITED] ?? ''}`;
    return { kind: 'edit', method: 'PATCH', path, body: () => JSON.stringify({ answer: `Answer ${n}` }) };
  }
  const path = READS[n % READS.length] ?? READS[0]!;
  return { kind: path, method: 'GET', path };
}

/** Sends at an even pace, whether or not answers come; resolves with what was accepted when told to stop. */
function drive(client: RetryingClient, edited: Edited) {
  const uploaded: string[] = [];
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();
  const started = performance.now();
  let sent = 0;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const due = Math.floor(((performance.now() - started) * A_SECOND) / 1000);
      for (; sent < due; sent++) {
        const request = requestOf(sent, edited);
        const work: Promise<void> = client
          .send(request)
          .then((body) => {
            if (request.kind === 'upload' && body)
              uploaded.push((body as { questionnaire_id: string }).questionnaire_id);
          })
          .finally(() => open.delete(work));
        open.add(work);
      }
      await wait(5);
    }
  })();
  return async (): Promise<{ uploaded: string[]; rate: number }> => {
    stopping.abort();
    await running;
    const rate = (sent * 1000) / (performance.now() - started);
    await Promise.all(open);
    return { uploaded, rate };
  };
}

async function restart(one: ManagedProcess, ready: () => Promise<boolean>): Promise<string[]> {
  const at = Date.now();
  const code = await one.stop();
  await one.start();
  await eventually(`${one.name} is ready`, ready, 30_000, 50);
  say(`${one.name}: restarted in ${((Date.now() - at) / 1000).toFixed(1)} s`);
  return code === 0 ? [] : [`${one.name} ended with ${code}`];
}

async function restartAll(installation: Installation): Promise<string[]> {
  const { gateway, tenant, questionnaire, trustPortal, insights, workers, internal, url } = installation;
  const wrong: string[] = [];
  for (const one of [tenant, questionnaire, ...workers, trustPortal, insights, gateway]) {
    const readyz = one === gateway ? `${url}/readyz` : `http://127.0.0.1:${internal[one.name]}/readyz`;
    const ready = async (): Promise<boolean> => (await fetch(readyz).catch(() => undefined))?.status === 200;
    wrong.push(...(await restart(one, ready)));
    await wait(CALM_MS);
  }
  return wrong;
}

function tell({ requests, failedAtFirst, tries, lost, durations }: Account, rate: number): void {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  const raw = [...failedAtFirst.values()].reduce((sum, n) => sum + n, 0);
  const how = [...failedAtFirst].map(([kind, n]) => `${n} × ${kind}`).join(', ');
  const load = loadavg()[0] ?? 0;
  say(`${requests} requests at ${rate.toFixed(1)} a second, ${tries} tries; load of the machine ${load.toFixed(1)}`);
  say(`milliseconds to the answer, retries included: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`);
  say(`failed at the first try: ${raw}${how === '' ? '' : ` (${how})`}`);
  say(`failed after retries: ${lost.length}`);
}

async function main(): Promise<number> {
  if (!(await rabbitMqAvailable())) return 0;
  const installation = await startInstallation({
    workers: 2,
    environment: { CANDOR_INSIGHTS_RATE_PER_MINUTE: '1000000' },
  });
  const wrong: string[] = [];
  try {
    say(`installed; logs in ${installation.folder}`);
    const client = new RetryingClient(installation.url, installation.key);
    const setUp = new RetryingClient(installation.url, installation.key);
    const lines = Array.from(
      { length: EDITED },
      (_, n) => `${n + 1}. Do you have a written procedure number ${n + 1}?`,
    );
    const first = (await setUp.send(upload(0, lines.join('\n')))) as { questionnaire_id: string };
    const edited = await eventually('questions to edit', async () => {
      const path = `/v1/questionnaire/${first.questionnaire_id}/questions?limit=1000`;
      const listed = (await setUp.send({ kind: 'set-up', method: 'GET', path })) as { questions: { id: string }[] };
      const questionIds = listed.questions.map(({ id }) => id);
      return questionIds.length === EDITED ? { questionnaireId: first.questionnaire_id, questionIds } : undefined;
    });
    const stop = drive(client, edited);
    await wait(CALM_MS);
    wrong.push(...(await restartAll(installation)));
    const { uploaded, rate } = await stop();
    tell(client.account, rate);
    wrong.push(...client.account.lost.map((lost) => `lost: ${lost}`));
    const path = '/v1/questionnaire/list?limit=1';
    const listed = (await setUp.send({ kind: 'list', method: 'GET', path })) as { pagination: { total: number } };
    const { total } = listed.pagination;
    say(`uploads: ${uploaded.length} accepted, ${total - 1} there`);
    if (new Set(uploaded).size !== uploaded.length || total !== uploaded.length + 1)
      wrong.push('uploads are lost or doubled');
    for (const line of wrong) say(`WRONG ${line}`);
    say(wrong.length === 0 ? 'rolling: no request was lost' : `rolling: ${wrong.length} wrong`);
  } finally {
    if (wrong.length > 0) say(`logs kept in ${await installation.keepLogs()}`);
    await installation.close();
  }
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main();
