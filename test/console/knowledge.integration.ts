import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { buildDocx, paragraph } from '../../services/questionnaire/src/documents/fixtures/docx.fixture.js';
import { pictureHead, withPicture } from '../../services/questionnaire/src/documents/fixtures/scan.fixture.js';
import { eventually } from '../support/poll.js';
import { overflows } from './console-page.js';
import { describeConsole } from './stage.fixture.js';

const WITH_PICTURE = withPicture(buildDocx([paragraph('Our policy has a picture.')]), pictureHead(9_000, 9_000));

interface Entry {
  id: string;
  question: string;
  answer: string;
  tags: string[];
  expires_at: string | null;
  last_verified_at: number | null;
  status: string;
}

describeConsole('knowledge in the console', (stage) => {
  const entries = async (): Promise<Entry[]> => {
    const { body } = await stage.system.api.get('/v1/knowledge/answers?limit=1000');
    return (body as { answers: Entry[] }).answers;
  };
  const entry = async (question: string): Promise<Entry | undefined> =>
    (await entries()).find((one) => one.question === question);

  it('writes an entry, edits it with tags and expiry, verifies it, archives it, finds it by words and tag', async () => {
    const open = await stage.open('/knowledge');
    const { page } = open;
    await page.getByRole('heading', { name: 'The answer library is empty' }).waitFor();
    await page.getByRole('button', { name: 'New entry' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Question').fill('Is <b>MFA</b> enforced?');
    await dialog.getByLabel('Answer').fill('Yes, everywhere.');
    await dialog.getByRole('button', { name: 'Add to the answer library' }).click();
    await page.getByRole('button', { name: 'Is <b>MFA</b> enforced?' }).click();
    await dialog.getByLabel('Tags').fill('access, identity');
    await dialog.getByLabel('Expires after').fill('2031-05-31');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.tag').getByText('identity').waitFor();
    expect(await entry('Is <b>MFA</b> enforced?')).toMatchObject({
      tags: ['access', 'identity'],
      expires_at: '2031-05-31T23:59:59.000Z',
      last_verified_at: null,
      status: 'APPROVED',
    });
    await page.getByRole('button', { name: 'Verify' }).click();
    await eventually('it is verified', async () => (await entry('Is <b>MFA</b> enforced?'))?.last_verified_at !== null);

    await stage.system.api.post('/v1/knowledge/answers', {
      json: { question: 'Are laptops encrypted?', answer: 'Yes.' },
    });
    await page.getByRole('button', { name: 'identity', exact: true }).click();
    await page.getByText('1 match').waitFor();
    await page.getByRole('button', { name: /^Tag: identity/ }).click();
    await page.getByLabel('Search the answer library').fill('laptops');
    await page.getByRole('button', { name: 'Are laptops encrypted?' }).waitFor();
    await page.getByText('1 match').waitFor();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('Archived', { exact: true }).last().waitFor();
    expect((await entry('Are laptops encrypted?'))?.status).toBe('ARCHIVED');
    await page.getByRole('button', { name: 'Restore' }).click();
    await eventually('it is used', async () => (await entry('Are laptops encrypted?'))?.status === 'APPROVED');
  }, 120_000);

  it('imports a table, says what became of every row, and solves what contradicts itself; exports it as CSV', async () => {
    await stage.system.api.post('/v1/knowledge/answers', {
      json: { question: 'Do you test backups?', answer: 'Yearly.' },
    });
    await stage.system.api.post('/v1/knowledge/answers', { json: { question: 'Who is the DPO?', answer: 'Ann' } });
    const open = await stage.open('/knowledge');
    const { page } = open;
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('Table').setInputFiles({
      name: 'answers.csv',
      mimeType: 'text/plain',
      buffer: Buffer.from(
        'Question,Answer\r\nDo you test backups?,Every month.\r\nWho is the DPO?,Ann\r\nIs there a SIEM?,\r\nAny SOC?,"=1+1, yes"\r\n',
      ),
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('Row 4').waitFor();
    expect(await dialog.locator('.figures').innerText()).toMatch(
      /Added\s+2\s+Already in the answer library, skipped\s+1\s+Conflicting with another entry\s+1\s+Rejected\s+1/,
    );
    expect(await dialog.innerText()).toContain('There is no answer in this row.');
    await dialog.getByRole('link', { name: 'Decide which one to keep' }).click();

    const group = page.locator('.groups > li').filter({ hasText: 'Do you test backups?' });
    await group
      .locator('.rivals > li')
      .filter({ hasText: 'Every month.' })
      .getByRole('button', { name: /^Keep this/ })
      .click();
    await page.getByRole('heading', { name: 'No duplicates or conflicts' }).waitFor();
    const rivals = (await entries()).filter(({ question }) => question === 'Do you test backups?');
    expect(new Map(rivals.map(({ answer, status }) => [answer, status]))).toEqual(
      new Map([
        ['Every month.', 'APPROVED'],
        ['Yearly.', 'ARCHIVED'],
      ]),
    );

    await page.goto(`${stage.system.url}/console/knowledge`);
    await page.getByRole('button', { name: 'Any SOC?' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.trim().split('\r\n').length).toBe((await entries()).length + 1);
    expect(csv).toContain(`Any SOC?,"'=1+1, yes"`);
  }, 120_000);

  it('speaks German to a browser that does, and takes its own German export back', async () => {
    for (const answer of ['Yes, Ann.', 'Yes, Bob.']) {
      await stage.system.api.post('/v1/knowledge/answers', { json: { question: 'Is there a CISO?', answer } });
    }
    const open = await stage.open('/knowledge', { browser: { locale: 'de-DE' } });
    const { page } = open;
    await page.getByRole('heading', { name: 'Antwortbibliothek' }).waitFor();
    await page.getByRole('button', { name: 'Is there a CISO?' }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportieren' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toMatch(/^\ufeffFrage,Antwort,Schlagwörter,Status,Ablaufdatum,Zuletzt bestätigt\r\n/);
    await page.getByRole('button', { name: 'Importieren' }).click();
    await page.getByLabel('Tabelle').setInputFiles({ name: 'export.csv', mimeType: '', buffer: Buffer.from(csv) });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Importieren' }).click();
    await dialog.getByText('Bereits vorhanden, übersprungen').waitFor();
    expect(await dialog.locator('.figures').innerText()).toMatch(/Abgelehnt\s+0$/);
    await dialog.getByRole('button', { name: 'Fertig' }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    const fits = async (): Promise<void> => {
      expect(await overflows(page)).toBe(false);
      expect(await page.locator('main').innerText()).not.toMatch(/knowledge:|{{|_one|_other/);
    };
    await fits();
    await page.getByRole('link', { name: 'Widersprüche' }).click();
    await page.getByRole('button', { name: 'Behalten, den anderen archivieren' }).first().waitFor();
    await fits();
    await page.getByRole('link', { name: 'Dokumente' }).click();
    await page.getByRole('heading', { name: 'Noch keine Dokumente' }).waitFor();
    await fits();
  }, 60_000);

  it('adds documents, shows how they are read, tells which cannot be, and deletes one when it is confirmed', async () => {
    const open = await stage.open('/knowledge/documents');
    const { page } = open;
    await page.getByRole('button', { name: 'Add documents' }).click();
    await page.getByLabel('Documents', { exact: true }).setInputFiles([
      { name: 'policy.md', mimeType: '', buffer: Buffer.from('# Encryption\n\nBackups are encrypted with AES-256.') },
      { name: 'pictures.docx', mimeType: '', buffer: Buffer.from(WITH_PICTURE) },
      { name: 'picture.exe', mimeType: '', buffer: Buffer.from('MZ') },
    ]);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText(/cannot be used as evidence/).waitFor();
    await dialog.getByText('Added', { exact: true }).nth(1).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const row = page.getByRole('row').filter({ hasText: 'policy.md' });
    await row.getByText('In use').waitFor({ timeout: 30_000 });
    await page
      .getByRole('row')
      .getByText(/^Not read, .*: picture 1\.$/)
      .waitFor({ timeout: 30_000 });
    await page.getByRole('link', { name: 'pictures.docx' }).click();
    await page
      .locator('.notice.warning')
      .getByText(/picture 1/)
      .waitFor();
    await page.getByRole('link', { name: 'Documents' }).first().click();
    await page.getByRole('link', { name: 'policy.md' }).click();
    const passages = page.getByRole('region', { name: 'Passages' });
    await passages.getByRole('heading', { name: 'Encryption' }).waitFor();
    await passages.getByText('Backups are encrypted with AES-256.').waitFor();
    await page.getByRole('link', { name: 'Documents' }).first().click();
    for (const name of ['policy.md', 'pictures.docx']) {
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('link', { name }).waitFor({ state: 'detached' });
    }
    await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
    const { body } = await stage.system.api.get('/v1/knowledge/documents');
    expect((body as { documents: unknown[] }).documents).toEqual([]);
  }, 120_000);

  it('shows a reader everything, with what the key may not do disabled and the reason beside', async () => {
    const { body } = await stage.system.api.post('/v1/api-keys', { json: { name: 'Viewer', role: 'VIEWER' } });
    const { key } = body as { key: string };
    const open = await stage.open('/knowledge', { key });
    const { page } = open;
    const reason = 'This needs at least a member. Your role is “Viewer”.';
    await page.locator('.table').waitFor();
    await page.getByText(reason).first().waitFor();
    for (const name of ['New entry', 'Import', 'Verify']) {
      const button = page.getByRole('button', { name }).first();
      expect(await button.isDisabled()).toBe(true);
      expect(await button.getAttribute('title')).toBe(reason);
    }
    await page.locator('.entry-name').first().click();
    expect(await page.getByRole('dialog').getByLabel('Answer').isDisabled()).toBe(true);
    await page.goto(`${stage.system.url}/console/trust-portal`);
    await page.getByRole('heading', { name: 'You may not open this' }).waitFor();
    await page.getByText('This needs an administrator').waitFor();
    await page.goto(`${stage.system.url}/console/settings/keys`);
    await page.getByRole('heading', { name: 'You may not open this' }).waitFor();
  }, 60_000);
});
