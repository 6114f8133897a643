import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api } from '../support/api.js';
import { ManagedProcess } from '../support/managed-process.js';
import { csvOf, form, markdown } from '../support/multipart.js';
import { OpenApiChecker, type OpenApiDocument } from '../support/openapi-checker.js';
import { eventually } from '../support/poll.js';
import { freePort } from '../support/ports.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

/** What must never be in a log: each is a word that occurs nowhere else. */
const SECRETS = {
  question: 'Zanzibarquestion',
  existingAnswer: 'Quokkaanswer',
  evidence: 'Okapievidence',
  libraryAnswer: 'Numbatlibrary',
  asked: 'Pangolinasked',
  instructions: 'Axolotlinstructions',
  subscriber: 'gerenuk-subscriber@example.com',
  bouncing: 'dugong-bounces@example.com',
  user: 'saiga-user@example.com',
  asker: 'tapir-asker@example.com',
  search: 'Markhorsearch',
  wrongKey: 'cnd_fossawrongkey_0123456789abcdef',
};

/** Refuses recipients with a text that quotes their address, as mail servers do. */
function quotingMailServer(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const refused = /^RCPT TO:<(dugong[^>]*)>/i.exec(line)?.[1];
        if (/^DATA/i.test(line)) socket.write('354 go on\r\n');
        else if (refused) socket.write(`550 5.1.1 <${refused}>: no such user ${refused}\r\n`);
        else if (/^(EHLO|HELO|MAIL|RCPT|RSET|\.$)/i.test(line)) socket.write('250 ok\r\n');
      }
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('the logs of an installation that did everything, and met errors', () => {
  const secrets = new Map<string, string>(Object.entries(SECRETS));
  let folder: string;
  let candor: ManagedProcess;
  let mailServer: Server;
  let receiver: Receiver;
  let api: Api;
  let logFile: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-logs-'));
    logFile = join(folder, 'candor.log');
    [mailServer, receiver] = await Promise.all([quotingMailServer(), startReceiver()]);
    const key = `cnd_logs0000_${randomBytes(24).toString('hex')}`;
    secrets.set('bootstrap key', key);
    const port = await freePort();
    const { port: mailPort } = mailServer.address() as { port: number };
    candor = new ManagedProcess(
      'candor',
      'deploy/embedded/dist/main.js',
      {
        LOG_LEVEL: 'trace',
        CANDOR_DATA_DIR: join(folder, 'data'),
        CANDOR_HTTP_PORT: String(port),
        CANDOR_HTTP_HOST: '127.0.0.1',
        CANDOR_INTERNAL_PORT: '0',
        CANDOR_BOOTSTRAP_API_KEY: key,
        CANDOR_WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1/32',
        SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
        // An endpoint that refuses everything: its errors are logged.
        CANDOR_ANSWER_ENGINE: 'openai',
        OPENAI_API_KEY: 'sk-caracal-engine-key',
        OPENAI_BASE_URL: `${receiver.url}/v1`,
      },
      logFile,
    );
    secrets.set('engine key', 'sk-caracal-engine-key');
    await candor.start();
    const url = `http://127.0.0.1:${port}`;
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
    api = new Api(url, { 'x-api-key': key }, new OpenApiChecker(document));
  });
  afterAll(async () => {
    await candor.stop();
    await receiver.close();
    mailServer.close();
    await rm(folder, { recursive: true, force: true });
  });

  const post = async (path: string, json: object): Promise<Record<string, string>> =>
    (await api.post(path, { json })).body as Record<string, string>;

  async function answers(): Promise<void> {
    await api.post('/v1/knowledge/documents', {
      body: form(['file', markdown(`# Policy\n\nAll ${SECRETS.evidence} data is encrypted.`)]),
    });
    await post('/v1/knowledge/answers', {
      question: `Is ${SECRETS.evidence} encrypted?`,
      answer: SECRETS.libraryAnswer,
    });
    const questions = [`Do you encrypt ${SECRETS.question} data at rest?`, `Who approves ${SECRETS.question} access?`];
    const { body } = await api.post('/v1/questionnaire/upload/file', {
      body: form(['company_name', 'Acme'], ['instructions', SECRETS.instructions], ['file', csvOf(questions)]),
    });
    const { questionnaire_id: id } = body as { questionnaire_id: string };
    await api.poll(
      `/v1/questionnaire/${id}/overview`,
      ({ should_poll: more }: { should_poll: boolean }) => !more,
      30_000,
    );
    await api.get(`/v1/questionnaire/search?query=${SECRETS.search}`);
    await post('/v1/questionnaire/upload/text', {
      text_content: `${SECRETS.existingAnswer} `.repeat(20),
      company_name: 'Acme',
    });
    // Garbage that a reader fails on.
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const broken = { fileName: 'broken.xlsx', type: xlsx, content: `PK\u0003\u0004${SECRETS.existingAnswer}` };
    await api.post('/v1/questionnaire/upload/file', { body: form(['company_name', 'Acme'], ['file', broken]) });
    await post('/v1/insights/ask', {
      question: `What of ${SECRETS.asked}?`,
      source_type: 'web_ui',
      user_email: SECRETS.asker,
    });
  }

  async function people(): Promise<void> {
    const { key } = await post('/v1/api-keys', { name: 'another', role: 'ADMIN' });
    secrets.set('issued key', key!);
    const { secret } = await post('/v1/webhooks', { url: `${receiver.url}/hook`, events: [] });
    secrets.set('webhook secret', secret!);
    for (let twice = 0; twice < 2; twice++)
      await api.post('/v1/users', { json: { name: 'Saiga', email: SECRETS.user, role: 'ADMIN' } });
    await fetch(`${api.url}/v1/users`, { headers: { 'x-api-key': SECRETS.wrongKey } });
    await fetch(`${api.url}/v1/users`, {
      method: 'POST',
      headers: { 'x-api-key': key!, 'content-type': 'application/json' },
      body: `{"email": "${SECRETS.user}`,
    });
  }

  async function mails(): Promise<void> {
    for (const email of [SECRETS.subscriber, SECRETS.bouncing])
      await post('/v1/trustportal/updates/subscribers', { email, status: 'confirmed' });
    await post('/v1/trustportal/updates/subscribers', { email: `pending-${SECRETS.bouncing}`, status: 'pending' });
    const { id } = await post('/v1/trustportal/updates', {
      title: 'News',
      description: 'Text.',
      send_immediately: true,
    });
    await api.poll(
      `/v1/trustportal/updates/${id!}`,
      ({ failed_count: failed }: { failed_count: number }) => failed === 1,
      20_000,
    );
  }

  it('hold no text of documents, no question, no key and no address', async () => {
    await answers();
    await people();
    await mails();
    await eventually('the calls are logged', async () => {
      const log = await readFile(logFile, 'utf8');
      return ['mail failed', 'the local engine answered', '/v1/webhooks'].every((text) => log.includes(text));
    });
    await candor.stop();
    const log = await readFile(logFile, 'utf8');
    expect(log.split('\n').length).toBeGreaterThan(30);
    const found = [...secrets]
      .filter(([, text]) => log.toLowerCase().includes(text.toLowerCase()))
      .map(([name]) => name);
    expect(found).toEqual([]);
    // Whatever else looks like an address is none of ours.
    expect(log.match(/[\w.+-]+@example\.com/g) ?? []).toEqual([]);
  }, 90_000);
});
