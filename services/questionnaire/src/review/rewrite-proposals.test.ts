import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RewriteProposal } from '@candor/proto/candor/questionnaire/v1/review';
import { newId } from '@candor/runtime';
import {
  refuse,
  reply,
  startEndpoint,
  type Behaviour,
  type TestEndpoint,
} from '../answering/endpoint/endpoint.fixture.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from './review.fixture.js';

const ASKED = 'How is customer data protected on disks, and for how long are backups kept?';
const ANSWER =
  'All customer data on disks is encrypted with AES-256. Backups are kept for 30 days and are not shared with third parties.';

let service: TestService;
let review: TestReview;
let local: TestReview;
let endpoint: TestEndpoint;
let behave: Behaviour = () => undefined;
beforeAll(async () => {
  service = await startTestService();
  endpoint = await startEndpoint((...call) => behave(...call));
  const drafting = { baseUrl: endpoint.url, apiKey: 'sk-not-told', model: 'm', concurrency: 4, timeoutMs: 5_000 };
  review = await startTestReview(service, { drafting });
  local = await startTestReview(service);
});
afterAll(async () => {
  await review.close();
  await local.close();
  await endpoint.close();
  await service.close();
});
beforeEach(() => {
  endpoint.calls.length = 0;
  behave = () => undefined;
});

interface Open {
  organization: string;
  id: string;
  questionId: string;
}

/** A questionnaire whose first question a person has answered. */
async function answered(answer = ANSWER, line = `1,"${ASKED}",,`): Promise<Open> {
  const organization = newId();
  const id = await service.uploadCsv(organization, ['ID,Question,Answer,Comment', line, '2,Do you own a ship?,,']);
  await service.untilProcessed(organization, id);
  const [question] = await service.questionsOf(organization, id);
  const questionId = question?.id ?? '';
  if (answer !== '') await review.edit(organization, { id, questionId, answer });
  return { organization, id, questionId };
}

const ask = (
  { organization, id, questionId }: Open,
  goal: string,
  {
    language = '',
    by = review,
    expectedVersion,
  }: { language?: string; by?: TestReview; expectedVersion?: number } = {},
): Promise<RewriteProposal> => {
  const request = { id, questionId, goal, language, expectedVersion };
  return by.client.unary(by.client.stub.proposeRewrite, request, service.in(organization));
};

const writes = (...texts: string[]): void => {
  behave = (_, response, number) => reply(response, { text: texts[Math.min(number, texts.length) - 1] });
};

describe('another wording of an answer', () => {
  it('is proposed with what it changes, and stored by nobody', async () => {
    const open = await answered();
    const text = 'Customer data on disks is encrypted with AES-256. Backups are kept for 30 days and are not shared.';
    writes(text);
    const before = await service.questionsOf(open.organization, open.id);
    const proposal = await ask(open, 'shorter');
    expect(proposal).toMatchObject({ outcome: 'proposed', text, checked: 'meaning', version: before[0]?.version });
    const without = (kind: string): string =>
      proposal.changes
        .filter((c) => c.kind !== kind)
        .map((c) => c.text)
        .join('');
    expect([without('added'), without('removed')]).toEqual([ANSWER, text]);
    expect(await service.questionsOf(open.organization, open.id)).toEqual(before);
    expect(endpoint.calls).toHaveLength(1);
  });

  it('that says more than the answer is sent back once, then rejected without its text', async () => {
    const open = await answered();
    const invented =
      'Customer data on disks is encrypted with AES-256. Backups are kept for 90 days, certified by TISAX.';
    writes(invented);
    const proposal = await ask(open, 'longer');
    expect(proposal).toMatchObject({
      outcome: 'rejected',
      text: '',
      changes: [],
      rejectionCode: 'number_not_in_answer',
    });
    expect(JSON.stringify(proposal)).not.toContain('TISAX');
    expect(endpoint.calls).toHaveLength(2);
    expect(endpoint.calls[1]?.body.messages.at(-1)?.content).toContain('The number 90 is not in the answer.');
  });

  it.each([
    ['denies what it affirms', 'All customer data on disks is not encrypted. Backups are kept for 30 days.'],
    [
      'affirms what it denies',
      'All customer data on disks is encrypted with AES-256. Backups are shared with third parties.',
    ],
    ['names somebody', 'Customer data on disks is encrypted with AES-256 by Globex. Backups are kept for 30 days.'],
    [
      'tells of something else',
      'All customer data on disks is encrypted. Employees are trained in security every year.',
    ],
  ])('is rejected when it %s', async (_, text) => {
    const open = await answered();
    writes(text);
    expect(await ask(open, 'plainer')).toMatchObject({ outcome: 'rejected', text: '' });
  });

  it('is proposed when the second try holds', async () => {
    const open = await answered();
    const text = 'All customer data on disks is encrypted with AES-256. Backups are kept for 30 days.';
    writes('Backups are kept for 90 days.', text);
    expect(await ask(open, 'plainer')).toMatchObject({ outcome: 'proposed', text });
  });

  it('is told as unchanged when it is', async () => {
    const open = await answered();
    writes(ANSWER);
    expect(await ask(open, 'more_formal')).toMatchObject({ outcome: 'unchanged', text: '' });
    expect(await ask(open, 'translated')).toMatchObject({ outcome: 'unchanged', language: 'en' });
    expect(endpoint.calls).toHaveLength(1);
  });
});

