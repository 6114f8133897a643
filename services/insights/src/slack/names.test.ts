import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { NAME_AFTER } from './names.js';
import { eventually, startSlack } from './slack.fixture.js';

let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  slack = await startSlack();
  await slack.connect({ allowSharedChannels: true });
}, 60_000);
afterAll(() => slack.close());
beforeEach(() => slack.begin());

const names = async () => {
  const { data } = await slack.replica.insights.listConversations({ page: 1, pageSize: 100 }, slack.call);
  return data.map(({ userName, userEmail }) => [userName, userEmail]);
};

it('a name that Slack did not tell is learnt later, by one call for all questions of the person', async () => {
  slack.state.errors.set('users.info', ['user_not_visible', 'user_not_visible']);
  for (const asked of ['MFA?', 'SSO?']) {
    await slack.ask({ user: 'UHIDDEN', team: 'T9', text: asked });
    await slack.settled();
  }
  expect(await names()).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  const before = slack.callsOf('users.info');
  const profile = { real_name: 'Hidden No More', email: 'her@other.example' };
  slack.state.users.set('UHIDDEN', { id: 'UHIDDEN', team_id: 'T9', is_stranger: true, profile });
  slack.installation.clock.advance(NAME_AFTER[0] / 1000 + 1000);
  await eventually('both are named', async () => (await names()).every(([name]) => name === 'Hidden No More'));
  // What another company says of an address makes nobody one of us.
  expect((await names()).map(([, email]) => email)).toEqual([undefined, undefined]);
  expect(slack.callsOf('users.info')).toBe(before + 1);
});

it('a name that stays unknown is asked for some times, then no more', async () => {
  const nobody = { id: 'UNONE', team_id: 'T1', profile: {} };
  slack.state.users.set('UNONE', nobody);
  await slack.ask({ user: 'UNONE' });
  await slack.settled();
  const calls = () => slack.state.calls.filter(({ given }) => given['user'] === 'UNONE').length;
  expect(calls()).toBe(1);
  for (const [at, wait] of NAME_AFTER.entries()) {
    slack.installation.clock.advance(wait / 1000 + 1000);
    await eventually(`call ${at + 2}`, () => calls() === at + 2);
  }
  const due = (await slack.rows()).filter(({ user_id: user, name_due_at: at = 0 }) => user === 'UNONE' && at > 0);
  expect(due).toEqual([]);
});
