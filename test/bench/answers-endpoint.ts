/*
 * Scores an endpoint on the sets of `npm run eval:answers`, beside the local engine, and prints one table.
 *
 *   npm run eval:answers -- --engine openai [--sets kestrel,lumen] [--stub faithful|informed|silent|contradicting]
 *
 * The endpoint is the one of the usual variables (CANDOR_ENGINE_PRESET, OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY); with
 * `--stub` one that is started here. `--answers` prints the accepted drafts. Everything else is as in a worker: its threads, its check, its deadlines.
 */
import { parseArgs } from 'node:util';
import { loadConfig, silentLogger } from '@candor/runtime';
import { z } from 'zod';
import { AnsweringPool } from '../../services/questionnaire/src/answering/answering-pool.js';
import { Drafting } from '../../services/questionnaire/src/answering/drafting.js';
import {
  endpointOf,
  engineVariables,
  type DraftingOptions,
} from '../../services/questionnaire/src/answering/engine-config.js';
import type { DraftingDetails } from '../../services/questionnaire/src/answering/types.js';
import {
  answerSets,
  gradedOf,
  isThere,
  judged,
  passagesOf,
  requestOf,
  scoreOf,
  type AnswerSet,
  type Judged,
} from './answers-sets.js';
import { startStub, STUBS, type StubName } from './stub-endpoints.js';
import { endBy } from './ending.js';

type Print = (line: string) => void;

/** On a busy machine a job would give its batch back, and take it again later. */
const PATIENT = { waitMs: 1_200_000, stallMs: 120_000, taskMs: 1_200_000 };
const BATCH = 50;

interface Scored {
  name: string;
  local: Judged[];
  drafted: Judged[];
  seconds: number;
}

/** Prints the table; 0, or 2 when the arguments make no sense. */
export async function evaluateEndpoint(args: string[], print: Print): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      engine: { type: 'string' },
      sets: { type: 'string', default: '' },
      stub: { type: 'string' },
      answers: { type: 'boolean', default: false },
    },
  });
  const wanted = values.sets.split(',').filter(Boolean);
  const isStub = (name: string): name is StubName => name in STUBS;
  if (values.engine !== 'openai' || (values.stub !== undefined && !isStub(values.stub))) {
    print(`--engine openai [--sets NAME,NAME] [--stub ${Object.keys(STUBS).join('|')}]`);
    return 2;
  }
  const stub = values.stub !== undefined && isStub(values.stub) ? await startStub(values.stub) : undefined;
  const options: DraftingOptions = stub
    ? { baseUrl: stub.url, model: `${values.stub} stub`, concurrency: 8 }
    : endpointOf(loadConfig(z.object(engineVariables), process.env));
  const pool = new AnsweringPool({ threads: 1, indexBytes: 512 * 1024 * 1024, limits: PATIENT });
  endBy(() => pool.close());
  try {
    const drafting = new Drafting(pool, options, silentLogger());
    const all: Scored[] = [];
    for (const set of answerSets) {
      if (wanted.length > 0 && !wanted.some((name) => set.name.startsWith(name))) continue;
      if (isThere(set)) all.push(await scored(set, pool, drafting));
      else print(`${set.name}: SKIPPED, it is not beside this project`);
    }
    table(options, all, print);
    if (values.answers) for (const { drafted } of all) tellDrafted(drafted, print);
    return 0;
  } finally {
    await pool.close();
    await stub?.close();
  }
}

async function scored(set: AnswerSet, pool: AnsweringPool, drafting: Drafting): Promise<Scored> {
  await pool.ensureIndex(set.name, 1, async function* () {
    yield await Promise.resolve({ replace: true, upserts: passagesOf(set.evidence), removals: [] });
  });
  const graded = gradedOf(set);
  const scoredSet: Scored = { name: set.name, local: [], drafted: [], seconds: 0 };
  for (let from = 0; from < graded.length; from += BATCH) {
    const part = graded.slice(from, from + BATCH);
    const requests = part.map(({ question }, i) => ({ ...requestOf(question), questionId: String(from + i) }));
    const local = await pool.answer(set.name, 1, requests);
    const began = performance.now();
    const drafted = await drafting.answer(set.name, 1, requests, 'run');
    scoredSet.seconds += (performance.now() - began) / 1000;
    for (const [i, one] of part.entries()) {
      scoredSet.local.push(judged(one, local[i]!));
      scoredSet.drafted.push(judged(one, drafted[i]!));
    }
  }
  return scoredSet;
}

function table(options: DraftingOptions, all: readonly Scored[], print: Print): void {
  print(`${options.model} at ${new URL(options.baseUrl).host}, at MEDIUM or HIGH; in brackets the local engine alone`);
  print(
    '| set | right | wrong | silent | gaps answered | HIGH right | drafts accepted | rejected drafts | no draft | s | tokens |',
  );
  print('|---|---|---|---|---|---|---|---|---|---|---|');
  for (const one of all) print(row(one));
  if (all.length < 2) return;
  print(
    row({
      name: 'all',
      local: all.flatMap(({ local }) => local),
      drafted: all.flatMap(({ drafted }) => drafted),
      seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    }),
  );
}

function row({ name, local, drafted, seconds }: Scored): string {
  const [a, b] = [scoreOf(drafted), scoreOf(local)];
  const details = drafted.flatMap(({ answer }) => (answer.drafting ? [answer.drafting] : []));
  const tokens = (of: (one: DraftingDetails) => number): number => details.reduce((sum, one) => sum + of(one), 0);
  const accepted = drafted.filter(({ answer }) => answer.engine === 'openai' && answer.answer !== '').length;
  const cells = [
    name,
    `${a.right}/${a.evidenced} (${b.right})`,
    `${a.wrong} (${b.wrong})`,
    `${a.silent} (${b.silent})`,
    `${a.gapsAnswered}/${a.gaps} (${b.gapsAnswered})`,
    `${a.highRight}/${a.high} (${b.highRight}/${b.high})`,
    String(accepted),
    counted(details.flatMap(({ rejected }) => rejected)),
    counted(drafted.flatMap(({ answer }) => answer.undrafted ?? [])),
    seconds.toFixed(0),
    `${tokens((one) => one.promptTokens)} + ${tokens((one) => one.completionTokens)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Each draft that was accepted, with what it cites. */
function tellDrafted(drafted: readonly Judged[], print: Print): void {
  for (const { question, grade, right, answer } of drafted) {
    if (answer.engine !== 'openai' || answer.answer === '') continue;
    print(
      `${right ? 'right' : 'WRONG'} [${grade}, ${answer.confidence?.band ?? '-'}] ${question}\n   ${answer.answer}`,
    );
    for (const { quote } of answer.citations) print(`   cited: ${quote}`);
  }
}

/** "3 of one kind, 1 of another", the most first. */
function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return sorted.length === 0 ? '0' : sorted.map(([name, count]) => `${count} ${name}`).join(', ');
}
