/*
 * What an endpoint that fails costs a run, beside the local engine alone.
 *
 *   npm run bench:endpoint [-- --questions 331 --only hangs,429 --max-extra-s 60]
 *
 * The questions and evidence of the companies of `npm run eval:answers` are answered in batches of 50, four at a time, as the
 * jobs of a worker do: first by the local engine, then with an endpoint on loopback for each way of failing, with the usual
 * deadlines. Exits 1 when one of them costs more than the bar.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { silentLogger } from '@candor/runtime';
import { AnsweringPool } from '../../services/questionnaire/src/answering/answering-pool.js';
import { Drafting } from '../../services/questionnaire/src/answering/drafting.js';
import {
  MISBEHAVIOURS,
  startEndpoint,
  type Behaviour,
} from '../../services/questionnaire/src/answering/endpoint/endpoint.fixture.js';
import type { AnswerRequest, EngineAnswer } from '../../services/questionnaire/src/answering/types.js';
import { companyFiles, passagesOf, requestOf } from './answers-sets.js';
import { tellFigures } from './figures.mjs';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '331' },
    only: { type: 'string', default: '' },
    'max-extra-s': { type: 'string', default: '60' },
  },
});
const MOST_EXTRA = Number(values['max-extra-s']);
const only = values.only.split(',').filter(Boolean);
const BATCH = 50;
const AT_A_TIME = 4;
const ORGANIZATION = 'bench';
const REVISION = 1;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

type Answer = (requests: AnswerRequest[]) => Promise<EngineAnswer[]>;

/** All questions in batches, so many at a time; the seconds they took. */
async function timed(requests: AnswerRequest[], answer: Answer): Promise<{ seconds: number; answers: EngineAnswer[] }> {
  const batches: AnswerRequest[][] = [];
  for (let from = 0; from < requests.length; from += BATCH) batches.push(requests.slice(from, from + BATCH));
  const answers: EngineAnswer[] = [];
  const began = performance.now();
  const worker = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) answers.push(...(await answer(batch)));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return { seconds: (performance.now() - began) / 1000, answers };
}

function reasonsOf(answers: readonly EngineAnswer[]): string {
  const counts = new Map<string, number>();
  for (const { undrafted } of answers)
    if (undrafted !== undefined) counts.set(undrafted, (counts.get(undrafted) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ');
}

async function main(): Promise<number> {
  const pool = new AnsweringPool({ threads: 1, indexBytes: 512 * 1024 * 1024 });
  try {
    const upserts = companyFiles.flatMap(({ evidence }) => passagesOf(evidence));
    await pool.ensureIndex(ORGANIZATION, REVISION, async function* () {
      yield await Promise.resolve({ replace: true, upserts, removals: [] });
    });
    const texts = companyFiles.flatMap(({ graded }) =>
      parse<{ Question: string }>(readFileSync(graded), { columns: true, bom: true }).map(({ Question }) => Question),
    );
    const count = Number(values.questions);
    const requests = Array.from({ length: count }, (_, i) => ({
      ...requestOf(texts[i % texts.length] ?? ''),
      questionId: String(i),
    }));
    const locally: Answer = (some) => pool.answer(ORGANIZATION, REVISION, some);
    await timed(requests.slice(0, BATCH), locally); // Code is compiled, the models are loaded.
    const local = await timed(requests, locally);
    print(`${count} questions, local engine alone: ${local.seconds.toFixed(1)} s`);
    let worst = 0;
    for (const [name, behave] of Object.entries(MISBEHAVIOURS)) {
      if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
      const extra = (await failing(pool, requests, name, behave)) - local.seconds;
      worst = Math.max(worst, extra);
    }
    const met = worst <= MOST_EXTRA;
    print(`${met ? 'met' : 'MISSED'}: at most ${worst.toFixed(1)} s more than the local engine, wanted ${MOST_EXTRA}`);
    tellFigures(`${count} questions, endpoint that fails`, 'local engine alone', [
      { what: 'more than the local engine, at most', value: worst, unit: 's', most: MOST_EXTRA },
      { what: 'local engine alone', value: local.seconds, unit: 's' },
    ]);
    return met ? 0 : 1;
  } finally {
    await pool.close();
  }
}

/** The seconds of a run with an endpoint that fails so. */
async function failing(
  pool: AnsweringPool,
  requests: AnswerRequest[],
  name: string,
  behave: Behaviour,
): Promise<number> {
  const endpoint = await startEndpoint(behave);
  try {
    const options = { baseUrl: endpoint.url, apiKey: 'none', model: 'm', concurrency: 8 };
    const drafting = new Drafting(pool, options, silentLogger());
    const { seconds, answers } = await timed(requests, (some) => drafting.answer(ORGANIZATION, REVISION, some, 'run'));
    print(`${name}: ${seconds.toFixed(1)} s, ${endpoint.calls.length} requests; ${reasonsOf(answers)}`);
    return seconds;
  } finally {
    await endpoint.close();
  }
}

process.exitCode = await main();
