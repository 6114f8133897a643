#!/usr/bin/env node
// `npm run test:mail [-- --subscribers 10000 --kills 5]`: sends updates to 10,000 subscribers by a real SMTP server, the whole process
// killed with SIGKILL in the middle, and counts what arrived: everyone who is confirmed once, and twice at most as many as the pool
// holds at each kill, with the same Message-ID; nobody who unsubscribed meanwhile, and nothing of an update that was archived.
// Prints mails a second beside a bare nodemailer pool in the same run (wanted: at least half of it).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Candor } from './candor.mjs';
import { barePool, startMailServer } from './mail-server.mjs';

const { values } = parseArgs({ options: { subscribers: { type: 'string' }, kills: { type: 'string' } } });
const SUBSCRIBERS = Number(values.subscribers ?? 10_000);
const KILLS = Number(values.kills ?? 5);
const POOL = 20;
const WANTED = 0.5;
/** Unsubscribed before each kill. */
const LEAVERS = 20;

const failures = [];
const check = (holds, what) => {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(what);
};

const folder = mkdtempSync(join(tmpdir(), 'candor-mail-'));
const server = await startMailServer();
const candor = new Candor(folder, {
  SMTP_URL: server.url,
  CANDOR_MAIL_POOL: String(POOL),
  CANDOR_PUBLIC_URL: 'http://localhost:8080',
});
const PORTAL = '/v1/trustportal';

const post = (path, json = {}) =>
  candor.call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) });
const send = async (title) => {
  const description = `## What changed\n\n${'We renewed our **ISO 27001** certificate. '.repeat(20)}\n\n- [Report](https://example.com/r)\n`;
  return (await post(`${PORTAL}/updates`, { title, description, send_immediately: true })).id;
};
const update = (id) => candor.call(`${PORTAL}/updates/${id}`);
const ended = async (id) => {
  for (let tries = 0; tries < 6000; tries++) {
    const now = await update(id);
    if (now.notification_status !== 'sending') return now;
    await wait(50);
  }
  throw new Error('the update is never sent');
};
const deliveries = (id, query) => candor.call(`${PORTAL}/updates/${id}/deliveries?${query}`);

async function importConfirmed(addresses) {
  const form = new FormData();
  form.set('file', new Blob([`email\n${addresses.join('\n')}\n`], { type: 'text/csv' }), 'subscribers.csv');
  const report = await candor.call(`${PORTAL}/updates/subscribers/import?status=confirmed`, {
    method: 'POST',
    body: form,
  });
  if (report.imported !== addresses.length) throw new Error(`imported ${JSON.stringify(report)}`);
}

/** Counts that the API gives, against the rows it lists. */
async function checkCounts(id, name) {
  const { recipient_count: recipients, delivered_count: delivered, failed_count: failed } = await update(id);
  const total = async (state) => (await deliveries(id, `limit=1${state}`)).pagination.total;
  const rows = [await total(''), await total('&state=delivered'), await total('&state=failed')];
  check(
    rows.join() === [recipients, delivered, failed].join(),
    `${name}: counts ${recipients}/${delivered}/${failed} are those of its rows`,
  );
  check((await total('&state=pending')) === 0, `${name}: no delivery is left open`);
}

/** Mails a second between the first and the last that the server took. */
const pace = (mails) => ((mails.length - 1) * 1000) / (mails.at(-1).at - mails[0].at);

/** In turns, so that what else the machine does falls on both. */
async function undisturbed(everyone) {
  const bare = [await barePool(server.url, SUBSCRIBERS, POOL)];
  const paces = [];
  for (let round = 1; round <= 2; round++) {
    await server.next();
    const id = await send('Undisturbed');
    const sent = await ended(id);
    const mails = await server.next();
    paces.push(pace(mails));
    bare.push(await barePool(server.url, SUBSCRIBERS, POOL));
    const reached = new Set(mails.map(({ to }) => to));
    check(mails.length === everyone.length && reached.size === everyone.length, 'undisturbed: everyone once');
    check(sent.notification_status === 'sent' && sent.delivered_count === everyone.length, 'undisturbed: all counted');
    await checkCounts(id, 'undisturbed');
  }
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const listed = (list) => list.map((one) => one.toFixed(0)).join(', ');
  const ratio = mean(paces) / mean(bare);
  console.log(
    `mails a second: candor ${mean(paces).toFixed(0)} (${listed(paces)}), bare pool ${mean(bare).toFixed(0)} (${listed(bare)}): ${ratio.toFixed(2)} ×`,
  );
  check(ratio >= WANTED, `at least ${WANTED} × the bare pool`);
}

