#!/usr/bin/env node
// `npm run test:notifications [-- --people 1000 --kills 5]`: tells 1,000 people of an event, and sends their mails by a real SMTP
// server, the whole process killed with SIGKILL in the middle; then counts what arrived: everyone once, and twice at most as many
// as the pool holds at each kill, with the same Message-ID; nobody who was deleted meanwhile.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Candor } from './candor.mjs';
import { startMailServer } from './mail-server.mjs';

const { values } = parseArgs({ options: { people: { type: 'string' }, kills: { type: 'string' } } });
const PEOPLE = Number(values.people ?? 1000);
const KILLS = Number(values.kills ?? 5);
const POOL = 10;
/** So many a second, that kills fall among the mails and not after them. */
const PER_SECOND = 50;
const LEAVERS = 3;
const AT_ONCE = 8;

const failures = [];
const check = (holds, what) => {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(what);
};

const folder = mkdtempSync(join(tmpdir(), 'candor-notifications-'));
const server = await startMailServer();
const candor = new Candor(folder, {
  SMTP_URL: server.url,
  CANDOR_MAIL_POOL: String(POOL),
  CANDOR_MAIL_PER_SECOND: String(PER_SECOND),
  CANDOR_PUBLIC_URL: 'http://localhost:8080',
});
const send = (method, path, json = {}, key = candor.key) =>
  candor.call(path, {
    method,
    headers: { 'content-type': 'application/json', 'X-API-Key': key },
    body: JSON.stringify(json),
  });

/** Administrators, who are told of updates, and want to be told at once. */
async function makePeople() {
  const people = [];
  const one = async (i) => {
    const email = `admin${i}@example.com`;
    const { id } = await send('POST', '/v1/users', { name: `Admin ${i}`, email, role: 'ADMIN' });
    const { id: keyId, key } = await send('POST', '/v1/api-keys', { name: email, role: 'VIEWER', owner_id: id });
    await send('PATCH', '/v1/notifications/preferences', { kinds: { update_sent: 'at_once' } }, key);
    people[i] = { id, email, key, keyId };
  };
  let next = 0;
  const lane = async () => {
    while (next < PEOPLE) await one(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return people;
}

/** What became of everybody's mail, as each sees it. */
async function mailStates(people) {
  const states = new Map();
  for (let from = 0; from < people.length; from += AT_ONCE) {
    await Promise.all(
      people.slice(from, from + AT_ONCE).map(async ({ email, key }) => {
        const { notifications } = await candor.call('/v1/notifications', { headers: { 'X-API-Key': key } });
        states.set(email, notifications.map(({ mail }) => mail).join());
      }),
    );
  }
  return states;
}

try {
  await candor.start();
  const people = await makePeople();
  await server.next();
  await send('POST', '/v1/trustportal/updates', { title: 'Told', description: 'To all.', send_immediately: true });
  const gone = new Map();
  const kills = [];
  for (let round = 1; round <= KILLS; round++) {
    const until = (PEOPLE * (round - 0.5 + Math.random() * 0.4)) / (KILLS + 1);
    while (server.count() < until) await wait(2);
    // The last ones are most likely not written to yet.
    for (const { id, email } of people.slice(people.length - round * LEAVERS).slice(0, LEAVERS)) {
      await candor.call(`/v1/users/${id}`, { method: 'DELETE' });
      gone.set(email, Date.now());
    }
    await candor.kill('SIGKILL');
    kills.push(Date.now());
    await candor.start();
  }
  const staying = people.filter(({ email }) => !gone.has(email));
  for (let last = -1; server.count() !== last || server.count() < staying.length;) {
    last = server.count();
    await wait(2000);
    if (Date.now() - kills.at(-1) > 300_000) break;
  }
  const mails = await server.next();
  const of = new Map();
  for (const mail of mails) of.set(mail.to, [...(of.get(mail.to) ?? []), mail]);
  const missed = staying.filter(({ email }) => !of.has(email));
  check(
    missed.length === 0,
    `killed ${kills.length} times: all ${staying.length} got the mail (${missed.length} missed)`,
  );
  const repeated = [...of.values()].filter((list) => list.length > 1);
  check(
    repeated.every((list) => new Set(list.map(({ messageId }) => messageId)).size === 1),
    'what came again has the same Message-ID',
  );
  check(new Set(mails.map(({ messageId }) => messageId)).size === of.size, 'no two people share a Message-ID');
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
  check(late.length === 0, `${gone.size} were deleted in between: ${late.length} got a mail that was begun after it`);
  const states = await mailStates(staying);
  const open = [...states].filter(([, state]) => state !== 'sent');
  check(
    open.length === 0,
    `everybody has one notification, and its mail is recorded as sent (${open.length} have not)`,
  );
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
