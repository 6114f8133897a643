import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { describeConsole } from './stage.fixture.js';

const ADMIN = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'deploy',
  'embedded',
  'dist',
  'admin',
  'main.js',
);

describeConsole('a sign-in link in a browser', (stage) => {
  async function fragment(): Promise<string> {
    const env = { PATH: process.env['PATH'], CANDOR_DATA_DIR: stage.system.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'sign-in-link'], { env });
    return `#${stdout.split('\n')[0]?.split('#')[1]}`;
  }

  it('opens the console signed in, leaves no code in the address, and says so when it is followed again', async () => {
    const used = await fragment();
    const open = await stage.open(used, { key: '' });
    const { page, requested } = open;
    await page.getByRole('link', { name: 'Questionnaires' }).first().waitFor();
    expect(page.url()).not.toContain('sign-in');
    expect(requested.filter((address) => address.includes(used.slice('#sign-in='.length)))).toEqual([]);
    await page.reload();
    await page.getByRole('link', { name: 'Questionnaires' }).first().waitFor();

    // The same link, in the same tab, once more.
    await page.goto(`${stage.system.url}/console${used}`);
    await page.getByText('This sign-in link has been used').waitFor();
    expect(page.url()).not.toContain('sign-in');
    expect(await page.getByLabel('API key').isVisible()).toBe(true);

    await page.goto(`${stage.system.url}/console${await fragment()}`);
    await page.getByRole('link', { name: 'Questionnaires' }).first().waitFor();
  }, 120_000);
});
