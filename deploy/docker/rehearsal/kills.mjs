// Each container dies (kill -9 of its process, as a crash is) while an upload is on its way and worked at. The engine starts
// it again; the client tries again what was refused. Afterwards each question must be there once, with the same answer as in
// an upload that nothing disturbed.
import { setTimeout as wait } from 'node:timers/promises';
import { whenProcessed } from '@candor/client';
import { check } from './report.mjs';

const QUESTIONS = 300;
const TOPICS = [
  'encryption of backups',
  'multi-factor authentication',
  'incident response',
  'access reviews',
  'penetration tests',
];
const PATIENCE_MS = 600_000;

const csv = () => {
  const lines = Array.from(
    { length: QUESTIONS },
    (_, n) => `${n + 1},"Does control ${n + 1} cover ${TOPICS[n % TOPICS.length]}?",`,
  );
  return ['No,Question,Answer', ...lines].join('\r\n');
};

const upload = (candor, name) =>
  candor.api.uploadQuestionnaireFile({
    body: { file: new File([csv()], `${name}.csv`, { type: 'text/csv' }), company_name: name },
  });

/** The questions with their answers, in the order of the file. */
async function answersOf(candor, id) {
  const overview = await whenProcessed(candor.api, id, { everyMs: 250, signal: AbortSignal.timeout(PATIENCE_MS) });
  const { questions } = await candor.api.listQuestions({ path: { questionnaire_id: id }, query: { limit: 1000 } });
  const rows = questions.map(({ text, answer_status: status, answer }) => `${text} ${status} ${answer ?? ''}`);
  return { status: overview.status, rows };
}

/** `moments`: "sent", while the file is on its way, and "answering", while its questions are worked at; `only`: of all, these. */
export async function killEach(candor, moments, only) {
  const calm = await answersOf(candor, (await upload(candor, 'undisturbed')).questionnaire_id);
  check(`an undisturbed upload of ${QUESTIONS} questions is ${calm.status}`, calm.rows.length === QUESTIONS);
  const services = ['gateway', 'tenant', 'questionnaire', 'trust-portal', 'insights', 'mongo', 'rabbitmq'];
  const victims = services.map((service) => [service, candor.containers(service)[0]]);
  candor.containers('worker').forEach((id, n) => victims.push([`worker ${n + 1}`, id]));
  const chosen = victims.filter(([name]) => only === undefined || only.includes(name));
  for (const [name, id] of chosen) for (const moment of moments) await killOne(candor, calm, name, id, moment);
}

async function killOne(candor, calm, name, id, moment) {
  const title = `${name} dies, ${moment}`;
  const before = candor.inspect(id);
  const began = Date.now();
  const sent = upload(candor, title);
  if (moment === 'answering') {
    const { questionnaire_id: questionnaire } = await sent;
    let overview;
    do overview = await candor.api.getQuestionnaireOverview({ path: { questionnaire_id: questionnaire } });
    while (overview.should_poll && overview.total_questions === 0);
  } else await wait(10);
  process.kill(before.State.Pid, 'SIGKILL');
  const { questionnaire_id: questionnaire } = await sent;
  const { status, rows } = await answersOf(candor, questionnaire);
  await candor.healthy(id);
  const after = candor.inspect(id);
  const { questionnaires } = await candor.api.listQuestionnaires({ query: { limit: 1000 } });
  const copies = questionnaires.filter((one) => one.company_name === title).length;
  const same = JSON.stringify(rows) === JSON.stringify(calm.rows);
  const restarted = after.RestartCount > before.RestartCount;
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const text = `${title}: ${status} after ${seconds} s, ${rows.length} questions, ${copies} questionnaire`;
  check(
    `${text}${same ? ', the same answers' : ', OTHER answers'}${restarted ? '' : ', NOT restarted'}`,
    status === calm.status && same && copies === 1 && restarted,
  );
}
