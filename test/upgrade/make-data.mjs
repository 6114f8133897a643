#!/usr/bin/env node
/*
 * `node test/upgrade/make-data.mjs ROOT FILE.zip`: lets the release that is built at ROOT do a little of everything on a new
 * data directory, stops it, and packs the directory. The test beside opens it with the newest release; each release that
 * changes what is stored should leave one such file here.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { zipSync } from 'fflate';
import { SMTPServer } from 'smtp-server';

/** Not a secret: the directory holds made-up data. */
const KEY = 'cnd_upgrade0_0123456789abcdef0123456789abcdef0123456789abcdef';
const READY_MS = 60_000;
const PATIENCE_MS = 60_000;

const [root, file] = process.argv.slice(2);
if (!root || !file) throw new Error('usage: make-data.mjs ROOT FILE.zip');
const folder = await mkdtemp(join(tmpdir(), 'candor-old-data-'));
const dataDir = join(folder, 'data');
const mail = await takeMails();
try {
  const { url, stop } = await start(dataDir, mail.url);
  await use(url);
  await stop();
  const packed = zipSync(await filesOf(dataDir), { level: 9 });
  await writeFile(file, packed);
  process.stdout.write(`${file}: ${(packed.length / 1024).toFixed(0)} KB\n`);
} finally {
  await mail.close();
  await rm(folder, { recursive: true, force: true });
}

/** A mail server that takes everything: without one, mails are kept and not called sent. */
async function takeMails() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => stream.resume().on('end', done),
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address();
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((closed) => server.close(closed)) };
}

async function start(at, smtpUrl) {
  const child = spawn(process.execPath, [join(resolve(root), 'deploy/embedded/dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      CANDOR_DATA_DIR: at,
      CANDOR_HTTP_PORT: '0',
      CANDOR_HTTP_HOST: '127.0.0.1',
      CANDOR_INTERNAL_PORT: '0',
      CANDOR_BOOTSTRAP_API_KEY: KEY,
      SMTP_URL: smtpUrl,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  const address = await new Promise((found, failed) => {
    const late = setTimeout(() => failed(new Error('it is not ready')), READY_MS);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const [, ready] = /ready on (http\S+)/.exec(output) ?? [];
      if (!ready) return;
      clearTimeout(late);
      found(ready);
    });
    void ended.then((code) => failed(new Error(`it ended with ${code}`)));
  });
  return {
    url: address,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function use(url) {
  const call = async (method, path, body, headers = {}) => {
    const sent = body instanceof FormData || body === undefined ? body : JSON.stringify(body);
    const type = typeof sent === 'string' ? { 'content-type': 'application/json' } : {};
    const response = await fetch(url + path, {
      method,
      headers: { 'x-api-key': KEY, ...type, ...headers },
      body: sent,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const post = (path, body, headers) => call('POST', path, body, headers);
  const until = async (path, done) => {
    for (const end = Date.now() + PATIENCE_MS; ;) {
      const seen = await call('GET', path);
      if (done(seen)) return seen;
      if (Date.now() > end) throw new Error(`${path} did not get there`);
      await new Promise((again) => setTimeout(again, 100));
    }
  };
  const form = (fields, name, type, content) => {
    const data = new FormData();
    for (const [field, value] of Object.entries(fields)) data.append(field, value);
    data.append('file', new Blob([content], { type }), name);
    return data;
  };

  await post('/v1/users', { name: 'Ada', email: 'ada@example.com', role: 'MEMBER' });
  const policy = '# Security policy\n\nAll customer data is encrypted at rest with AES-256.\n';
  const document = await post('/v1/knowledge/documents', form({}, 'policy.md', 'text/markdown', policy));
  await until(`/v1/knowledge/documents/${document.id}`, ({ should_poll: more }) => !more);
  await post('/v1/knowledge/answers', {
    question: 'Do you have cyber insurance?',
    answer: 'Yes, up to 5 million EUR.',
  });
  const csv =
    'Question,Answer\r\nDo you encrypt customer data at rest?,\r\nDo you have cyber insurance?,\r\nWho is your auditor?,\r\n';
  const { questionnaire_id: id } = await post(
    '/v1/questionnaire/upload/file',
    form({ company_name: 'Northgate Bank' }, 'northgate.csv', 'text/csv', csv),
  );
  await until(`/v1/questionnaire/${id}/overview`, ({ should_poll: more }) => !more);
  const { questions } = await call('GET', `/v1/questionnaire/${id}/questions`);
  await call('PATCH', `/v1/questionnaire/${id}/questions/${questions[2].id}`, { answer: 'Our auditor is Weaver LLP.' });
  await post(`/v1/questionnaire/${id}/questions/${questions[2].id}/approve`, {});
  await post('/v1/insights/ask', { question: 'Is customer data encrypted at rest?', source_type: 'web_ui' });
  const category = await post('/v1/trustportal/update-categories', { name: 'Audits' });
  await post('/v1/trustportal/updates/subscribers', { email: 'reader@example.com', status: 'confirmed' });
  const update = {
    title: 'Audit passed',
    description: 'We passed.',
    category_ids: [category.id],
    send_immediately: true,
  };
  const sent = await post('/v1/trustportal/updates', update);
  await until(`/v1/trustportal/updates/${sent.id}`, ({ notification_status: status }) => status === 'sent');
  const far = new Date(Date.now() + 20 * 365 * 86_400_000).toISOString();
  await post('/v1/trustportal/updates', { title: 'In twenty years', description: 'Later.', scheduled_at: far });
  await post('/v1/organizations/tenant/create', { name: 'Child Ltd' }, { 'x-session-id': 'maker' });
}

async function filesOf(at) {
  const entries = await readdir(at, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const read = files.map(async (path) => [relative(at, path).split(sep).join('/'), await readFile(path)]);
  return Object.fromEntries(await Promise.all(read));
}