/** Takes subscribers whose mail has not gone out, and unsubscribes them; when each was told so. */
async function leave(id, gone) {
  const { deliveries: open, pagination } = await deliveries(id, 'state=pending&limit=1000');
  const some = open.filter(({ email }) => !gone.has(email)).slice(-LEAVERS);
  for (const { subscriber_id: subscriber, email } of some) {
    await post(`${PORTAL}/updates/subscribers/${subscriber}/unsubscribe`);
    gone.set(email, Date.now());
  }
  return pagination.total;
}

async function killed(everyone) {
  await server.next();
  const id = await send('Killed');
  const gone = new Map();
  const kills = [];
  for (let round = 1; round <= KILLS; round++) {
    const until = (SUBSCRIBERS * (round - 0.5 + Math.random() * 0.4)) / (KILLS + 1);
    while (server.count() < until) await wait(2);
    await leave(id, gone);
    await candor.kill('SIGKILL');
    kills.push(Date.now());
    await candor.start();
  }
  const sent = await ended(id);
  const mails = await server.next();
  const of = new Map();
  for (const mail of mails) of.set(mail.to, [...(of.get(mail.to) ?? []), mail]);
  const missed = everyone.filter((to) => !of.has(to) && !gone.has(to));
  check(
    missed.length === 0,
    `killed ${kills.length} times: every confirmed subscriber got the mail (${missed.length} missed)`,
  );
  const repeated = [...of.values()].filter((list) => list.length > 1);
  check(
    repeated.every((list) => new Set(list.map(({ messageId }) => messageId)).size === 1),
    'what came again has the same Message-ID',
  );
  check(new Set(mails.map(({ messageId }) => messageId)).size === of.size, 'no two subscribers share a Message-ID');
  // What came again after a kill was in flight at that kill.
  const perKill = kills.map(
    (at, i) =>
      repeated.flatMap((list) => list.slice(1)).filter((mail) => mail.at > at && mail.at <= (kills[i + 1] ?? Infinity))
        .length,
  );
  check(
    perKill.every((count) => count <= POOL),
    `mails that came twice, by kill: ${perKill.join(', ')}; at most ${POOL} each`,
  );
  const again = repeated.reduce((sum, list) => sum + list.length - 1, 0);
  const afterKills = perKill.reduce((sum, count) => sum + count, 0);
  check(again === afterKills, `${again} came again, ${afterKills} of them after a kill`);
  const late = mails.filter(({ to, begunAt }) => gone.has(to) && begunAt > gone.get(to));
  check(late.length === 0, `${gone.size} unsubscribed in between: ${late.length} got a mail that was begun after it`);
  check(sent.notification_status === 'sent', 'the update ended as sent');
  await checkCounts(id, 'killed');
  return everyone.filter((to) => !gone.has(to));
}

async function archived(everyone) {
  await server.next();
  const id = await send('Archived');
  while (server.count() < everyone.length / 4) await wait(2);
  await post(`${PORTAL}/updates/${id}/archive`);
  const at = Date.now();
  await candor.kill('SIGKILL');
  await candor.start();
  await wait(3000); // Whatever would still come has that long.
  const mails = await server.next();
  const late = mails.filter(({ begunAt }) => begunAt > at).length;
  check(
    mails.length < everyone.length && late === 0,
    `archived in between: ${mails.length} had gone out, ${late} were begun after it`,
  );
  check((await update(id)).notification_status === 'cancelled', 'the archived update is cancelled');
  await checkCounts(id, 'archived');
}

try {
  await candor.start();
  const everyone = Array.from({ length: SUBSCRIBERS }, (_, i) => `reader${i}@example.com`);
  await importConfirmed(everyone);
  const never = await post(`${PORTAL}/updates/subscribers`, { email: 'left@example.com', status: 'confirmed' });
  await post(`${PORTAL}/updates/subscribers/${never.id}/unsubscribe`);
  await undisturbed(everyone);
  await archived(await killed(everyone));
  check(server.everTo('left@example.com') === 0, 'who had unsubscribed before got nothing');
} catch (error) {
  failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await candor.kill('SIGTERM');
  await server.close();
}
for (const failure of failures) console.error(failure);
if (failures.length === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`the data are kept in ${folder}`);
console.log(failures.length === 0 ? 'all held' : `${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
