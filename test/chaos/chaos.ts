/*
 * `npm run test:chaos [-- SEED [FAULTS]]`: every service as a process of its own under uploads, edits, updates with
 * subscribers and questions, while 100 random faults happen: kill -9, SIGSTOP and SIGCONT of processes and of the database,
 * the database and the broker stopped and killed; up to three at once. Afterwards: the services' checks find nothing,
 * nothing accepted is lost, nothing finished is doubled (mails in flight excepted), answers, citations and accounts are those
 * of an undisturbed questionnaire, exports are whole, webhooks told every move once, the audit log has what was acknowledged
 * once, each error that a client saw was a 503 or a broken connection, and no log holds texts, addresses or keys. Twelve minutes.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkServices } from '@candor/embedded/admin/check';
import { randomOf } from '../faults/load.js';
import { lostOrDoubled, quiet } from '../faults/verify.js';
import { startInstallation, type Installation } from '../support/installation.js';
import { MailBox } from '../support/mail-box.js';
import { rabbitMqAvailable } from '../support/rabbitmq.js';
import { faultsOf, type Fault } from './faults.js';
import { Hook } from './hook.js';
import { ChaosLoad } from './load.js';
import { foretellAnswers, wrongAnswers, wrongExports } from './verify-answers.js';
import { verifyAudit } from './verify-audit.js';
import { verifyMailsAndConversations } from './verify.js';

const SUBSCRIBERS = Array.from({ length: 20 }, (_, n) => `reader${n}@example.com`);
const AT_ONCE = 3;
const POOL = 5;
/** The faults take no longer; fewer than asked for are an error. */
const FAULTS_WITHIN_MS = 360_000;
/** What a crash left in hand rests for a while: mails for two and a half minutes. */
const QUIET_PATIENCE_MS = 210_000;

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
const asked = Number(process.argv[3] ?? 100);
const began = Date.now();
const say = (text: string): void => {
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
};

/** Lets random faults happen, three at once at most; how often each kind did. */
async function happen(installation: Installation, random: () => number): Promise<Map<string, number>> {
  const faults = faultsOf(installation);
  const happened = new Map<string, number>();
  const broken = new Map<object, Promise<void>>();
  const until = Date.now() + FAULTS_WITHIN_MS;
  for (let n = 0; n < asked && Date.now() < until; n++) {
    await wait(100 + random() * 600);
    while (broken.size >= AT_ONCE) await Promise.race(broken.values());
    const fault = drawn(faults, random, broken);
    happened.set(fault.kind, (happened.get(fault.kind) ?? 0) + 1);
    const mended = fault.happen(random).finally(() => broken.delete(fault.target));
    broken.set(fault.target, mended);
  }
  await Promise.all(broken.values());
  return happened;
}

/** Texts, addresses and the key in the logs of processes that met every kind of error; as text. */
async function secretsInLogs({ folder, key }: Installation): Promise<string[]> {
  const secrets = [
    key,
    '@example.com',
    'of your security program',
    'Edited ',
    'in our program',
    'do you test your backups',
    'encrypted with AES',
    'whsec_',
  ];
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const read = logs.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    return secrets.filter((secret) => text.includes(secret)).map((secret) => `${name} holds "${secret}"`);
  });
  if (logs.length === 0) return ['there are no logs'];
  return (await Promise.all(read)).flat();
}

/** What is wrong with answers, exports, webhooks and the audit log. */
async function wrongIn(
  { folder }: Installation,
  load: ChaosLoad,
  hook: Hook,
  foretold: Record<string, unknown>,
): Promise<string[]> {
  const answers = await wrongAnswers(load, foretold);
  const given = load.exports.length;
  const exports = await wrongExports(load);
  const untold = await hook.verify(load);
  const { wrong, inLog } = await verifyAudit(load, folder);
  say(
    `as foretold: ${load.steady.length} questionnaires; exports under faults: ${given}; webhook messages: ${hook.received}; calls in the audit log: ${load.calls.length}, of which only in the gateway's log: ${inLog}`,
  );
  return [...answers, ...exports, ...untold, ...wrong];
}

function drawn(faults: Fault[], random: () => number, broken: Map<object, unknown>): Fault {
  const possible = faults.filter(({ target }) => !broken.has(target));
  const fault = possible[Math.floor(random() * possible.length)];
  if (!fault) throw new Error('nothing is left to break');
  return fault;
}

async function main(): Promise<number> {
  if (!(await rabbitMqAvailable())) return 0;
  say(`seed ${seed}, ${asked} faults`);
  const mailBox = await MailBox.start();
  const installation = await startInstallation({
    workers: 2,
    environment: {
      SMTP_URL: mailBox.url,
      CANDOR_MAIL_POOL: String(POOL),
      // The receiver is on loopback; of it only this address may be reached.
      CANDOR_WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1/32',
      CANDOR_WEBHOOK_RETRY_SECONDS: '1, 2, 4, 8, 15, 15, 15, 15',
    },
  });
  const wrong: string[] = [];
  let hook: Hook | undefined;
  try {
    say(`installed; logs in ${installation.folder}`);
    const load = new ChaosLoad(installation.url, installation.key, seed);
    await load.subscribe(SUBSCRIBERS);
    hook = await Hook.register(load);
    const foretold = await foretellAnswers(load);
    say('answers foretold');
    load.start();
    // Something to edit, complete and delete.
    while (load.ready().length < 4) await wait(100);
    const happened = await happen(installation, randomOf(seed));
    const count = [...happened.values()].reduce((sum, times) => sum + times, 0);
    for (const [kind, times] of happened) say(`${String(times).padStart(4)} × ${kind}`);
    say(`${count} faults of ${asked}`);
    if (count < asked) wrong.push(`only ${count} of ${asked} faults happened in time`);
    await load.stop();
    wrong.push(...(await quiet(installation, QUIET_PATIENCE_MS)));
    say('quiet');
    wrong.push(...(await lostOrDoubled(load)));
    const { wrong: unsent, mails, again } = await verifyMailsAndConversations(load, SUBSCRIBERS, mailBox.mails);
    // Each crash may repeat what was in flight: at most the pool.
    if (again > POOL * count) wrong.push(`${again} mails came again`);
    const told = await wrongIn(installation, load, hook, foretold);
    const findings = await checkServices(installation.mongoUrl);
    const secrets = await secretsInLogs(installation);
    wrong.push(
      ...unsent,
      ...findings.map((finding) => `check: ${JSON.stringify(finding)}`),
      ...load.tally.wrong,
      ...told,
      ...secrets,
    );
    const { calls, unavailable, broken, refused } = load.tally;
    const questions = load.accepted.reduce((sum, { texts }) => sum + texts.length, 0);
    say(
      `accepted: ${load.accepted.length} uploads with ${questions} questions, ${load.updates.size} updates, ${load.asked.length} asks`,
    );
    say(`mails: ${mails} arrived, ${again} of them again`);
    say(
      `calls: ${calls}, of which 503: ${unavailable}, broken connections: ${broken}, refused by state: ${refused}, other errors: ${load.tally.wrong.length}`,
    );
    say(`admin check: ${findings.length} findings`);
    for (const line of wrong) say(`WRONG ${line}`);
    say(wrong.length === 0 ? 'chaos: nothing lost, nothing doubled, nothing found' : `chaos: ${wrong.length} wrong`);
  } finally {
    if (wrong.length > 0) say(`logs kept in ${await installation.keepLogs()}`);
    await installation.close();
    await hook?.close();
    await mailBox.close();
  }
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main();
