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
