/*
 * `tsx test/bench/workers.ts [UPLOADS [QUESTIONS [ROUNDS [waiting|local]]]]`: the same uploads with one questionnaire worker and with two, in
 * turns on two installations that stay up (real RabbitMQ, a database process), so that what else the machine does falls on
 * both and all workers have compiled as much; first with an engine that waits (an OpenAI-compatible stub, 200 ms a batch),
 * then with the local one. Prints medians of the wall time and of the workers' CPU seconds per upload, and the CPU of
 * everything together, which bounds what a second worker can gain.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startInstallation, type Installation } from '../support/installation.js';
import { csvOf, form } from '../support/multipart.js';
import { rabbitMqAvailable } from '../support/rabbitmq.js';

const uploads = Number(process.argv[2] ?? 20);
const questions = Number(process.argv[3] ?? 300);
const rounds = Number(process.argv[4] ?? 3);
const only = process.argv[5];
const CORES = availableParallelism();

/** CPU seconds that a running process has used, from its own metrics. */
async function cpuOf({ internal }: Installation, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${internal[name]}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** CPU seconds of all processes of this machine; undefined where the system does not tell. */
function cpuOfMachine(): number | undefined {
  try {
    const [user = 0, nice = 0, system = 0] = readFileSync('/proc/stat', 'utf8').split(/\s+/).slice(1, 4).map(Number);
    return (user + nice + system) / 100;
  } catch {
    return undefined;
  }
}

async function upload({ url, key }: Installation, n: number): Promise<string> {
  const texts = Array.from({ length: questions }, (_, i) => `Does control ${n}-${i} cover encryption of backups?`);
  const response = await fetch(`${url}/v1/questionnaire/upload/file`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form(['company_name', 'Acme'], ['file', csvOf(texts, `questions ${n}.csv`)]),
  });
  if (response.status !== 200) throw new Error(`upload: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { questionnaire_id: string }).questionnaire_id;
}

async function done({ url, key }: Installation, id: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/v1/questionnaire/${id}/overview`, { headers: { 'x-api-key': key } });
    const { should_poll: more, status } = (await response.json()) as { should_poll: boolean; status: string };
    if (!more && status === 'ANSWERING_COMPLETED') return;
    if (!more) throw new Error(`${id} ended as ${status}`);
    await wait(100);
  }
}

/** Batches hold 50 questions, of which an engine asks 8 at once: 30 ms a call make some 200 ms a batch. */
const CALL_MS = 30;

/** An OpenAI-compatible endpoint that finds nothing in the evidence, after a while. */
async function startStub(): Promise<{ url: string; calls(): number; close(): Promise<unknown> }> {
  let calls = 0;
  const content = JSON.stringify({ status: 'NEEDS_INFO', answer: '', comment: '', citations: [] });
  const reply = JSON.stringify({
    id: 'stub',
    object: 'chat.completion',
    created: 1,
    model: 'stub',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
  const server = createServer((request, response) => {
    calls++;
    request.resume();
    setTimeout(() => response.setHeader('content-type', 'application/json').end(reply), CALL_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls: () => calls,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Something for every question to be asked about. */
async function learn({ url, key }: Installation): Promise<void> {
  const response = await fetch(`${url}/v1/knowledge/answers`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Are backups encrypted?', answer: 'Yes, backups are encrypted with AES-256.' }),
  });
  if (!response.ok) throw new Error(`learn: ${response.status} ${await response.text()}`);
}

interface Measured {
  wallSeconds: number;
  cpuPerUpload: number;
  /** CPU seconds of database, broker, services, workers, stub and this process. */
  all: number;
}

/** The uploads by the installation's workers. */
async function measure(installation: Installation, names: readonly string[]): Promise<Measured> {
  const workersCpu = async (): Promise<number> => {
    let sum = 0;
    for (const name of names) sum += await cpuOf(installation, name);
    return sum;
  };
  const [cpu, all, began] = [await workersCpu(), cpuOfMachine(), performance.now()];
  const ids: string[] = [];
  for (let n = 0; n < uploads; n++) ids.push(await upload(installation, n));
  for (const id of ids) await done(installation, id);
  return {
    wallSeconds: (performance.now() - began) / 1000,
    cpuPerUpload: ((await workersCpu()) - cpu) / uploads,
    all: all === undefined ? NaN : (cpuOfMachine() ?? NaN) - all,
  };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function compare(engine: string, environment: Record<string, string>): Promise<void> {
  const installations: { one: Installation; two: Installation } = {
    one: await startInstallation({ workers: 1, environment }),
    two: await startInstallation({ workers: 2, environment }),
  };
  const measured: { one: Measured[]; two: Measured[] } = { one: [], two: [] };
  const turns = [
    ['one', ['worker-1']],
    ['two', ['worker-1', 'worker-2']],
  ] as const;
  try {
    for (const [name, workers] of turns) {
      await learn(installations[name]);
      // Code is compiled by a worker's first uploads: each worker has had as many when it is measured.
      for (let worker = 0; worker < workers.length; worker++) await measure(installations[name], workers);
    }
    for (let round = 0; round < rounds; round++)
      for (const [name, workers] of round % 2 === 0 ? turns : turns.toReversed())
        measured[name].push(await measure(installations[name], workers));
  } finally {
    await installations.one.close();
    await installations.two.close();
  }
  const of = (of: Measured[], what: keyof Measured): number => median(of.map((one) => one[what]));
  for (const [name, runs] of Object.entries(measured))
    process.stdout.write(
      `${engine}, ${name}: ${of(runs, 'wallSeconds').toFixed(1)} s, ${of(runs, 'cpuPerUpload').toFixed(3)} CPU s an upload, ` +
        `${of(runs, 'all').toFixed(1)} CPU s of all processes\n`,
    );
  const faster = median(measured.one.map((one, i) => one.wallSeconds / (measured.two[i]?.wallSeconds ?? NaN)));
  const more = median(
    measured.one.map((one, i) => ((measured.two[i]?.cpuPerUpload ?? NaN) / one.cpuPerUpload - 1) * 100),
  );
  const most = of(measured.one, 'wallSeconds') / (of(measured.two, 'all') / CORES);
  process.stdout.write(
    `${engine}, two workers: ${faster.toFixed(2)} × as fast, ${more.toFixed(0)}% more CPU an upload (medians of ${rounds} rounds)\n` +
      `${engine}: with ${CORES} cores for all processes together, ${most.toFixed(2)} × is the most that can be had\n`,
  );
}

if (await rabbitMqAvailable()) {
  if (only !== 'local') await compareWaiting();
  if (only !== 'waiting') await compare('local engine', {});
}

async function compareWaiting(): Promise<void> {
  const stub = await startStub();
  try {
    const endpoint = { OPENAI_API_KEY: 'stub', OPENAI_BASE_URL: stub.url, OPENAI_MODEL: 'stub' };
    await compare('waiting engine', { CANDOR_ANSWER_ENGINE: 'openai', ...endpoint });
    if (stub.calls() === 0) throw new Error('the stub was never asked');
    process.stdout.write(`the stub was asked ${stub.calls()} times\n`);
  } finally {
    await stub.close();
  }
}
