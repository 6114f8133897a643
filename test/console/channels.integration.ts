import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Page } from 'playwright-core';
import { AgentMemory, connectAgentOf } from '../support/agent-consent.js';
import { barriers } from '../support/browser.js';
import { Browserlike } from '../support/browserlike.js';
import { eventually } from '../support/poll.js';
import { overflows, waitForToast } from './console-page.js';
import { describeConsoleWith } from './stage.fixture.js';

const PHONE = { width: 390, height: 844 };

/** A program on the person's own machine: where the browser is sent back to, and with what. */
async function startProgram(): Promise<{ address: string; came: Promise<URLSearchParams>; close(): Promise<void> }> {
  let told: (query: URLSearchParams) => void;
  const came = new Promise<URLSearchParams>((resolve) => (told = resolve));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/back') told(searchParams);
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Back</title><p>Done</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { address: `http://127.0.0.1:${port}/back`, came, close };
}

const environment = () => ({ CANDOR_PASSWORD_SIGN_IN: 'true' });

describeConsoleWith({ environment, mayAskOthers: true }, 'channels', (stage) => {
  let ada: Browserlike | undefined;
  /** The first administrator, signed in. */
  async function administrator(): Promise<Browserlike> {
    if (ada) return ada;
    ada = new Browserlike(stage.system.url);
    const code = stage.system.firstAdminLink?.split('=')[1] ?? '';
    const json = { code, name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' };
    expect((await ada.post('/auth/first-admin', json)).status).toBe(200);
    return ada;
  }
  const card = (page: Page, name: string) => page.getByRole('region', { name });

  it('shows agents and who connected them, tests the address, and ends one', async () => {
    await connectAgentOf(await administrator(), new URL('/mcp', stage.system.url), 'Assistant');
    const { page } = await stage.open('/channels');
    const agents = card(page, 'Agents (MCP)');
    await agents.getByRole('strong').filter({ hasText: 'Assistant' }).waitFor();
    await agents.getByText('Ada Lovelace').waitFor();
    expect(await agents.getByLabel('Address for agents').inputValue()).toBe(`${stage.system.url}/mcp`);
    await agents.getByRole('button', { name: 'Test' }).click();
    await agents.getByText('The address answers with 7 tools.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await agents.getByRole('button', { name: 'Disconnect Assistant' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await waitForToast(page, 'Assistant is disconnected.');
    await agents.getByText('No agent is connected.').waitFor();
  }, 60_000);

  it('switches agents off after a question, and on again', async () => {
    const { page } = await stage.open('/channels');
    const box = card(page, 'Agents (MCP)').getByLabel('People may connect agents by signing in');
    await box.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await waitForToast(page, 'Agents are switched off.');
    await page.waitForFunction(`document.querySelectorAll('.channel input[type=checkbox]:checked').length === 0`);
    await box.click();
    await waitForToast(page, 'People may connect agents.');
  }, 60_000);

  it('makes a key for the extension that only asks, shows it once, and takes it away', async () => {
    const { page } = await stage.open('/channels');
    const extension = card(page, 'Browser extension');
    expect(await extension.getByLabel('Server address').inputValue()).toBe(stage.system.url);
    await extension.getByRole('button', { name: 'Test' }).click();
    await extension.getByText('The extension can be downloaded').waitFor();
    for (const name of ['Chrome and Edge', 'Firefox']) {
      const href = await extension.getByRole('link', { name: `Download for ${name}` }).getAttribute('href');
      const zip = await fetch(stage.system.url + (href ?? ''));
      expect([
        zip.status,
        Buffer.from(await zip.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ]).toEqual([200, 'PK']);
    }
    await extension.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('For whom or what').fill('Sales');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    const key = await page.getByLabel('API key').inputValue();
    const session = await fetch(`${stage.system.url}/v1/session`, { headers: { 'x-api-key': key } });
    expect(await session.json()).toMatchObject({ role: 'VIEWER', scopes: ['Insights: ask'] });
    await page.getByRole('dialog').getByRole('button').last().click();
    await extension.getByRole('button', { name: 'Disconnect Browser extension: Sales' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await waitForToast(page, 'Browser extension: Sales is disconnected.');
    // Gateways keep what they know of a key for some seconds.
    await eventually('the key works no more', async () => {
      const after = await fetch(`${stage.system.url}/v1/session`, { headers: { 'x-api-key': key } });
      return after.status === 401;
    });
  }, 60_000);

  it('shows the manifest of Slack, and says beside the field what is wrong', async () => {
    const { page } = await stage.open('/channels');
    const slack = card(page, 'Slack');
    expect(await slack.getByLabel('Manifest').inputValue()).toContain('display_information');
    await slack.getByLabel('Bot token').fill('nothing of Slack');
    await slack.getByRole('button', { name: 'Connect', exact: true }).click();
    await slack.getByRole('alert').first().waitFor();
    expect(await slack.getByLabel('Bot token').getAttribute('type')).toBe('password');
  }, 60_000);

  it('fits a phone, light and dark, and is used by keyboard', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await stage.open('/channels', { browser: { viewport: PHONE, colorScheme } });
      await card(page, 'Agents (MCP)').getByText('No agent is connected.').waitFor();
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
      await card(page, 'Agents (MCP)').getByText('Configuration of other programs').first().focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Programs that start their servers themselves').waitFor();
      expect(await overflows(page)).toBe(false);
    }
  }, 60_000);

  it('asks a person in the browser, and sends them back to the program with a code', async () => {
    const browser = await administrator();
    const program = await startProgram();
    const memory = new AgentMemory('Assistant', program.address);
    const serverUrl = new URL('/mcp', stage.system.url);
    await auth(memory, { serverUrl });
    const { context } = await stage.open('/channels');
    const [[name, value] = ['', '']] = [...browser.cookies];
    await context.addCookies([{ name, value, url: stage.system.url }]);
    const page = await context.newPage();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(PHONE);
      await page.goto(memory.sentTo?.href ?? '');
      await page.getByRole('heading', { name: 'Connect an agent' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
    await page.getByLabel(/propose answers/).uncheck();
    await page.getByRole('button', { name: 'Allow', exact: true }).focus();
    await page.keyboard.press('Enter');
    const query = await program.came;
    expect(query.get('state')).toBe('the state of the test');
    await auth(memory, { serverUrl, authorizationCode: query.get('code') ?? '' });
    expect(memory.kept.tokens?.scope).toBe('insights:ask knowledge:read questionnaires:read');
    await program.close();
  }, 60_000);
});
