/*
 * `tsx test/bench/workers.ts [UPLOADS [QUESTIONS]]`: the same uploads with one questionnaire worker and with two, on real
 * RabbitMQ and a database process. Prints the wall time and the CPU seconds of the workers per upload.
 */
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

async function measure(workers: number): Promise<{ wallSeconds: number; cpuPerUpload: number }> {
  const installation = await startInstallation({ workers });
  try {
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

if (await rabbitMqAvailable()) {
  const one = await measure(1);
  const two = await measure(2);
  for (const [name, { wallSeconds, cpuPerUpload }] of Object.entries({ one, two }))
    process.stdout.write(`${name}: ${wallSeconds.toFixed(1)} s, ${cpuPerUpload.toFixed(3)} CPU s an upload\n`);
  const more = (two.cpuPerUpload / one.cpuPerUpload - 1) * 100;
  process.stdout.write(
    `two workers: ${(one.wallSeconds / two.wallSeconds).toFixed(2)} × as fast, ${more.toFixed(0)}% more CPU\n`,
  );
}
