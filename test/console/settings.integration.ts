import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '../support/poll.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { describeConsoleWith } from './stage.fixture.js';

interface Key {
  id: string;
  name: string;
  role: string;
  scopes: string[];
  revoked_at: number | null;
  expires_at: string | null;
}

let receiver: Receiver;

async function environment(): Promise<Record<string, string>> {
  // The first message is refused: what is sent again arrives.
  receiver = await startReceiver('127.0.0.1', (_request, count) => ({ status: count === 1 ? 500 : 200 }));
  // It is the person who sends it again.
  return { CANDOR_WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8', CANDOR_WEBHOOK_RETRY_SECONDS: '3600' };
}

describeConsoleWith({ environment }, 'settings in the console', (stage) => {
  afterAll(() => receiver.close());
  const keys = async (): Promise<Key[]> => {
    const { body } = await stage.system.api.get('/v1/api-keys?limit=100');
    return (body as { api_keys: Key[] }).api_keys;
  };
  const roleOf = async (key: string): Promise<string> => {
    const { status, body } = await stage.system.api.with({ 'x-api-key': key }).get('/v1/session');
    return status === 200 ? (body as { role: string }).role : String(status);
  };

  it('issues a narrow key that is shown once, gives it a new secret, and revokes it', async () => {
    const open = await stage.open('/settings/keys');
    const { page } = open;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    await dialog.getByLabel('Name').fill('CRM');
    await dialog.getByLabel('Role').selectOption({ label: 'Member: also uploads, reviews and changes the evidence' });
    await dialog.getByLabel(/Limit it to certain scopes/).check();
    expect(await dialog.getByRole('button', { name: 'Issue' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^Questionnaires: read/).check();
    await dialog.getByLabel('Expires after').fill('2031-12-31');
    await dialog.getByRole('button', { name: 'Issue' }).click();
    const first = await dialog.getByLabel('API key', { exact: true }).inputValue();
    expect(await roleOf(first)).toBe('MEMBER');
    await page.keyboard.press('Escape');
    await dialog.getByText('This is shown only once').waitFor();
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    expect((await page.content()).includes(first)).toBe(false);
    expect((await keys()).find(({ name }) => name === 'CRM')).toMatchObject({
      scopes: ['Questionnaires: read'],
      expires_at: '2031-12-31T23:59:59.000Z',
    });
    await page.getByRole('button', { name: 'New secret for CRM' }).click();
    await dialog.getByRole('button', { name: 'Create a new secret' }).click();
    const second = await dialog.getByLabel('API key', { exact: true }).inputValue();
    expect(second).not.toBe(first);
    expect(await roleOf(second)).toBe('MEMBER');
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Revoke CRM' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row').filter({ hasText: 'CRM' }).getByText('Revoked').waitFor();
    await eventually('it is refused', async () => (await roleOf(second)) === '401', 10_000, 200);
  }, 120_000);

  it('creates a child organization, works there and comes back, and deletes it when its name was typed', async () => {
    const open = await stage.open('/settings/organizations');
    const { page } = open;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New child organization' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Fjord');
    await dialog.getByLabel(/email domains/).fill('no domain');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog
      .getByText(/must be a domain name/i)
      .first()
      .waitFor();
    await dialog.getByLabel(/email domains/).fill('fjord.example');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('You are now working in Fjord.').waitFor();
    await page.goto(`${stage.system.url}/console/knowledge`);
    await page.getByRole('button', { name: 'New entry' }).click();
    await dialog.getByLabel('Question').fill('Only here?');
    await dialog.getByLabel('Answer').fill('Yes.');
    await dialog.getByRole('button', { name: 'Add to the answer library' }).click();
    await page.getByRole('button', { name: 'Only here?' }).waitFor();
    const { body } = await stage.system.api.get('/v1/knowledge/answers');
    expect((body as { answers: unknown[] }).answers).toEqual([]);

    await page.goto(`${stage.system.url}/console/settings/organizations`);
    await page.getByRole('button', { name: /^Switch to Default/ }).click();
    await page.getByRole('button', { name: 'Delete Fjord' }).click();
    expect(await dialog.getByRole('button', { name: 'Delete everything' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type/).fill('Fjord');
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByText('Fjord was deleted.').waitFor();
    const list = await stage.system.api.get('/v1/organizations/tenant/list');
    expect((list.body as unknown[]).length).toBe(1);
  }, 120_000);

  it('adds people and groups, and deletes them', async () => {
    const open = await stage.open('/settings/people');
    const { page } = open;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New user' }).click();
    await dialog.getByLabel('Name').fill('Ann Keller');
    await dialog.getByLabel('Email address').fill('ann@harbor.example');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('rowheader', { name: 'Ann Keller' }).waitFor();
    await page.getByRole('button', { name: 'New group' }).click();
    await dialog.getByLabel('Name').fill('Security team');
    await dialog.getByLabel('Ann Keller').check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('row').filter({ hasText: 'Security team' }).getByText('Ann Keller').waitFor();
    const { body } = await stage.system.api.get('/v1/groups');
    expect((body as { groups: unknown[] }).groups).toMatchObject([
      { name: 'Security team', member_ids: [expect.any(String)] },
    ]);
    await page.getByRole('button', { name: 'Delete Ann Keller' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row').filter({ hasText: 'Security team' }).getByText('Nobody').waitFor();
  }, 120_000);

  it('sets up a webhook, sees a message refused and sends it again, and reads all of it in the audit log', async () => {
    const open = await stage.open('/settings/webhooks');
    const { page } = open;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await dialog.getByLabel('Address').fill(`${receiver.url}/hook`);
    await dialog.getByLabel('Description').fill('Tickets');
    await dialog.getByRole('button', { name: 'Create' }).click();
    expect(await dialog.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('link', { name: 'Tickets' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('answered 500').first().waitFor({ timeout: 20_000 });
    await page.getByRole('button', { name: /^Send again/ }).click();
    await page.getByText('Accepted').last().waitFor({ timeout: 20_000 });
    expect(receiver.received.length).toBe(2);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await page.getByRole('button', { name: 'webhook.test', exact: true }).click();
    await dialog.getByText('answered 500').waitFor();
    expect(await dialog.locator('.payload').innerText()).toContain('"type": "webhook.test"');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Off', { exact: true }).waitFor();

    await page.goto(`${stage.system.url}/console/settings/audit-log`);
    await page.getByRole('rowheader', { name: /^Webhook created/ }).waitFor();
    await page.getByLabel('Action').selectOption({ label: 'Webhook changed' });
    await page.getByText('1 entry').waitFor();
  }, 120_000);
});
