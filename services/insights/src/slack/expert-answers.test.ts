import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deathAt, eventually, startSlack, type Told } from './slack.fixture.js';

let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  slack = await startSlack();
}, 60_000);
afterAll(() => slack.close());
beforeEach(() => slack.begin());

/** Somebody asks by the command or in a thread, then an expert is asked. */
async function askExpert(container?: object): Promise<void> {
  await slack.ask();
  const reply = await eventually('a reply', () => slack.state.told[0]);
  await slack.press('candor_expert', reply, container);
  await slack.saying('Eve Expert');
  await slack.settled();
}
const answers = (): Told[] => slack.state.told.filter(({ text }) => text.includes('an expert has answered'));
const waiting = async () => (await slack.rows()).filter(({ deed }) => deed?.kind === 'expert_answer').length;
const answered = () => {
  slack.state.answer = { state: 'answered', answers: ['Yes, for <everybody>.'] };
  slack.installation.clock.advance(3_600_000);
};

describe('what an expert answers', () => {
  it('is told once in the thread, after days, to who asked', async () => {
    await askExpert();
    slack.installation.clock.advance(2 * 86_400_000);
    await eventually('a look', () => slack.state.looks > 0);
    expect(answers()).toEqual([]);
    answered();
    await eventually('it is told', () => answers()[0]);
    await eventually('nothing is waited for', async () => (await waiting()) === 0);
    expect(answers()).toMatchObject([{ channel: 'C1', thread_ts: '1.1' }]);
    expect(answers()[0]?.text).toContain('<@U1>');
    expect(answers()[0]?.blocks).toContain('Yes, for &lt;everybody&gt;.');
  });

  it('is told once however often the expert was asked', async () => {
    await askExpert();
    const [first] = slack.state.told;
    await slack.press('candor_expert', first!);
    await eventually('both are told', () => slack.state.told.filter(({ text }) => text.includes('Eve')).length === 2);
    await slack.settled();
    expect(await waiting()).toBe(1);
    answered();
    await eventually('it is told', () => answers()[0]);
    await eventually('nothing is waited for', async () => (await waiting()) === 0);
    expect(answers()).toHaveLength(1);
  });

  it.each(['slack.sending', 'slack.sent'])('is told once when the process dies at %s', async (point) => {
    await askExpert();
    const death = deathAt(point);
    answered();
    await death.happened();
    slack.installation.clock.advance(121_000);
    await eventually('it is told', () => answers()[0]);
    await eventually('nothing is waited for', async () => (await waiting()) === 0);
    death.bury();
    expect(answers()).toHaveLength(1);
  });

  it('is told to the person alone where only they saw the question', async () => {
    await askExpert({ message_ts: '1.1', is_ephemeral: true });
    answered();
    await eventually('it is told', () => answers()[0]);
    expect(answers()[0]).toMatchObject({ channel: 'U1' });
    expect(answers()[0]).not.toHaveProperty('thread_ts');
    await eventually('nothing is waited for', async () => (await waiting()) === 0);
  });

  it('is told to nobody where the place may not ask any more', async () => {
    await askExpert();
    await slack.connect({ channelIds: ['COTHER'] });
    answered();
    await eventually('nothing is waited for', async () => (await waiting()) === 0);
    expect(answers()).toEqual([]);
    await slack.connect();
  });

  it('is waited for no more when its questionnaire is gone', async () => {
    await askExpert();
    slack.state.answer = { state: 'gone' };
    slack.installation.clock.advance(3_600_000);
    await eventually('nothing is waited for', async () => (await waiting()) === 0);
    expect(answers()).toEqual([]);
  });
});
