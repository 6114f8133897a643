import type { Api } from './api.js';
import { csvOf, form } from './multipart.js';

export const QUESTIONS = [
  'Do you encrypt customer data at rest?',
  'Do you require multi-factor authentication for administrators?',
  'How often do you test your backups?',
  'Describe your incident response process.',
];

/** Uploads a questionnaire and waits until it is processed; gives its id. */
export async function uploadQuestionnaire(
  api: Api,
  { company = 'Acme', questions = QUESTIONS, fileName = 'questions.csv' } = {},
): Promise<string> {
  const { status, body } = await api.post('/v1/questionnaire/upload/file', {
    body: form(['company_name', company], ['file', csvOf(questions, fileName)]),
  });
  if (status !== 200) throw new Error(`upload failed: ${status} ${JSON.stringify(body)}`);
  const { questionnaire_id: id } = body as { questionnaire_id: string };
  await processed(api, id);
  return id;
}

/** Polls as a client does; gives the overview when there is nothing more to wait for. */
export const processed = (api: Api, id: string): Promise<unknown> =>
  api.poll(`/v1/questionnaire/${id}/overview`, ({ should_poll: more }: { should_poll: boolean }) => !more);

/** A questionnaire as it came back, with its answers, completed; '' leaves a question open. Gives its id. */
export async function sentQuestionnaire(
  api: Api,
  company: string,
  answers: Readonly<Record<string, string>>,
): Promise<string> {
  const rows = Object.entries(answers).map(([question, answer]) => `"${question}","${answer}"`);
  const file = { fileName: `${company}.csv`, type: 'text/csv', content: ['Question,Answer', ...rows].join('\r\n') };
  const body = form(['company_name', company], ['file', file]);
  const uploaded = await api.post('/v1/questionnaire/upload/file', { body });
  if (uploaded.status !== 200) throw new Error(`upload failed: ${uploaded.status} ${JSON.stringify(uploaded.body)}`);
  const { questionnaire_id: id } = uploaded.body as { questionnaire_id: string };
  await processed(api, id);
  const { status } = await api.post(`/v1/questionnaire/${id}/complete`, { json: { force: true } });
  if (status !== 200) throw new Error(`completing failed: ${status}`);
  return id;
}

/** A backtest of all that is completed, when it is done; gives its id and all of its answers. */
export async function backtested(api: Api): Promise<{ id: string; answers: { id: string; verdict: string }[] }> {
  const { status, body } = await api.post('/v1/backtests', { json: {} });
  if (status !== 200) throw new Error(`the backtest was refused: ${status} ${JSON.stringify(body)}`);
  const { id } = body as { id: string };
  await api.poll(
    `/v1/backtests/${id}`,
    ({ backtest }: { backtest: { should_poll: boolean } }) => !backtest.should_poll,
  );
  const found = await api.get(`/v1/backtests/${id}/answers?verdict=all`);
  return { id, answers: (found.body as { answers: { id: string; verdict: string }[] }).answers };
}
