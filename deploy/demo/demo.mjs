#!/usr/bin/env node
// `npm run demo`: starts Candor on fresh sample data, lets it answer a sample questionnaire, and leaves it running.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@candor/client';
import { writeSampleQuestionnaire } from './sample-questionnaire.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const once = process.argv.includes('--once'); // ends after the answers, for tests
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const bold = (text) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);
const say = (text = '') => process.stdout.write(`${text}\n`);

/** The wanted port when it is free, else any free one. */
function freePort(wanted) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () => (wanted === 0 ? reject(new Error('no free port')) : resolve(freePort(0))));
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const started = performance.now();
const since = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const folder = mkdtempSync(join(tmpdir(), 'candor-demo-'));
mkdirSync(join(folder, 'data'), { mode: 0o700 });
const key = `cnd_${randomBytes(6).toString('base64url')}_${randomBytes(32).toString('base64url')}`;
const port = await freePort(8080);
const base = `http://127.0.0.1:${port}`;

const embedded = join(here, '..', 'embedded', 'dist');
const env = {
  ...process.env,
  CANDOR_HTTP_PORT: String(port),
  CANDOR_HTTP_HOST: '127.0.0.1',
  CANDOR_INTERNAL_PORT: String(await freePort(0)),
  CANDOR_DATA_DIR: join(folder, 'data'),
  CANDOR_PUBLIC_URL: base,
  CANDOR_BOOTSTRAP_API_KEY: key,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
};
/** Opens the console signed in, once. */
function signInLink() {
  const command = [join(embedded, 'admin', 'main.js'), 'sign-in-link'];
  return execFileSync(process.execPath, command, { env, encoding: 'utf8' }).split('\n')[0];
}

const server = spawn(process.execPath, [join(embedded, 'main.js')], { stdio: ['ignore', 'pipe', 'inherit'], env });
let ended = false;
server.once('exit', (code) => {
  ended = true;
  if (!once) process.exit(code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'));

await new Promise((resolve, reject) => {
  let output = '';
  server.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.includes('is ready on')) resolve();
  });
  server.once('exit', () => reject(new Error('Candor did not start; its messages are above.')));
});
say(`${bold('Candor is running')} at ${base} (started in ${since()})`);

const candor = createClient({ baseUrl: base, apiKey: key });
const fileOf = (path, type) => new File([readFileSync(path)], basename(path), { type });

say(`\n${bold('Evidence')} of the fictional company Harbor Metrics:`);
for (const name of readdirSync(join(here, 'evidence')).sort()) {
  let document = await candor.uploadKnowledgeDocument({
    body: { file: fileOf(join(here, 'evidence', name), 'text/markdown') },
  });
  while (document.should_poll) {
    await wait(100);
    document = await candor.getKnowledgeDocument({ path: { document_id: document.id } });
  }
  say(`  ${document.name}: ${document.status}, ${document.passage_count} passages`);
}
await candor.createLibraryAnswer({
  body: {
    question: 'Do you have cyber insurance?',
    answer:
      'Yes. Harbor Metrics carries cyber liability insurance with a limit of 5 million EUR, renewed every January.',
  },
});
say('  one approved library answer');

const sample = join(folder, 'Vendor Security Assessment.xlsx');
await writeSampleQuestionnaire(sample);
const { questionnaire_id: id } = await candor.uploadQuestionnaireFile({
  body: { file: fileOf(sample, XLSX), company_name: 'Northgate Bank', deadline: '2027-03-31' },
});
say(`\n${bold('Questionnaire')} "${basename(sample)}" uploaded (${sample})`);

let overview;
let shown = '';
do {
  if (overview) await wait(50);
  overview = await candor.getQuestionnaireOverview({ path: { questionnaire_id: id } });
  const line = `  ${overview.status_display_name}: ${overview.answered_questions} of ${overview.total_questions} answered`;
  if (line !== shown) say(line);
  shown = line;
} while (overview.should_poll);

const { questions } = await candor.listQuestions({ path: { questionnaire_id: id }, query: { limit: 1000 } });
const open = questions.filter((question) => question.answer_status === 'NEEDS_INFO');
for (const question of questions) {
  const cell = `${question.location.sheet}!${question.location.cell}`;
  if (question.answer_status !== 'AI_ANSWERED') continue;
  say(`\n${bold(question.text)}  [${cell}]`);
  say(`  ${question.answer}${question.comment ? ` (${question.comment})` : ''}`);
  for (const citation of question.citations) {
    const place = citation.locator ? `${citation.title}, ${citation.locator}` : citation.title;
    say(`  ${question.confidence.band} · ${place}: "${citation.quote}"`);
  }
}
say(`\n${bold('Left open, because the evidence does not say:')}`);
for (const question of open) say(`  ${question.location.sheet}!${question.location.cell}  ${question.text}`);
say(
  `\n${overview.status_display_name}: ${overview.answered_questions} of ${questions.length} answered, ${open.length} left open, ${since()} after the start.`,
);

if (once) {
  server.kill('SIGTERM');
  while (!ended) await wait(50);
} else {
  say(`\n${bold('Candor goes on running.')} Press Ctrl+C to stop it.`);
  say(`  Console        ${signInLink()}`);
  say('                 (signs you in; the link works once, within ten minutes)');
  say(`  Ask page       ${base}/ask`);
  say(`  Trust portal   ${base}/portal/default`);
  say(`  API            ${base}/docs`);
  say(`  Key            ${key}`);
  say(`  Try            curl -H 'X-API-Key: ${key}' ${base}/v1/questionnaire/${id}/overview`);
}
