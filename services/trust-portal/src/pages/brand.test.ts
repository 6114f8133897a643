import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { accentShades, BRAND, COLOURS } from '@candor/runtime';
import { fromOf } from '@candor/runtime/mail';
import { addSubscriber, createUpdate, schedule } from '../trust-portal.fixture.js';
import { startPages, type TestPages } from './pages.fixture.js';

const INTRO = 'News of the house <b>& more</b>.';
const LOGO = 'https://cdn.example.com/logo.png';

describe('an organization with a brand of its own', () => {
  let pages: TestPages;
  beforeAll(async () => {
    pages = await startPages({ name: 'Harbor & Co', logoUrl: LOGO, accentColor: '#5b21b6', intro: INTRO });
  });
  afterAll(() => pages.close());

  it('has its name, logo, colour and intro on its pages', async () => {
    const { text, headers } = await pages.get('/acme');
    expect(text).toContain('News of the house &#60;b&#62;&#38; more&#60;/b&#62;.');
    expect(text).toContain('Harbor &#38; Co');
    expect(text).toContain(`src="${LOGO}"`);
    expect(headers.get('content-security-policy')).toContain('https://cdn.example.com');
    const sheet = /href="\/portal(\/_assets\/accent-[^"]+)"/.exec(text)?.[1] ?? '';
    const css = await pages.get(sheet);
    expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(css.text).toContain(`--accent:${accentShades('#5b21b6')['accent']![0]}`);
    expect((await pages.get('/_assets/accent-red;}.css')).status).toBe(404);
  });

  it('has them in its mails, which link to the update on the portal', async () => {
    const { replica, call } = pages;
    await addSubscriber(replica, call, 'a@example.com', SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED);
    const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
    const mail = await pages.mailed(1);
    const page = `https://trust.example.com/portal/acme/updates/${id}`;
    expect(mail.from).toBe('"Harbor & Co" <trust@example.com>');
    expect(mail.text).toContain(page);
    expect(mail.text).toContain(INTRO);
    for (const part of [
      `href="${page}"`,
      `src="${LOGO}"`,
      'Harbor &#38; Co',
      '#5b21b6',
      '&#60;b&#62;&#38; more&#60;/b&#62;',
    ]) {
      expect(mail.html).toContain(part);
    }
    expect((await pages.get(`/acme/updates/${id}`)).status).toBe(200);

    await pages.post('/acme/subscribe', { email: 'b@example.com', scope: 'all' });
    const confirm = await pages.mailed(2);
    expect(confirm.from).toBe('"Harbor & Co" <trust@example.com>');
    for (const part of [`src="${LOGO}"`, 'background:#5b21b6', '&#60;b&#62;&#38; more&#60;/b&#62;']) {
      expect(confirm.html).toContain(part);
    }
  });

  it('links to no page in the mail of an update whose date has not come', async () => {
    const { replica, call, mails } = pages;
    const before = mails.length;
    const updateDate = '2035-01-01T00:00:00Z';
    const { id } = await createUpdate(replica, call, { updateDate, schedule: schedule({ sendImmediately: true }) });
    expect((await pages.mailed(before + 1)).text).not.toContain(id);
  });
});

it('without one of its own the pages have the product’s colours', async () => {
  const pages = await startPages();
  try {
    const { text } = await pages.get('/acme');
    expect(text).not.toContain('/_assets/accent-');
    const css = await pages.get(/href="\/portal(\/_assets\/[^"]+)"/.exec(text)?.[1] ?? '');
    for (const [name, [light]] of Object.entries(COLOURS)) expect(css.text).toContain(`--${name}:${light};`);
  } finally {
    await pages.close();
  }
});

it.each([
  [`${BRAND.name} <no-reply@example.com>`, '"Acme" <no-reply@example.com>'],
  ['no-reply@example.com', '"Acme" <no-reply@example.com>'],
  ['"Trust Team" <trust@example.com>', '"Trust Team" <trust@example.com>'],
  ['Trust Team <trust@example.com>', 'Trust Team <trust@example.com>'],
])('mails of %s are from %s', (from, shown) => {
  expect(fromOf({ from }, { name: 'Acme' })).toBe(shown);
});
it('a name cannot end the sender’s name', () => {
  expect(fromOf({ from: 'a@example.com' }, { name: 'A" <evil@example.com>\r\nBcc: x' })).toBe(
    '"A evil@example.com Bcc: x" <a@example.com>',
  );
});
