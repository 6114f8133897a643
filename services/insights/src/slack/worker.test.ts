import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, RETRY_AFTER_S, startSlack } from './slack.fixture.js';

let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  slack = await startSlack();
}, 60_000);
afterAll(() => slack.close());
beforeEach(() => slack.begin());

/** Presses "Ask an expert" below the reply to a question. */
async function askExpert(): Promise<void> {
  await slack.ask();
  await slack.press('candor_expert', await eventually('a reply', () => slack.state.told[0]));
}

describe('what is asked in Slack', () => {
  it('is tried again when that is due, not later', async () => {
    slack.state.errors.set('users.info', ['internal_error']);
    await slack.ask();
    await slack.failed();
    slack.installation.clock.advance(RETRY_AFTER_S[0]! * 1100);
    await eventually('a reply', () => slack.state.told[0]);
    await eventually('all is well', async () => (await slack.lastError()) === '');
  });

  it('may wait for an expert as often as it takes, and fail in between', async () => {
    slack.state.isRead = false;
    await askExpert();
    for (let poll = 1; poll <= 3; poll++) {
      await eventually(`look ${poll}`, () => slack.state.asked >= poll);
      if (poll === 3) slack.state.errors.set('users.info', ['internal_error']);
      slack.installation.clock.advance(2000);
    }
    await slack.failed();
    slack.state.isRead = true;
    slack.installation.clock.advance(RETRY_AFTER_S[0]! * 1100);
    await slack.saying('Eve Expert');
  });

  it('ends with a word when the expert could not be asked within an hour', async () => {
    slack.state.isRead = false;
    await askExpert();
    await eventually('a look', () => slack.state.asked > 0);
    slack.installation.clock.advance(3_601_000);
    await slack.saying('did not work');
    await slack.settled();
    expect(await slack.lastError()).toContain('longer than an hour');
    expect((await slack.outcomes()).at(-1)).toBe('given_up');
  });

  it('ends in silence when nobody knows whether the person may ask, and the administrator is told why', async () => {
    slack.state.errors.set('users.info', ['missing_scope']);
    await slack.ask();
    await eventually('it is told', async () => (await slack.lastError()).includes('missing_scope'));
    await slack.settled();
    expect(slack.state.told).toEqual([]);
  });

  it('is left when Slack refuses the reply itself', async () => {
    slack.state.errors.set('chat.postMessage', ['not_in_channel']);
    await slack.ask();
    await eventually('it is told', async () => (await slack.lastError()).includes('not_in_channel'));
    await slack.settled();
    expect((await slack.outcomes()).at(-1)).toBe('refused');
    expect(slack.state.told).toHaveLength(1);
  });

  it('in one workspace is not answered in another', async () => {
    slack.state.errors.set('users.info', ['internal_error']);
    await slack.ask();
    await slack.failed();
    const [row] = (await slack.rows()).filter(({ outcome, deed }) => outcome === '' && deed?.kind === 'message');
    const rows = slack.replica.db.collection<{ _id: string }>('slack_inbox');
    await rows.updateOne({ _id: row!._id }, { $set: { team_id: 'TOLD' } });
    slack.installation.clock.advance(RETRY_AFTER_S[0]! * 1100);
    await slack.settled();
    expect((await slack.outcomes()).at(-1)).toBe('disconnected');
    expect(slack.state.told).toEqual([]);
  });
});
