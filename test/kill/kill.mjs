#!/usr/bin/env node
// `npm run test:kill [-- ROUNDS]`: gives an organization evidence and a questionnaire, kills the process with SIGKILL at a random
// point while it reads the one or processes the other, starts it again on the same data, and compares answers, citations, account,
// counts, logs and the exported file with those of an organization that nothing disturbed. What was not synced is lost at each kill.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { canDropUnsynced, UnsyncedWrites } from '../support/unsynced/unsynced.mjs';
import { Candor } from './candor.mjs';
import {
  addEvidence,
  differences,
  evidenceSeen,
  QUESTIONS,
  questionnaireSeen,
  uploadQuestionnaire,
} from './evidence.mjs';

const rounds = Number(process.argv[2] ?? 20);
/** Of the kills, how many meet the reading of evidence. */
const OF_EVIDENCE = 0.25;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
let state = seed;
const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;

const folder = mkdtempSync(join(tmpdir(), 'candor-kill-'));
mkdirSync(join(folder, 'data'), { mode: 0o700 });
const unsynced = canDropUnsynced() ? new UnsyncedWrites({ folder, data: join(folder, 'data') }) : undefined;
const candor = new Candor(folder, unsynced?.environment);
let dropped = 0;

async function killAndStart() {
  await candor.kill('SIGKILL');
  dropped += unsynced?.drop(random) ?? 0;
  await candor.start();
}

/** A new organization; calls that work in it. */
async function organization(name) {
  const { id } = await candor.call('/v1/organizations/tenant/create', {
    method: 'POST',
    body: JSON.stringify({ name }),
    headers: { 'content-type': 'application/json', 'x-session-id': name },
  });
  return (path, init = {}) => candor.call(path, { ...init, headers: { ...init.headers, 'x-organization-id': id } });
}

async function until(call, path, what) {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const seen = await call(path);
    if (!seen.should_poll) return seen;
    if (Date.now() > deadline) throw new Error(`${what} hangs in ${seen.status}`);
    await wait(100);
  }
}

/** Evidence, then a questionnaire; `disturb` is called when the one or the other was accepted. What a person sees in the end. */
async function processed(name, disturb = () => undefined) {
  const call = await organization(name);
  const documents = await addEvidence(call);
  await disturb('evidence', () => call(`/v1/knowledge/documents/${documents.at(-1)}`));
  for (const id of documents) await until(call, `/v1/knowledge/documents/${id}`, `${name}: document ${id}`);
  const id = await uploadQuestionnaire(call);
  await disturb('questionnaire', () => call(`/v1/questionnaire/${id}/overview`));
  await until(call, `/v1/questionnaire/${id}/overview`, `${name}: questionnaire ${id}`);
  const seen = async () => ({ ...(await evidenceSeen(call)), ...(await questionnaireSeen(call, id)) });
  return { seen: await seen(), again: seen };
}

/** What was processed undisturbed is worth comparing with. */
function mustBeRich({ status, questions, citations, log }) {
  const answered = questions.filter(({ answer_status }) => answer_status === 'AI_ANSWERED').length;
  if (status !== 'ANSWERING_COMPLETED' || questions.length !== QUESTIONS || answered < 8)
    throw new Error(`undisturbed: ${status}, ${questions.length} of ${QUESTIONS} questions, ${answered} answered`);
  const cited = citations.filter(({ length }) => length > 0).length;
  console.log(
    `undisturbed: ${questions.length} questions, ${answered} answered, ${cited} with citations, ${log.length} log entries`,
  );
}

const stages = new Map();
let failed = false;
try {
  await candor.start();
  // Compiling and loading of models are over when it is measured.
  await processed('warm up');
  // How long an undisturbed organization takes decides how far into it the kills are spread.
  const began = { evidence: 0, questionnaire: 0, end: 0 };
  const { seen: expected } = await processed('undisturbed', (part) => (began[part] = Date.now()));
  began.end = Date.now();
  const usual = {
    evidence: began.questionnaire - began.evidence,
    questionnaire: began.end - began.questionnaire,
  };
  mustBeRich(expected);
  console.log(`seed ${seed}; undisturbed: evidence ${usual.evidence} ms, questionnaire ${usual.questionnaire} ms`);
  const ended = [];
  for (let round = 1; round <= rounds; round++) {
    let at = 'nothing';
    const victim = random() < OF_EVIDENCE ? 'evidence' : 'questionnaire';
    const result = await processed(`round ${round}`, async (part, look) => {
      if (part !== victim) return;
      await wait(random() * usual[part]);
      // The state at the kill is only for the report.
      at = await look().then(
        ({ status }) => `${part} ${status}`,
        () => 'unreachable',
      );
      stages.set(at, (stages.get(at) ?? 0) + 1);
      await killAndStart();
    });
    ended.push({ round, again: result.again });
    const wrong = differences(expected, result.seen);
    if (wrong.length > 0) throw new Error(`round ${round} (${victim}) differs:\n${wrong.join('\n')}`);
    console.log(`round ${round}: killed at ${at}, in the end as undisturbed`);
  }
  // Later kills harm nothing that had ended.
  for (const { round, again } of ended) {
    const wrong = differences(expected, await again());
    if (wrong.length > 0) throw new Error(`round ${round} differs in the end:\n${wrong.join('\n')}`);
  }
  console.log(`killed in: ${[...stages].map(([at, count]) => `${at} ${count}`).join(', ')}`);
  console.log(`${dropped} unsynced bytes dropped`);
  console.log(`${rounds} passed, 0 failed: answers, citations, account and file as undisturbed`);
} catch (error) {
  failed = true;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await candor.kill('SIGTERM');
  if (!failed) rmSync(folder, { recursive: true, force: true });
  else console.error(`the data are kept in ${folder}`);
}
process.exit(failed ? 1 : 0);
