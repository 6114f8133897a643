#!/usr/bin/env node
// Part of `npm run test:mail [-- --visitors 300 --kills 2]`: visitors of a trust portal ask for a document, confirm, accept its
// agreement, are approved or declined, and come back by a link, while the whole process is killed with SIGKILL in each step.
// Counts what a real SMTP server took: whoever was owed an email got it; one that came again has the same Message-ID, and at
// most as many came again as the pool holds at each kill. A call that a kill cut off is made again, and may owe a second one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Candor } from './candor.mjs';
import { startMailServer } from './mail-server.mjs';

const { values } = parseArgs({ options: { visitors: { type: 'string' }, kills: { type: 'string' } } });
const VISITORS = Number(values.visitors ?? 300);
/** In each of the four steps. */
const KILLS = Number(values.kills ?? 2);
const POOL = 10;
const AT_ONCE = 8;
/** So that emails wait while the process is killed: 100 a second at most. */
const DELAY_MS = 100;
const TEAM = 'legal@team.example';
const ADMIN = 'ada@team.example';
/** Links that an address gets in an hour; who made more calls, because kills cut them off, gets no further one. */
const MOST_ASKS = 3;
/** Nothing came for so long: the step is over. */
const QUIET_MS = 4000;

const failures = [];
const check = (holds, what) => {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(what);
};

const folder = mkdtempSync(join(tmpdir(), 'candor-portal-mail-'));
const server = await startMailServer({ delayMs: DELAY_MS, keepsText: true });
const candor = new Candor(folder, {
  SMTP_URL: server.url,
  CANDOR_MAIL_POOL: String(POOL),
  CANDOR_PUBLIC_URL: 'http://localhost:8080',
  // Each visitor comes from a network of their own.
  CANDOR_TRUSTED_PROXIES: '1',
});
let portal = '';

