import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { micros, newId } from '@candor/runtime';
import { adminCall, startInstallation, type Installation } from './insights.fixture.js';
import { IntakeStore } from './store/intake.js';
import { SystemScope } from './store/system-scope.js';

const TWO_DAYS_MS = 2 * 86_400_000;
const WAIT_US = 15e6;

describe('a clock that is set back two days', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterAll(() => installation.close());

  it('leaves every conversation in the totals of every replica', async () => {
    const [one, two] = [await installation.replica(), await installation.replica()];
    const call = adminCall();
    const record = () =>
      one.insights.recordConversation(
        { id: newId(), question: 'Is it so?', answer: 'Yes.', sourceType: 'web_ui', origin: '', unanswered: false },
        call,
      );
    const totals = async (): Promise<number[]> => {
      const lists = await Promise.all(
        [one, two].map((at) => at.insights.listConversations({ page: 1, pageSize: 1 }, call)),
      );
      return lists.map(({ total }) => total);
    };
    await record();
    expect(await totals()).toEqual([1, 1]);
    installation.clock.advance(-TWO_DAYS_MS);
    await record();
    await record();
    expect(await totals()).toEqual([3, 3]);
    installation.clock.advance(60_000);
    await record();
    expect(await totals()).toEqual([4, 4]);
  });

  it('holds up no conversation whose message was lost', async () => {
    const { db } = await installation.replica();
    const { clock } = installation;
    const system = new SystemScope(db);
    const conversation = {
      id: newId(),
      organizationId: newId(),
      question: 'Is it so?',
      answer: 'Yes.',
      userName: undefined,
      userEmail: undefined,
      userProfileImage: undefined,
      sourceType: 'web_ui' as const,
      origin: 'ask_page' as const,
      unanswered: false,
      answeredAt: micros(clock),
    };
    await new IntakeStore(db).insert(conversation, micros(clock) + WAIT_US);
    const overdue = async () => (await system.overdue(micros(clock), WAIT_US, 10)).map(({ id }) => id);
    expect(await overdue()).toEqual([]);
    clock.advance(-TWO_DAYS_MS);
    expect(await overdue()).toEqual([conversation.id]);
  });
});
