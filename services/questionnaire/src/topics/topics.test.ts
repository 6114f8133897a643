import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KnowledgeServiceService } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { newId, systemClock } from '@candor/runtime';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import type { LifecycleActor } from '../review/lifecycle.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import { TopicRules } from './topic-rules.js';

const QUESTION = 'Do you have cyber insurance?';
const ANSWER = 'Yes, up to 5 million EUR.';

describe('a rule by topic', () => {
  let service: TestService;
  let review: TestReview;
  let rules: TopicRules;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
    rules = new TopicRules({ ...review.stores, clock: systemClock });
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  const by = (organizationId: string): LifecycleActor => ({
    organizationId,
    actor: 'user:ann',
    role: 'ADMIN',
    requestId: newId(),
  });
  const insurance = async (organization: string) => {
    const found = (await rules.list(organization)).find(({ name }) => name === 'Insurance');
    if (!found) throw new Error('no rule');
    return found;
  };
  async function answered(organization: string) {
    const id = await service.uploadCsv(organization, ['Question,Answer', `${QUESTION},`]);
    await service.untilProcessed(organization, id);
    const [question] = await service.questionsOf(organization, id);
    return question;
  }

  it('is there for contract, liability, insurance and prices, and counts when it is made active', async () => {
    const organization = newId();
    await service.learn(organization, QUESTION, ANSWER);
    const given = await rules.list(organization);
    expect(given.map(({ name, active }) => [name, active])).toEqual([
      ['Contract', false],
      ['Liability', false],
      ['Insurance', false],
      ['Prices', false],
    ]);
    expect(await answered(organization)).toMatchObject({ answer: ANSWER });
    await rules.change(by(organization), (await insurance(organization))._id, { active: true });
    expect(await answered(organization)).toMatchObject({
      answer: '',
      answerStatus: 'NEEDS_INFO',
      reviewNote: 'The topic “Insurance” is answered by people.',
    });
    await rules.remove(organization, (await insurance(organization))._id);
    expect((await insurance(organization)).active).toBe(false);
  });

  it('gives a fixed answer with its citation, and leaves it open when that is used no more', async () => {
    const organization = newId();
    const answerId = await service.learn(
      organization,
      'What is said of insurance?',
      'See the certificate of insurance.',
    );
    const fields = { name: 'Insurance', words: ['insurance'], action: 'answer' as const, answerId };
    await rules.create(by(organization), fields);
    expect(await answered(organization)).toMatchObject({
      answer: 'See the certificate of insurance.',
      citations: [{ sourceId: answerId }],
      reviewNote: 'Fixed answer of the topic “Insurance”.',
      // Whoever takes every HIGH answer over has not read what else was asked.
      confidence: { band: 'MEDIUM' },
    });
    await review.stores.library.remove(organization, answerId);
    expect(await answered(organization)).toMatchObject({ answer: '', answerStatus: 'NEEDS_INFO' });
  });

  async function upload(organization: string, text: string): Promise<string> {
    const { knowledge } = service;
    const { stream, reply } = knowledge.clientStream(KnowledgeServiceService.uploadDocument, service.in(organization));
    stream.write({ part: { $case: 'file', value: { fileName: 'policy.md', mimeType: '' } } });
    stream.write({ part: { $case: 'chunk', value: Buffer.from(text) } });
    stream.write({ part: { $case: 'done', value: { creationId: '' } } });
    stream.end();
    const { id } = await reply;
    await until(
      () => knowledge.unary(knowledge.stub.getDocument, { id }, service.in(organization)),
      ({ shouldPoll }) => !shouldPoll,
    );
    return id;
  }

  it('lets only its documents answer, whatever else is known', async () => {
    const organization = newId();
    await service.learn(organization, QUESTION, ANSWER);
    const certificate = await upload(organization, '# Insurance\n\nWe have cyber insurance up to 7 million EUR.\n');
    const fields = { name: 'Insurance', words: ['insurance'], action: 'documents' as const };
    const made = await rules.create(by(organization), { ...fields, documentIds: [certificate] });
    const question = await answered(organization);
    expect(question?.answer).toContain('7 million EUR');
    expect(question?.citations.map(({ sourceType }) => sourceType)).toEqual(['document']);
    const other = await upload(organization, '# Offices\n\nThe office in Bremen has two floors.\n');
    await rules.change(by(organization), made._id, { documentIds: [other] });
    expect(await answered(organization)).toMatchObject({ answer: '', answerStatus: 'NEEDS_INFO' });
  });

  it('says what it lacks, and is not another organization’s', async () => {
    const organization = newId();
    const wrong = { name: 'A', words: ['a'], action: 'documents' as const };
    await expect(rules.create(by(organization), wrong)).rejects.toMatchObject({ code: 'invalid_input' });
    const document = await upload(organization, '# A\n\nThere is an a.\n');
    const { _id } = await rules.create(by(organization), { ...wrong, documentIds: [document] });
    await expect(rules.change(by(newId()), _id, { active: false })).rejects.toMatchObject({
      code: 'topic_rule_not_found',
    });
    await service.learn(organization, 'Is a there?', 'Yes.');
    await expect(rules.remove(newId(), _id)).rejects.toMatchObject({ code: 'topic_rule_not_found' });
  });

  it('names only documents and answers that are there and its own, whatever it does with them', async () => {
    const [organization, other] = [newId(), newId()];
    const answerId = await service.learn(other, QUESTION, ANSWER);
    const document = await upload(other, '# A\n\nThere is an a.\n');
    const people = { name: 'A', words: ['a'], action: 'people' as const };
    const refused = (path: string) => ({ code: 'invalid_input', errors: [{ path, message: expect.any(String) }] });
    for (const id of [document, newId(), 'no id']) {
      const made = rules.create(by(organization), { ...people, documentIds: [id] });
      await expect(made).rejects.toMatchObject(refused('document_ids.0'));
    }
    const { _id } = await rules.create(by(organization), people);
    await expect(rules.change(by(organization), _id, { answerId })).rejects.toMatchObject(refused('answer_id'));
    expect(await rules.change(by(organization), _id, { answerId: '' })).toMatchObject({ answerId: '' });
  });

  it('keeps what two administrators change of it at once, and refuses a phrase that finds nothing', async () => {
    const organization = newId();
    const { _id } = await insurance(organization);
    const words = ['insurance', 'Police'];
    // Both in the same microsecond, the first also makes the rule out of the given topic.
    const at = Date.now();
    const rules = new TopicRules({ ...review.stores, clock: { now: () => at } });
    for (const active of [true, false, true, false]) {
      await Promise.all([
        rules.change(by(organization), _id, { active }),
        rules.change(by(organization), _id, { words: [...words, String(active)] }),
      ]);
      expect(await insurance(organization)).toMatchObject({ active, words: [...words, String(active)] });
    }
    await expect(rules.change(by(organization), _id, { words: ['insurance', '—'] })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
