/*
 * `npm run test:faults [-- SEED [KILLS]]`: every service as a process of its own under uploads, edits, completions and
 * deletions. Each failpoint in turn ends its process; then random kill -9 of any process, the broker stopped and killed, the
 * database stopped and killed. Afterwards: `admin check` finds nothing, nothing acknowledged is lost, nothing is doubled,
 * no queue holds anything, and each error that a client saw was a 503 or a broken connection. Under five minutes on a quiet machine.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { checkServices } from '@candor/embedded/admin/check';
import { startInstallation, type Installation } from '../support/installation.js';
import type { ManagedProcess } from '../support/managed-process.js';
import { rabbitMqAvailable } from '../support/rabbitmq.js';
import { Load, randomOf } from './load.js';
import { lostOrDoubled, quiet } from './verify.js';

const WORKER_POINTS = [
  ...['job.claimed', 'job.worked', 'validate.moved', 'extract.analysing', 'extract.cleared', 'extract.stored'],
  ...['extract.tagged', 'extract.moved', 'plan.kept', 'plan.cut', 'plan.stored', 'counting.opened', 'counting.written'],
  ...['batch.answered', 'batch.written', 'batch.indexed', 'batch.closed', 'batch.announced', 'finish.claimed'],
  ...['purge.batches_gone', 'purge.questions_gone', 'purge.file_gone'],
  ...['knowledge.passages_stored', 'knowledge.buried'],
];
/** Those of uploads come last, for a time without uploads leaves the others nothing to pass. */
const CALL_POINTS = [
  ...['counting.opened', 'counting.written', 'edit.written', 'complete.locked', 'complete.synced', 'delete.tombstone'],
  'again.moved',
  ...['upload.file_stored', 'upload.rows_stored', 'upload.stored', 'upload.owned'],
];
const POINT_PATIENCE_MS = 45_000;
const QUIET_PATIENCE_MS = 150_000;
/** The kills end by then, so that the whole stays within eight minutes on a busy machine; fewer than asked for are reported. */
const KILLS_UNTIL_MS = 280_000;

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
const kills = Number(process.argv[3] ?? 60);
const began = Date.now();
const say = (text: string): void => {
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
};

/** Lets each point end `target` once; resolves to the points that were not passed in time. */
async function eachPoint(target: ManagedProcess, points: readonly string[]): Promise<string[]> {
  const missed: string[] = [];
  for (const point of points) {
    await target.kill();
    // It may pass the point before it says that it is ready.
    await target.start({ CANDOR_FAILPOINT: point }).catch(() => undefined);
    const met = await Promise.race([target.ended().then(() => true), wait(POINT_PATIENCE_MS, false)]);
    if (!met) missed.push(point);
  }
  await target.kill();
  await target.start();
  return missed;
}

/** Resolves to the number of kills. */
async function randomKills(installation: Installation, random: () => number): Promise<number> {
  const { gateway, tenant, questionnaire, trustPortal, insights, workers } = installation;
  // Those with work in hand more often than those that only answer.
  const targets = [...workers, ...workers, questionnaire, questionnaire, gateway, tenant, trustPortal, insights];
  const restarting = new Map<ManagedProcess, Promise<unknown>>();
  const again = async (target: ManagedProcess): Promise<void> => {
    await target.kill();
    await target.start();
    restarting.delete(target);
  };
  const outages = outagesOf(installation);
  let n = 0;
  while (n < kills && Date.now() - began < KILLS_UNTIL_MS) {
    n++;
    await wait(200 + random() * 900);
    if (n % Math.ceil(kills / (outages.length + 1)) === 0) await outages.shift()?.();
    const target = targets[Math.floor(random() * targets.length)];
    if (!target) continue;
    // A process that is just starting is waited for, so that each kill meets one that runs.
    await restarting.get(target);
    restarting.set(target, again(target));
  }
  // When the time was up before.
  for (const outage of outages) await outage();
  await Promise.all(restarting.values());
  return n;
}

/** The broker and the database, stopped and killed, alone and together. */
const outagesOf = ({ broker, database }: Installation): (() => Promise<void>)[] => [
  async () => {
    say('broker: stop and start');
    await broker.stop();
    await wait(500);
    await broker.start();
  },
  async () => {
    say('database: kill and start');
    await database.kill();
    await wait(500);
    await database.start();
  },
  async () => {
    say('database: stop and start; broker: kill and start');
    await database.stop();
    await broker.kill();
    await database.start();
    await broker.start();
  },
];

async function main(): Promise<number> {
  if (!(await rabbitMqAvailable())) return 0;
  say(`seed ${seed}, ${kills} kills`);
  const installation = await startInstallation({ workers: 2 });
  const wrong: string[] = [];
  try {
    say(`installed; logs in ${installation.folder}`);
    const load = new Load(installation.url, installation.key, seed);
    load.start();
    // Something to edit, complete and delete.
    while (load.ready().length < 6) await wait(100);
    // Each worker takes every other point: one has work while the other starts again.
    const missed = await Promise.all([
      ...installation.workers.map((worker, n) =>
        eachPoint(
          worker,
          WORKER_POINTS.filter((_, i) => i % installation.workers.length === n),
        ),
      ),
      eachPoint(installation.questionnaire, CALL_POINTS),
    ]);
    say(`failpoints: ${WORKER_POINTS.length + CALL_POINTS.length}, not passed: ${missed.flat().join(', ') || 'none'}`);
    wrong.push(...missed.flat().map((point) => `failpoint ${point} was not passed`));
    const killed = await randomKills(installation, randomOf(seed));
    say(`${killed} random kills done${killed < kills ? `: the time was up before ${kills}` : ''}`);
    await load.stop();
    wrong.push(...(await quiet(installation, QUIET_PATIENCE_MS)));
    say('quiet');
    wrong.push(...(await lostOrDoubled(load)));
    const findings = await checkServices(installation.mongoUrl);
    wrong.push(...findings.map((finding) => `check: ${JSON.stringify(finding)}`), ...load.tally.wrong);
    const { calls, unavailable, broken, refused } = load.tally;
    const tally = { calls, unavailable, broken, refused };
    const questions = load.accepted.reduce((sum, { texts }) => sum + texts.length, 0);
    say(`${load.accepted.length} uploads accepted with ${questions} questions; calls ${JSON.stringify(tally)}`);
    for (const line of wrong) say(`WRONG ${line}`);
    say(wrong.length === 0 ? 'faults: nothing lost, nothing doubled, nothing found' : `faults: ${wrong.length} wrong`);
  } finally {
    if (wrong.length > 0) say(`logs kept in ${await installation.keepLogs()}`);
    await installation.close();
  }
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main();
