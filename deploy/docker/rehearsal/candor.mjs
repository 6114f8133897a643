// Candor in containers as its clients and its operator see it.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, whenProcessed } from '@candor/client';
import { writeSampleQuestionnaire } from '../../demo/sample-questionnaire.mjs';
import { check, say } from './report.mjs';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const URL_OF_THE_API = 'http://127.0.0.1:8080';
/** Enough for two minutes: as long as a call may count as running whose gateway died. */
const RETRIES = 9;
/** A document of the demo is read within seconds. */
const READ_WITHIN_MS = 120_000;

export class Candor {
  constructor(folder, docker, compose) {
    this.folder = folder;
    this.docker = docker;
    this.compose = compose;
    this.key = readFileSync(join(folder, 'deploy/docker/secrets/bootstrap_api_key'), 'utf8');
    this.api = createClient({ baseUrl: URL_OF_THE_API, apiKey: this.key, retries: RETRIES });
  }

  /** Ids of the running containers of a service. */
  containers(service) {
    return this.compose('ps', '-q', service).trim().split('\n').filter(Boolean);
  }

  /** The state of a container, as the engine tells it. */
  inspect(id) {
    return JSON.parse(this.docker('inspect', id))[0];
  }

  async healthy(id) {
    for (let n = 0; n < 600; n++) {
      const { State } = this.inspect(id);
      if (State.Status === 'running' && State.Health?.Status === 'healthy') return;
      await wait(200);
    }
    throw new Error(`${id} does not get healthy`);
  }

  /** What `npm run demo` does: evidence, an approved answer, the sample questionnaire. */
  async demo() {
    const evidence = join(this.folder, 'deploy/demo/evidence');
    // Not part of the image, but of the repository.
    for (const name of readdirSync(evidence)) {
      const file = new File([readFileSync(join(evidence, name))], name, { type: 'text/markdown' });
      let document = await this.api.uploadKnowledgeDocument({ body: { file } });
      const until = Date.now() + READ_WITHIN_MS;
      while (document.should_poll) {
        if (Date.now() > until) throw new Error(`${name} is not read: look at the workers' logs`);
        await wait(100);
        document = await this.api.getKnowledgeDocument({ path: { document_id: document.id } });
      }
      check(`evidence ${name} is ${document.status}, ${document.passage_count} passages`, document.status === 'READY');
    }
    const question = 'Do you have cyber insurance?';
    await this.api.createLibraryAnswer({ body: { question, answer: 'Yes, with a limit of 5 million EUR.' } });
    const sample = join(this.folder, 'sample.xlsx');
    await writeSampleQuestionnaire(sample);
    const file = new File([readFileSync(sample)], basename(sample), { type: XLSX });
    const began = Date.now();
    const { questionnaire_id: id } = await this.api.uploadQuestionnaireFile({
      body: { file, company_name: 'Northgate Bank' },
    });
    const overview = await whenProcessed(this.api, id, { everyMs: 100 });
    const { status, answered_questions: answered, total_questions: total } = overview;
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    const text = `the demo's upload is ${status} after ${seconds} s: ${answered} of ${total} answered`;
    check(text, status === 'ANSWERING_COMPLETED' && answered > 0 && total > answered);
  }

  /** The pages that are made of files in the image. */
  async pages() {
    for (const path of ['/docs/', '/openapi.json', '/ask', '/ask/main.js', '/console']) {
      const { status } = await fetch(URL_OF_THE_API + path);
      check(`${path} is served`, status === 200);
    }
  }

  /** An update of the trust portal reaches its subscriber's mail box. */
  async mail() {
    await this.api.addSubscriber({ body: { email: 'ada@example.com', status: 'confirmed' } });
    await this.api.createTrustPortalUpdate({
      body: { title: 'Our audit is done', description: 'SOC 2 Type II, no exceptions.', send_immediately: true },
    });
    const [id] = this.containers('mail');
    const list = "fetch('http://127.0.0.1:8025/api/v1/messages').then(async (r) => console.log(await r.text()))";
    for (let n = 0; n < 100; n++) {
      const { messages } = JSON.parse(this.docker('exec', id, 'node', '-e', list));
      const mail = messages.find(({ To }) => To[0].Address === 'ada@example.com');
      if (mail) return check(`a mail arrived at the mail catcher: "${mail.Subject}"`, /audit/.test(mail.Subject));
      await wait(300);
    }
    return check('a mail arrived at the mail catcher', false);
  }

  /** The operator's check of all data, and messages that were given up. */
  async audit() {
    let found = '';
    for (let n = 0; n < 30; n++) {
      const { status, stdout, stderr } = this.admin('check');
      found = stdout.trim() || stderr.trim();
      if (status === 0) break;
      // What is just being done is no finding; sweepers may still be at work.
      await wait(2000);
    }
    check(`admin check: ${found.split('\n').at(-1)}`, found.includes('check: nothing found'));
    const letters = this.admin('dead-letters', 'list');
    check('no message was given up', letters.status === 0 && letters.stdout.trim() === '');
  }

  admin(...args) {
    return this.compose.try('run', '--rm', '-T', 'admin', ...args);
  }

  /** Everything that the API shows of questionnaires, as text that can be compared. */
  async everything() {
    const { questionnaires } = await this.api.listQuestionnaires({ query: { limit: 1000 } });
    const all = [];
    for (const questionnaire of questionnaires) {
      const path = { questionnaire_id: questionnaire.id };
      const { questions } = await this.api.listQuestions({ path, query: { limit: 1000 } });
      all.push({ questionnaire, questions });
    }
    const documents = await this.api.listKnowledgeDocuments({ query: { limit: 1000 } });
    const answers = await this.api.listLibraryAnswers({ query: { limit: 1000 } });
    const updates = await this.api.listTrustPortalUpdates({ query: { limit: 100 } });
    const subscribers = await this.api.listSubscribers({ query: { limit: 100 } });
    say(
      `  ${all.length} questionnaires with ${all.reduce((sum, { questions }) => sum + questions.length, 0)} questions`,
    );
    return JSON.stringify({ all, documents, answers, updates, subscribers });
  }
}
