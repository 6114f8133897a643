import { afterAll, expect, it } from '@jest/globals';
import { MailBox } from '../support/mail-box.js';
import { eventually } from '../support/poll.js';
import { describeConsoleWith } from './stage.fixture.js';

interface Update {
  id: string;
  title: string;
  notification_status: string;
  recipient_count: number;
  delivered_count: number;
  scheduled_at: string | null;
  archived: boolean;
  categories: { name: string }[];
}

interface Subscriber {
  email: string;
  status: string;
  category_ids: string[] | null;
}

let mails: MailBox;

async function environment(): Promise<Record<string, string>> {
  mails = await MailBox.start();
  return { SMTP_URL: mails.url };
}

describeConsoleWith({ environment }, 'the trust portal in the console', (stage) => {
  afterAll(() => mails.close());
  const subscribers = async (): Promise<Subscriber[]> => {
    const { body } = await stage.system.api.get('/v1/trustportal/updates/subscribers?page_size=100');
    return (body as { data: Subscriber[] }).data;
  };
  const updateOf = async (url: string): Promise<Update> => {
    const id = /updates\/([^/?]+)/.exec(url)?.[1] ?? '';
    return (await stage.system.api.get(`/v1/trustportal/updates/${id}`)).body as Update;
  };

  it('makes categories, adds and imports subscribers, and tells which rows were not added', async () => {
    const open = await stage.open('/trust-portal/categories');
    const { page } = open;
    const dialog = page.getByRole('dialog');
    for (const name of ['Incidents', 'Certificates']) {
      await page.getByRole('button', { name: 'New category' }).click();
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('rowheader', { name }).waitFor();
    }
    await page.getByRole('button', { name: 'New category' }).click();
    await dialog.getByLabel('Name').fill('incidents');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('A category with this name exists already.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Rename Certificates' }).click();
    await dialog.getByLabel('Name').fill('Certifications');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('rowheader', { name: 'Certifications' }).waitFor();

    await page.getByRole('link', { name: 'Subscribers' }).click();
    await page.getByRole('heading', { name: 'No subscribers yet' }).waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByLabel('Address').fill('ann@customer.example');
    await dialog.getByLabel(/They have already agreed/).check();
    await dialog.getByLabel(/All categories/).uncheck();
    await dialog.getByLabel('Incidents').check();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('rowheader', { name: 'ann@customer.example' }).waitFor();

    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('CSV file').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/plain',
      buffer: Buffer.from(
        'email\r\nbob@customer.example\r\nann@customer.example\r\nno address\r\ncy@customer.example\r\n',
      ),
    });
    await dialog.getByLabel(/They have already agreed/).check();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('Row 4').waitFor();
    expect(await dialog.innerText()).toMatch(
      /Added\s+2\s+Unsubscribed\s+0\s+Bounced\s+0\s+Already listed\s+1\s+Not added\s+1[^]*This is not an email address/,
    );
    await dialog.getByRole('button', { name: 'Done' }).click();
    const incidents = (await subscribers()).find(({ email }) => email.startsWith('ann'));
    expect(incidents).toMatchObject({ status: 'confirmed', category_ids: [expect.any(String)] });

    await page.getByRole('button', { name: 'Unsubscribe cy@customer.example' }).click();
    await dialog.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('row').filter({ hasText: 'cy@' }).getByText('Unsubscribed').waitFor();
    await page.getByRole('button', { name: 'Erase cy@customer.example' }).click();
    expect(await dialog.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/cannot be undone/).check();
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('rowheader', { name: 'cy@customer.example' }).waitFor({ state: 'detached' });
    expect((await subscribers()).map(({ email }) => email).sort()).toEqual([
      'ann@customer.example',
      'bob@customer.example',
    ]);
  }, 120_000);

  it('writes an update with the mail beside, and sends it only after a tick with the number of recipients', async () => {
    const open = await stage.open('/trust-portal');
    const { page } = open;
    await page.getByRole('button', { name: 'New update' }).click();
    await page.getByLabel('Title').fill('Report <2026>');
    await page
      .getByLabel('Text')
      .fill('All is **well**: [read](https://a.example/r), not [this](javascript:alert(1)) <img src=x>');
    await page.getByLabel('Certifications').check();
    const mail = page.getByRole('region', { name: 'The email' });
    await mail.locator('strong').getByText('well').waitFor();
    expect(await mail.getByRole('heading').innerText()).toBe('Report <2026>');
    expect(await mail.locator('.mail-body a').count()).toBe(1);
    expect(await mail.locator('img').count()).toBe(0);
    await page.getByRole('button', { name: 'Publish and continue' }).click();

    await page.getByText('1 of 2 subscribers would receive it now.').waitFor();
    expect(await updateOf(page.url())).toMatchObject({ notification_status: 'none', recipient_count: 0 });
    await page.getByRole('button', { name: /^Show who/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row').filter({ hasText: 'ann@' }).getByText('chose other categories only').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('button', { name: 'Send now …' }).click();
    expect(await dialog.getByRole('button', { name: 'Send 1 email' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/I have read the email/).check();
    await dialog.getByRole('button', { name: 'Send 1 email' }).click();
    expect((await mails.next('bob@customer.example')).subject).toBe('Report <2026>');
    await page.getByText('1 of 1 delivered').waitFor({ timeout: 20_000 });
    await page.getByRole('region', { name: 'Individual emails' }).getByText('Delivered').last().waitFor();
    expect(await updateOf(page.url())).toMatchObject({ notification_status: 'sent', delivered_count: 1 });
    expect(await page.getByRole('button', { name: 'Send now …' }).count()).toBe(0);
  }, 120_000);

  it('schedules, changes its mind, edits, archives and restores', async () => {
    const { body } = await stage.system.api.post('/v1/trustportal/updates', {
      json: { title: 'Maintenance', description: 'On Sunday.' },
    });
    const { id } = body as { id: string };
    const open = await stage.open(`/trust-portal/updates/${id}`);
    const { page } = open;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Schedule …' }).click();
    await dialog.getByLabel('Date and time').fill('2020-01-01T09:00');
    await dialog.getByText('This time has passed.').waitFor();
    await dialog.getByLabel('Date and time').fill('2031-03-05T09:30');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('The emails go out on').waitFor();
    const scheduled = await updateOf(page.url());
    expect(scheduled).toMatchObject({ notification_status: 'scheduled' });
    const local = await page.evaluate<string>(`new Date('2031-03-05T09:30').toISOString()`);
    expect(scheduled.scheduled_at).toBe(local);
    await page.getByRole('button', { name: 'Cancel the schedule' }).click();
    await eventually('it is cancelled', async () => (await updateOf(page.url())).notification_status === 'cancelled');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('Maintenance of the archive');
    await page.getByLabel('Incidents').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Maintenance of the archive', level: 1 }).waitFor();
    expect(await updateOf(page.url())).toMatchObject({ categories: [{ name: 'Incidents' }] });
    await page.getByRole('button', { name: 'Archive' }).click();
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    expect((await updateOf(page.url())).archived).toBe(true);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    expect((await updateOf(page.url())).archived).toBe(false);
  }, 120_000);

  it('keeps a text that is not saved when the person goes elsewhere', async () => {
    const open = await stage.open('/trust-portal/updates/new');
    const { page } = open;
    await page.getByLabel('Title').fill('Half');
    page.once('dialog', (asked) => void asked.dismiss());
    await page.getByRole('link', { name: 'Updates' }).first().click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Half');
    page.once('dialog', (asked) => void asked.accept());
    await page.getByRole('link', { name: 'Updates' }).first().click();
    await page.getByRole('button', { name: 'New update' }).waitFor();
  }, 60_000);
});
