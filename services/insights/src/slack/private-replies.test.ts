import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deathAt, eventually, startSlack } from './slack.fixture.js';

let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  slack = await startSlack();
}, 60_000);
afterAll(() => slack.close());
beforeEach(() => slack.begin());

const atAddress = () => slack.state.calls.filter(({ method }) => method === '/response').length;
const toPerson = () => slack.state.told.filter(({ channel }) => channel === 'U1');
const LEASE_MS = 121_000;
describe('a reply that only one person sees', () => {
  it('goes to the response address alone when it arrives', async () => {
    await slack.command('MFA?');
    await eventually('a reply', () => atAddress() === 1);
    await slack.settled();
    expect(toPerson()).toEqual([]);
  });

  it.each([
    ['before it was sent', 'slack.sending', 0],
    ['after it was sent and before that was recorded', 'slack.sent', 1],
  ])('is in the direct messages once when the process dies %s', async (_when, point, sent) => {
    const death = deathAt(point);
    await slack.command('MFA?');
    await death.happened();
    slack.installation.clock.advance(LEASE_MS);
    await eventually('a copy', () => toPerson()[0]);
    await slack.settled();
    death.bury();
    expect(atAddress()).toBe(sent);
    expect(toPerson()).toHaveLength(1);
    expect(toPerson()[0]?.blocks).toContain('You may have seen this already');
  });

  it('is in the direct messages when its answer was lost, and not twice when that one was lost as well', async () => {
    slack.state.errors.set('/response', ['lost']);
    slack.state.errors.set('chat.postMessage', ['lost']);
    await slack.command('MFA?');
    await eventually('a copy', () => toPerson()[0]);
    await slack.failed();
    slack.installation.clock.advance(4000);
    await slack.settled();
    expect(slack.callsOf('conversations.history')).toBe(1);
    expect([atAddress(), toPerson().length]).toEqual([1, 1]);
  });

  it('stays unknown where the app must not write to the person', async () => {
    slack.state.errors.set('/response', ['lost']);
    slack.state.errors.set('chat.postMessage', ['messages_tab_disabled']);
    await slack.command('MFA?');
    await eventually('it was tried', () => toPerson().length === 1);
    await slack.settled();
    expect((await slack.outcomes()).at(-1)).toBe('unsure');
  });
});
