import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, systemClock } from '@candor/runtime';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import { ClaimJudging } from './judging.js';
import { Ledger } from './ledger.js';

const PAGE = { limit: 100, offset: 0 };
const QUESTION = 'Which colour does the lighthouse keeper paint the door each spring?';

describe('a customer who was told something', () => {
  let service: TestService;
  let review: TestReview;
  let ledger: Ledger;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
    ledger = new Ledger({ ...review.stores, clock: systemClock });
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  /** A questionnaire of one question, answered and exported. */
  async function told(organization: string, answer: string, companyName: string) {
    const id = await service.uploadCsv(organization, ['Question,Answer', `${QUESTION},`], { companyName });
    await service.untilProcessed(organization, id);
    const [question] = await service.questionsOf(organization, id);
    const questionId = question?.id ?? '';
    await review.edit(organization, { id, questionId, answer });
    await review.export(organization, id);
    return { id, questionId };
  }

  it('and then the same as before once more, is known to have been told it last', async () => {
    const organization = newId();
    const { id, questionId } = await told(organization, 'Green.', 'Northgate Bank');
    for (const comment of ['Only at noon.', 'At any time.', 'Only at noon.', 'At any time.']) {
      await review.edit(organization, { id, questionId, comment });
      // Twice, as after a crash.
      await review.export(organization, id);
      await review.export(organization, id);
      const { claims } = await ledger.claims(organization, {}, PAGE);
      expect(claims.map((claim) => claim.comment)).toEqual([comment]);
    }
    expect((await ledger.claims(organization, { superseded: true }, PAGE)).total).toBe(5);
  });

  it('reads in a letter nothing of what others were told, and a name nearly the same is another customer', async () => {
    const organization = newId();
    await told(organization, 'No, never.', 'Müller AG');
    await told(organization, 'Yes, as Secret Project wishes.', 'Muller AG');
    const found = await until(
      () => ledger.findings(organization, {}, PAGE),
      ({ total }) => total === 1,
    );
    expect(found.findings).toMatchObject([{ kind: 'contradicts', customer: 'Müller AG' }]);
    const nothing = { findings: 0, letter: '', update: { title: '', content: '' } };
    expect(await ledger.letter(organization, 'Müller AG')).toMatchObject(nothing);

    const entry = { sourceType: 'library' as const, documentId: newId(), title: 'Doors' };
    const [first] = found.findings;
    if (!first) throw new Error('no finding');
    const gone = { ...first, ...entry, _id: newId(), kind: 'quote_gone' as const, before: 'Never.', now: '' };
    await review.stores.findings.put(organization, [gone]);
    expect((await ledger.letter(organization, 'Müller AG')).findings).toBe(1);
    expect((await ledger.letter(organization, 'Muller AG')).findings).toBe(0);
  });

  it('otherwise while what was told before is being compared, leaves nothing of that to be looked at', async () => {
    const organization = newId();
    const { findings } = review.stores;
    await told(organization, 'Green, never red.', 'Northgate Bank');
    await told(organization, 'Blue.', 'Southgate Bank');
    const pair = await until(
      () => ledger.claims(organization, {}, PAGE),
      ({ claims: all }) => all.length === 2 && all.every(({ unjudged }) => !unjudged),
    );
    const [first, second] = [...pair.claims].sort((a, b) => a.toldAt - b.toldAt);
    if (!first || !second) throw new Error('no claims');
    const contradictions = async () => {
      // Another worker takes what the first customer was told anew.
      await service.db
        .collection<{ _id: string }>('claims')
        .updateOne({ _id: first._id }, { $set: { current: false } });
      return [{ questionIds: [first._id, second._id] as [string, string], kind: 'value' as const }];
    };
    const judging = new ClaimJudging({ ...review.stores, answering: { contradictions }, clock: systemClock });
    await judging.claims(organization, [second]);
    expect(await findings.list(organization, {}, 10, 0)).toMatchObject([{ state: 'RESOLVED', claimId: first._id }]);
  });

  it('has what one person said of a finding kept, when another answers to how it was before', async () => {
    const organization = newId();
    await told(organization, 'No, never.', 'Northgate Bank');
    await told(organization, 'Yes, always.', 'Southgate Bank');
    const { findings } = review.stores;
    const [read] = (
      await until(
        () => ledger.findings(organization, {}, PAGE),
        ({ total }) => total === 1,
      )
    ).findings;
    if (!read) throw new Error('no finding');
    const dismissed = { state: 'DISMISSED' as const, reason: 'Both are meant.' };
    await ledger.change({ organizationId: organization, actor: 'user:ann' }, read._id, dismissed);
    const { assigneeId, reason } = read;
    const late = { state: 'OPEN' as const, assigneeId, reason, changedBy: 'user:bob', updatedAt: read.updatedAt + 1 };
    expect(await findings.change(organization, read, late)).toBeNull();
    expect(await findings.get(organization, read._id)).toMatchObject(dismissed);
  });
});
