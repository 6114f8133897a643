import { expect } from '@jest/globals';
import type { Api } from '../support/api.js';
import { eventually } from '../support/poll.js';
import { backtested, sentQuestionnaire, uploadQuestionnaire } from '../support/questionnaires.js';
import type { Ids } from './isolation-world.js';

/** What was told to customers: a finding, and a backtest with an answer. */
export async function toldThingsOf(
  api: Api,
  word: string,
): Promise<Pick<Ids, 'finding_id' | 'backtest_id' | 'backtest_answer_id'>> {
  const finding = await findingOf(api, word);
  await sentQuestionnaire(api, word, { [`Is the ferry of ${word} tested every year?`]: 'Yes.' });
  const { id, answers } = await backtested(api);
  return { finding_id: finding, backtest_id: id, backtest_answer_id: answers[0]?.id ?? '' };
}

/** Two customers are told the opposite: gives the finding. */
async function findingOf(api: Api, word: string): Promise<string> {
  for (const answer of ['No.', 'Yes.']) {
    const questions = [`Is the lighthouse of ${word} painted green?`];
    const id = await uploadQuestionnaire(api, { company: word, questions, fileName: `${word} ${answer}csv` });
    const { body } = await api.get(`/v1/questionnaire/${id}/questions`);
    const question = (body as { questions: { id: string }[] }).questions[0]?.id ?? '';
    await api.call('PATCH', `/v1/questionnaire/${id}/questions/${question}`, { json: { answer } });
    expect((await api.get(`/v1/questionnaire/${id}/export`)).status).toBe(200);
  }
  let found: { id: string }[] = [];
  await eventually('the contradiction is found', async () => {
    found = ((await api.get('/v1/claims/findings')).body as { findings: { id: string }[] }).findings;
    return found.length > 0;
  });
  return found[0]?.id ?? '';
}
