#!/usr/bin/env node
// `npm run test:kill [-- ROUNDS]`: uploads a questionnaire of 300 questions, kills the process with SIGKILL at a random point of its
// processing, starts it again on the same data, and checks that every upload completes with every question exactly once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Candor } from './candor.mjs';

const rounds = Number(process.argv[2] ?? 20);
const QUESTIONS = 300;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
let state = seed;
const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;

const folder = mkdtempSync(join(tmpdir(), 'candor-kill-'));
const candor = new Candor(folder);

function questionnaire(round) {
  const rows = ['ID,Question,Answer'];
  for (let i = 1; i <= QUESTIONS; i++)
    rows.push(`Q-${i},Is control ${i} of round ${round} reviewed at least every ${(i % 11) + 2} months?,`);
  return new Blob([rows.join('\n')], { type: 'text/csv' });
}

async function upload(round) {
  const form = new FormData();
  form.set('file', questionnaire(round), `round-${round}.csv`);
  form.set('company_name', `Round ${round}`);
  return (await candor.call('/v1/questionnaire/upload/file', { method: 'POST', body: form })).questionnaire_id;
}

async function untilDone(id) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const overview = await candor.call(`/v1/questionnaire/${id}/overview`);
    if (!overview.should_poll) return overview;
    if (Date.now() > deadline) throw new Error(`${id} hangs in ${overview.status}`);
    await wait(100);
  }
}

async function check(id, overview) {
  if (overview.status !== 'ANSWERING_COMPLETED') throw new Error(`${id} ended as ${overview.status}`);
  const { questions, pagination } = await candor.call(`/v1/questionnaire/${id}/questions?limit=1000`);
  const places = new Set(questions.map((question) => question.location.cell));
  const open = questions.filter((question) => question.answer_status === 'UNANSWERED').length;
  if (pagination.total !== QUESTIONS || questions.length !== QUESTIONS || places.size !== QUESTIONS || open > 0) {
    throw new Error(
      `${id}: ${questions.length} questions at ${places.size} places, ${open} passed over; ${QUESTIONS} expected`,
    );
  }
  if (overview.total_questions !== QUESTIONS) throw new Error(`${id}: the overview counts ${overview.total_questions}`);
}

const stages = new Map();
let failed = false;
try {
  await candor.start();
  // How long an undisturbed upload takes decides how far into it the kills are spread.
  const began = Date.now();
  const first = await upload(0);
  await check(first, await untilDone(first));
  const usual = Date.now() - began;
  console.log(`seed ${seed}; an undisturbed upload takes ${usual} ms`);
  const ids = [];
  for (let round = 1; round <= rounds; round++) {
    const id = await upload(round);
    ids.push(id);
    await wait(random() * usual);
    let seen = 'unreachable';
    try {
      seen = (await candor.call(`/v1/questionnaire/${id}/overview`)).status;
    } catch {
      // The state at the kill is only for the report.
    }
    stages.set(seen, (stages.get(seen) ?? 0) + 1);
    await candor.kill('SIGKILL');
    await candor.start();
    await check(id, await untilDone(id));
  }
  for (const id of ids) await check(id, await untilDone(id));
  console.log(`killed in: ${[...stages].map(([status, count]) => `${status} ${count}`).join(', ')}`);
  console.log(`${rounds} passed, 0 failed: every upload completed, every question once`);
} catch (error) {
  failed = true;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await candor.kill('SIGTERM');
  if (!failed) rmSync(folder, { recursive: true, force: true });
  else console.error(`the data are kept in ${folder}`);
}
process.exit(failed ? 1 : 0);