describe('a translation', () => {
  const GERMAN =
    'Alle Kundendaten auf Datenträgern sind mit AES-256 verschlüsselt. Sicherungen werden 30 Tage aufbewahrt und nicht an Dritte weitergegeben.';

  it('goes into the language of the questionnaire, compared by rules, and says what to check', async () => {
    const line = '1,"Wie sind Kundendaten auf Datenträgern geschützt, und wie lange werden Sicherungen aufbewahrt?",,';
    const open = await answered(ANSWER, line);
    writes(GERMAN);
    const proposal = await ask(open, 'translated');
    expect(proposal).toMatchObject({ outcome: 'proposed', text: GERMAN, language: 'de', checked: 'facts' });
    expect(proposal.note).toContain('check the meaning yourself');
    expect(endpoint.calls[0]?.body.messages.at(-1)?.content).toContain('German (de)');
  });

  it('goes into the named language, and is rejected in another one', async () => {
    const open = await answered();
    writes(GERMAN);
    expect(await ask(open, 'translated', { language: 'de-at' })).toMatchObject({
      outcome: 'proposed',
      language: 'de-AT',
    });
    expect(await ask(open, 'translated', { language: 'fr' })).toMatchObject({ rejectionCode: 'other_language' });
    await expect(ask(open, 'translated', { language: 'no tag' })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it.each([
    ['another number', GERMAN.replace('30', '90'), 'number_not_in_answer'],
    ['a lost negation', GERMAN.replace('nicht ', ''), 'polarity_changed'],
    ['a lost name', GERMAN.replace('mit AES-256 ', ''), 'number_missing'],
  ])('is rejected for %s', async (_, text, code) => {
    const open = await answered();
    writes(text);
    expect(await ask(open, 'translated', { language: 'de' })).toMatchObject({
      outcome: 'rejected',
      rejectionCode: code,
    });
  });
});

describe('rewriting is refused', () => {
  it('where no endpoint drafts, and the overview says so', async () => {
    const open = await answered();
    await expect(ask(open, 'shorter', { by: local })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'rewriting_not_offered',
    });
    expect((await service.overview(open.organization, open.id)).rewriting).toBe(false);
  });

  it('to other organizations, for other versions, without an answer, for options and for long answers', async () => {
    const open = await answered();
    await expect(ask({ ...open, organization: newId() }, 'shorter')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(ask({ ...open, questionId: newId() }, 'shorter')).rejects.toMatchObject({
      code: 'question_not_found',
    });
    await expect(ask(open, 'shorter', { expectedVersion: 77 })).rejects.toMatchObject({ kind: 'stale' });
    await expect(ask(open, 'funnier')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(ask(await answered(''), 'shorter')).rejects.toMatchObject({ code: 'no_answer' });
    await expect(ask(await answered('Long. '.repeat(400)), 'shorter')).rejects.toMatchObject({
      code: 'answer_too_long',
    });
    expect(endpoint.calls).toHaveLength(0);
  });

  it('when the endpoint fails, with the time to wait', async () => {
    const open = await answered();
    behave = (_, response) => refuse(response, 401, 'Incorrect API key: sk-not-told');
    const failed = ask(open, 'shorter');
    await expect(failed).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'endpoint_unavailable',
      data: { retry_after: 30 },
    });
    await expect(failed).rejects.not.toThrow(/sk-not-told/);
  });
});
