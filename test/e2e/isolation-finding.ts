import { expect } from '@jest/globals';
import type { Api } from '../support/api.js';
import { eventually } from '../support/poll.js';
import { backtested, sentQuestionnaire, uploadQuestionnaire } from '../support/questionnaires.js';
import type { Entry, Ids } from './isolation-world.js';

/** Interviews, tried with what belongs to another organization. */
export const interviewEntries: Record<string, Entry> = {
  planInterview: {
    kind: 'elsewhere',
    why: 'it chooses among the organization’s own open questions: interview.test.ts',
  },
  listInterviews: { kind: 'lists' },
  getInterview: { kind: 'hidden' },
  sendInterview: { kind: 'hidden' },
  deleteInterview: { kind: 'hidden' },
  getStandardSet: { kind: 'lists', nothing: { state: 'NEVER', answered: 0, open: 0, asked_at: null } },
  // Its questions are the same everywhere, so the list is never empty.
  listStandardQuestions: {
    kind: 'elsewhere',
    why: 'standard-set.test.ts: whether they are answered is each organization’s own',
  },
  answerStandardSet: {
    kind: 'elsewhere',
    why: 'standard-set.test.ts: it answers the set of the caller’s organization alone',
  },
  // The rules that are there from the start have identifiers of their own in each organization.
  calibrate: { kind: 'hidden', options: () => ({ json: { dry_run: false } }) },
  getCalibration: { kind: 'elsewhere', why: 'calibrations.test.ts: an organization has one at most' },
  deleteCalibration: { kind: 'elsewhere', why: 'calibrations.test.ts: an organization has one at most' },
  listTopicRules: { kind: 'lists' },
  createTopicRule: { kind: 'elsewhere', why: 'it refuses documents and answers of others: topics.test.ts' },
  changeTopicRule: { kind: 'hidden', options: () => ({ json: { active: false } }) },
  deleteTopicRule: { kind: 'hidden' },
  listAskedFacts: { kind: 'lists', nothing: { facts: [] } },
  getFact: { kind: 'hidden' },
  changeFact: { kind: 'hidden', options: () => ({ json: { question: 'Stolen?' } }) },
  answerFact: { kind: 'hidden', options: () => ({ json: { answer: 'Stolen' } }) },
  passFact: { kind: 'hidden', options: () => ({ json: { note: 'Stolen' } }) },
};

/** What was told to customers: a finding, and a backtest with an answer. */
async function toldThingsOf(
  api: Api,
  word: string,
): Promise<Pick<Ids, 'finding_id' | 'backtest_id' | 'backtest_answer_id'>> {
  const finding = await findingOf(api, word);
  await sentQuestionnaire(api, word, { [`Is the ferry of ${word} tested every year?`]: 'Yes.' });
  const { id, answers } = await backtested(api);
  return { finding_id: finding, backtest_id: id, backtest_answer_id: answers[0]?.id ?? '' };
}

/** What customers were told, a backtest of it, an interview of one fact, and a rule. */
export async function toldAndAskedOf(
  api: Api,
  word: string,
): Promise<
  Pick<Ids, 'finding_id' | 'backtest_id' | 'backtest_answer_id' | 'interview_id' | 'fact_id' | 'topic_rule_id'>
> {
  const { status, body } = await api.post('/v1/interviews', { json: { title: word, facts: 1 } });
  expect(status).toBe(200);
  const { id, facts } = body as { id: string; facts: { id: string }[] };
  const rule = await api.post('/v1/topic-rules', {
    json: { name: word, words: [word], action: 'people', active: false },
  });
  expect(rule.status).toBe(200);
  return {
    ...(await toldThingsOf(api, word)),
    interview_id: id,
    fact_id: facts[0]?.id ?? '',
    topic_rule_id: (rule.body as { id: string }).id,
  };
}

/** Two customers are told the opposite: gives the finding. */
export async function findingOf(api: Api, word: string): Promise<string> {
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
