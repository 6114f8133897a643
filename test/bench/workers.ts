/*
 * `tsx test/bench/workers.ts [UPLOADS [QUESTIONS]]`: the same uploads with one questionnaire worker and with two, on real
 * RabbitMQ and a database process; first with an engine that waits (an OpenAI-compatible stub, 200 ms a batch), then with
 * the local one. Prints the wall time and the CPU seconds of the workers per upload.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startInstallation, type Installation } from '../support/installation.js';
import { csvOf, form } from '../support/multipart.js';
import { rabbitMqAvailable } from '../support/rabbitmq.js';

const uploads = Number(process.argv[2] ?? 20);
const questions = Number(process.argv[3] ?? 300);

const cpuSeconds = async ({ internal, workers }: Installation): Promise<number> => {
  let sum = 0;
  for (const { name } of workers) {
    const text = await (await fetch(`http://127.0.0.1:${internal[name]}/metrics`)).text();
    sum += Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
  }
  return sum;
};

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
}

async function measure(workers: number, environment: Record<string, string>): Promise<Measured> {
  const installation = await startInstallation({ workers, environment });
  try {
    await learn(installation);
    // Threads and code are warm before it counts.
    for (let n = 0; n < 2 * workers; n++) await done(installation, await upload(installation, 1000 + n));
    const cpu = await cpuSeconds(installation);
    const began = performance.now();
    const ids: string[] = [];
    for (let n = 0; n < uploads; n++) ids.push(await upload(installation, n));
    for (const id of ids) await done(installation, id);
    const wallSeconds = (performance.now() - began) / 1000;
    return { wallSeconds, cpuPerUpload: ((await cpuSeconds(installation)) - cpu) / uploads };
  } finally {
    await installation.close();
  }
}

async function compare(engine: string, environment: Record<string, string>): Promise<void> {
  const one = await measure(1, environment);
  const two = await measure(2, environment);
  for (const [name, { wallSeconds, cpuPerUpload }] of Object.entries({ one, two }))
    process.stdout.write(
      `${engine}, ${name}: ${wallSeconds.toFixed(1)} s, ${cpuPerUpload.toFixed(3)} CPU s an upload\n`,
    );
  const more = (two.cpuPerUpload / one.cpuPerUpload - 1) * 100;
  process.stdout.write(
    `${engine}, two workers: ${(one.wallSeconds / two.wallSeconds).toFixed(2)} × as fast, ${more.toFixed(0)}% more CPU\n`,
  );
}

if (await rabbitMqAvailable()) {
  const stub = await startStub();
  try {
    const endpoint = { OPENAI_API_KEY: 'stub', OPENAI_BASE_URL: stub.url, OPENAI_MODEL: 'stub' };
    await compare('waiting engine', { CANDOR_ANSWER_ENGINE: 'openai', ...endpoint });
    if (stub.calls() === 0) throw new Error('the stub was never asked');
    process.stdout.write(`the stub was asked ${stub.calls()} times\n`);
  } finally {
    await stub.close();
  }
  await compare('local engine', {});
}
