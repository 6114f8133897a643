/*
 * What an endpoint that fails costs a run, beside the local engine alone.
 *
 *   npm run bench:endpoint [-- --questions 331 --measured 1 --only hangs,429 --max-extra-s 60]
 *
 * The questions and evidence of the companies of `npm run eval:answers` are answered in batches of 50, four at a time, as the
 * jobs of a worker do: once by the local engine, whose answers and times are kept, then beside an endpoint on loopback for each
 * way of failing, with the usual deadlines. There the local engine's time passes again, one batch after the other, without its
 * work: so all ways are tried at the same time, and what else the machine does counts little. Exits 1 when one of them costs
 * more than the bar.
 */
import { parseArgs } from 'node:util';
import { silentLogger } from '@candor/runtime';
import { AnsweringPool } from '../../services/questionnaire/src/answering/answering-pool.js';
import { Drafting } from '../../services/questionnaire/src/answering/drafting.js';
import {
  MISBEHAVIOURS,
  startEndpoint,
  type Behaviour,
} from '../../services/questionnaire/src/answering/endpoint/endpoint.fixture.js';
import type { AnswerRequest, EngineAnswer } from '../../services/questionnaire/src/answering/types.js';
import type { RetrievedEvidence } from '../../services/questionnaire/src/answering/worker-protocol.js';
import { companyFiles, gradedOf, passagesOf, requestOf } from './answers-sets.js';
import { tellFigures } from './figures.mjs';
import { endBy } from './ending.js';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '331' },
    measured: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
    'max-extra-s': { type: 'string', default: '60' },
  },
});
const MOST_EXTRA = Number(values['max-extra-s']);
const only = values.only.split(',').filter(Boolean);
/** Batches that the local engine answers in truth; the others take as long as these. */
const MEASURED = Number(values.measured);
const BATCH = 50;
const AT_A_TIME = 4;
const ORGANIZATION = 'bench';
const REVISION = 1;
/** Items that the endpoint is given for a question. */
const EVIDENCE = 12;