const json = (method, path, body) =>
  candor.call(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const isBusy = (error) => error.message?.startsWith('503');

/** A form of the portal's pages, sent by a visitor; the answer, and the cookie that it sets. */
async function post(visitor, page, fields, cookie = '') {
  const response = await fetch(`${candor.url}/portal/${portal}/documents/${page}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie, 'x-forwarded-for': `10.${visitor.n >> 8}.${visitor.n & 255}.1` },
    redirect: 'manual',
  });
  await response.arrayBuffer();
  if (response.status === 503) throw new Error(`503 ${page}`);
  return { status: response.status, cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] };
}

/** The secret of the newest link to a page in the emails that a visitor got. */
function secretFor(visitor, page, mails) {
  const texts = mails.filter(({ to }) => to === visitor.email).map(({ raw }) => raw.replace(/=\r\n/g, ''));
  const link = new RegExp(`documents/${page}\\?token=3D([\\w-]+)`);
  return texts.map((text) => link.exec(text)?.[1]).findLast((secret) => secret !== undefined);
}

/**
 * Does something for each visitor, and kills the process meanwhile; again what a kill cut off. Resolves to the emails of the
 * step when no more come.
 */
async function step(name, visitors, act, mailsEach) {
  await server.next();
  const tries = new Map();
  const kills = [];
  const waiting = [...visitors];
  const worker = async () => {
    for (let visitor = waiting.shift(); visitor; visitor = waiting.shift()) {
      tries.set(visitor.email, (tries.get(visitor.email) ?? 0) + 1);
      try {
        await act(visitor, tries.get(visitor.email) > 1);
      } catch (error) {
        // A kill cut it off, or the process is still coming up. Anything else is a failure of the run.
        if (!(error instanceof TypeError) && !isBusy(error)) throw error;
        waiting.push(visitor);
        await wait(50);
      }
    }
  };
  const killer = async () => {
    for (let round = 1; round <= KILLS; round++) {
      const until = (visitors.length * mailsEach * (round - 0.5 + Math.random() * 0.4)) / (KILLS + 1);
      for (let tried = 0; server.count() < until && tried < 12_000; tried++) await wait(5);
      await candor.kill('SIGKILL');
      kills.push(Date.now());
      await candor.start();
    }
  };
  await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, worker)]);
  for (let seen = -1; seen !== server.count(); await wait(QUIET_MS)) seen = server.count();
  const mails = await server.next();
  const came = new Set();
  const again = mails.filter(({ messageId }) => came.has(messageId) || !came.add(messageId));
  // Visitors' emails and those that tell administrators are sent from a pool each.
  const perKill = kills.map((at, i) => {
    const between = again.filter((mail) => mail.at > at && mail.at <= (kills[i + 1] ?? Infinity));
    const told = between.filter(({ to }) => to === ADMIN).length;
    return { all: between.length, most: Math.max(told, between.length - told) };
  });
  check(
    perKill.every(({ most }) => most <= POOL) && perKill.reduce((sum, { all }) => sum + all, 0) === again.length,
    `${name}: ${mails.length} emails, killed ${kills.length} times; came again, by kill: ${perKill.map(({ all }) => all).join(', ') || 'none'}; at most ${POOL} from each pool`,
  );
  const cut = [...tries.values()].filter((count) => count > 1).length;
  /** Each address that is owed an email got as many different ones as it made calls, or fewer, and at least one. */
  const owed = (what, list, isOne = () => true) => {
    const got = list.map(({ email }) => ({
      different: new Set(mails.filter((mail) => mail.to === email && isOne(mail)).map(({ messageId }) => messageId))
        .size,
      most: tries.get(email) ?? 1,
    }));
    const missed = got.filter(({ different }) => different === 0).length;
    const twice = got.filter(({ different, most }) => different > most).length;
    check(
      missed === 0 && twice === 0,
      `${name}: ${what}: ${list.length} owed, ${missed} missed, ${twice} twice (${cut} calls were cut off and made again)`,
    );
  };
  const countOf = (address) => new Set(mails.filter(({ to }) => to === address).map(({ messageId }) => messageId)).size;
  return { mails, owed, countOf };
}

async function prepare() {
  portal = (await candor.call('/v1/organizations/tenant/list'))[0].tenant_name;
  await json('POST', '/v1/users', { name: 'Ada', email: ADMIN, role: 'ADMIN' });
  await json('PUT', '/v1/trustportal/nda', { text: 'Keep it **secret**.', copy_to: TEAM });
  const form = new FormData();
  form.set('title', 'Report');
  form.set('visibility', 'nda');
  form.set('file', new Blob(['What the auditor found.'], { type: 'text/plain' }), 'report.txt');
  return (await candor.call('/v1/trustportal/documents', { method: 'POST', body: form })).id;
}

async function run() {
  await candor.start();
  const document = await prepare();
  const visitors = Array.from({ length: VISITORS }, (_, n) => ({
    n,
    email: `visitor${n}@company${n}.example`,
    asks: 0,
  }));

  const asked = await step(
    'request',
    visitors,
    async (visitor) => {
      const fields = {
        name: `Visitor ${visitor.n}`,
        email: visitor.email,
        company: 'Company',
        reason: 'Review',
        document,
      };
      visitor.asks++;
      const { status } = await post(visitor, 'request', fields);
      if (status !== 200) throw new Error(`a request was answered with ${status}`);
    },
    1,
  );
  asked.owed('a link to confirm', visitors);

  const accepting = await step(
    'agreement',
    visitors,
    async (visitor, again) => {
      visitor.session ||= (
        await post(visitor, 'confirm', { token: secretFor(visitor, 'confirm', asked.mails) })
      ).cookie;
      // Whose answer a kill cut off has used the link, and gets another with the decision.
      if (!visitor.session && again) return;
      const { status } = await post(
        visitor,
        'nda',
        { version: '1', name: `Visitor ${visitor.n}`, agree: 'yes' },
        visitor.session,
      );
      if (status !== 200) throw new Error(`an acceptance was answered with ${status}`);
    },
    3,
  );
  const accepted = visitors.filter(({ session }) => session);
  accepting.owed('a copy of the agreement', accepted);
  const { pagination } = await candor.call('/v1/trustportal/nda/acceptances?limit=1');
  check(
    pagination.total >= accepted.length && accepting.countOf(TEAM) === pagination.total,
    `agreement: ${pagination.total} acceptances of ${accepted.length} visitors, the team got ${accepting.countOf(TEAM)} different copies`,
  );
  check(
    accepting.countOf(ADMIN) === VISITORS,
    `agreement: an administrator was told of ${accepting.countOf(ADMIN)} of ${VISITORS} requests`,
  );

  const open = await allRequests('open');
  check(open.length === VISITORS, `${open.length} requests of ${VISITORS} visitors are open`);
  for (const visitor of visitors) visitor.request = open.find(({ email }) => email === visitor.email)?.id;
  const isApproved = ({ n }) => n % 2 === 0;
  const deciding = await step(
    'decision',
    visitors,
    (visitor) => {
      const path = `/v1/trustportal/access-requests/${visitor.request}`;
      if (isApproved(visitor)) return json('POST', `${path}/approve`, {});
      return json('POST', `${path}/decline`, { note: 'Ask your buyer.' }).catch((error) => {
        // A kill cut off only the answer.
        if (!error.message?.startsWith('409')) throw error;
      });
    },
    1,
  );
  deciding.owed('a link of an approval', visitors.filter(isApproved), ({ raw }) =>
    /documents\/open/.test(raw.replace(/=\r\n/g, '')),
  );
  deciding.owed(
    'a word of a decline',
    visitors.filter((visitor) => !isApproved(visitor)),
    ({ raw }) => raw.includes('Ask your buyer.'),
  );

  const approved = visitors.filter(isApproved);
  const coming = await step(
    'link',
    approved,
    async (visitor) => {
      visitor.asks++;
      const { status } = await post(visitor, 'sign-in', { email: visitor.email });
      if (status !== 200) throw new Error(`a wish for a link was answered with ${status}`);
    },
    1,
  );
  const back = approved.filter(({ asks }) => asks <= MOST_ASKS);
  coming.owed('a link to sign in', back);
  let opened = 0;
  for (const visitor of back) {
    const { cookie } = await post(visitor, 'open', { token: secretFor(visitor, 'open', coming.mails) });
    if (cookie) opened++;
  }
  check(opened === back.length, `${opened} of ${back.length} links opened a session`);
}

async function allRequests(state) {
  const all = [];
  for (let offset = 0; ; offset += 100) {
    const { requests } = await candor.call(`/v1/trustportal/access-requests?state=${state}&limit=100&offset=${offset}`);
    all.push(...requests);
    if (requests.length < 100) return all;
  }
}

try {
  await run();
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