/** On a busy machine a job would give its batch back, and take it again later. */
const PATIENT = { waitMs: 1_200_000, stallMs: 120_000, taskMs: 1_200_000 };

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function reasonsOf(answers: readonly EngineAnswer[]): string {
  const counts = new Map<string, number>();
  for (const { undrafted } of answers)
    if (undrafted !== undefined) counts.set(undrafted, (counts.get(undrafted) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ');
}

/** What the local engine said and found, and how long it took, by the first question of a batch. */
interface Kept {
  answers: EngineAnswer[];
  retrieved: RetrievedEvidence[];
  ms: number;
}

/** The local engine as it was: the same answers after the same time, one batch at a time. */
function replay(kept: ReadonlyMap<string, Kept>): Pick<AnsweringPool, 'answer' | 'retrieve' | 'check'> {
  let last: Promise<unknown> = Promise.resolve();
  const of = (requests: AnswerRequest[]): Kept => {
    const found = kept.get(requests[0]?.questionId ?? '');
    if (!found) throw new Error('a batch that was not kept');
    return found;
  };
  return {
    answer: async (_organization, _revision, requests) => {
      const { ms, answers } = of(requests);
      const mine = last.then(() => new Promise((resolve) => setTimeout(resolve, ms)));
      last = mine;
      await mine;
      return answers;
    },
    retrieve: (_organization, _revision, requests) => Promise.resolve(of(requests).retrieved),
    check: () => Promise.reject(new Error('an endpoint that fails sends no draft to check')),
  };
}

function batchesOf(requests: AnswerRequest[]): AnswerRequest[][] {
  const batches: AnswerRequest[][] = [];
  for (let from = 0; from < requests.length; from += BATCH) batches.push(requests.slice(from, from + BATCH));
  return batches;
}

/** What was measured of one batch, for another one. */
const standing = (batch: AnswerRequest[], { answers, retrieved, ms }: Kept): Kept => ({
  answers: batch.map(({ questionId }, i) => ({ ...answers[i % answers.length]!, questionId })),
  retrieved: batch.map(({ questionId }, i) => ({ ...retrieved[i % retrieved.length]!, questionId })),
  ms: (ms * batch.length) / answers.length,
});

async function keep(requests: AnswerRequest[]): Promise<Map<string, Kept>> {
  const pool = new AnsweringPool({ threads: 1, indexBytes: 512 * 1024 * 1024, limits: PATIENT });
  endBy(() => pool.close());
  try {
    const upserts = companyFiles.flatMap(({ name, evidence }) =>
      passagesOf(evidence).map((item) => ({ ...item, id: `${name} ${item.id}` })),
    );
    await pool.ensureIndex(ORGANIZATION, REVISION, async function* () {
      yield await Promise.resolve({ replace: true, upserts, removals: [] });
    });
    await pool.answer(ORGANIZATION, REVISION, requests.slice(0, 10)); // Code is compiled, the models are loaded.
    const kept = new Map<string, Kept>();
    const measured: Kept[] = [];
    for (const [n, batch] of batchesOf(requests).entries()) {
      if (n < MEASURED) {
        const began = performance.now();
        const answers = await pool.answer(ORGANIZATION, REVISION, batch);
        const ms = performance.now() - began;
        measured.push({ answers, retrieved: await pool.retrieve(ORGANIZATION, REVISION, batch, EVIDENCE), ms });
      }
      kept.set(batch[0]?.questionId ?? '', standing(batch, measured[n % measured.length]!));
    }
    return kept;
  } finally {
    await pool.close();
  }
}

/** The seconds of a run with an endpoint that fails so. */
async function failing(
  kept: ReadonlyMap<string, Kept>,
  requests: AnswerRequest[],
  name: string,
  behave: Behaviour,
): Promise<number> {
  const endpoint = await startEndpoint(behave);
  try {
    const options = { baseUrl: endpoint.url, apiKey: 'none', model: 'm', concurrency: 8 };
    const drafting = new Drafting(replay(kept), options, silentLogger());
    const batches = batchesOf(requests);
    const answers: EngineAnswer[] = [];
    const began = performance.now();
    const worker = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift())
        answers.push(...(await drafting.answer(ORGANIZATION, REVISION, batch, 'run')));
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
    const seconds = (performance.now() - began) / 1000;
    print(`${name}: ${seconds.toFixed(1)} s, ${endpoint.calls.length} requests; ${reasonsOf(answers)}`);
    return seconds;
  } finally {
    await endpoint.close();
  }
}

async function main(): Promise<number> {
  const texts = companyFiles.flatMap((set) => gradedOf(set).map(({ question }) => question));
  const requests = Array.from({ length: Number(values.questions) }, (_, i) => ({
    ...requestOf(texts[i % texts.length] ?? ''),
    questionId: String(i),
  }));
  const kept = await keep(requests);
  const local = [...kept.values()].reduce((sum, { ms }) => sum + ms / 1000, 0);
  print(`${requests.length} questions, local engine alone: ${local.toFixed(1)} s`);
  const ways = Object.entries(MISBEHAVIOURS).filter(
    ([name]) => only.length === 0 || only.some((word) => name.includes(word)),
  );
  const seconds = await Promise.all(ways.map(([name, behave]) => failing(kept, requests, name, behave)));
  const worst = Math.max(...seconds) - local;
  const met = worst <= MOST_EXTRA;
  print(`${met ? 'met' : 'MISSED'}: at most ${worst.toFixed(1)} s more than the local engine, wanted ${MOST_EXTRA}`);
  tellFigures(`${requests.length} questions, endpoint that fails`, 'local engine alone', [
    { what: 'more than the local engine, at most', value: worst, unit: 's', most: MOST_EXTRA },
    { what: 'local engine alone', value: local, unit: 's' },
  ]);
  return met ? 0 : 1;
}

process.exitCode = await main();
