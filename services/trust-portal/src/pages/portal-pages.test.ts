import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { TestLibrary } from '../frequently-asked/library.fixture.js';
import { createUpdate } from '../trust-portal.fixture.js';
import { startPages, type TestPages } from './pages.fixture.js';

const ENCRYPTED = { id: newId(), question: 'Is stored data <b>encrypted</b>?', answer: 'Yes, with **AES-256**.' };
const BACKUP = { id: newId(), question: 'Are there backups?', answer: 'Every day.' };
const SECRET = { id: newId(), question: 'What do we pay?', answer: 'Confidential.' };

const library = new TestLibrary([
  { ...ENCRYPTED, tags: ['public'], updatedAt: 1 },
  { ...BACKUP, tags: [], updatedAt: 1 },
  { ...SECRET, tags: ['internal'], updatedAt: 1 },
]);
let pages: TestPages;

beforeAll(async () => {
  pages = await startPages({ name: 'Harbor & Co' }, { knowledge: library, conversations: library });
  const { replica, call } = pages;
  await createUpdate(replica, call, { title: 'A new report' });
  await replica.faq.addFaqEntry({ what: { $case: 'tag', value: 'public' } }, call);
  await replica.faq.addFaqEntry({ what: { $case: 'answerId', value: BACKUP.id } }, call);
  const fields = { purpose: 'Hosting', data: 'All <i>data</i>', region: 'EU', since: '2026-03-01' };
  await replica.subprocessors.addSubprocessor({ name: 'Nordwind', ...fields }, call);
});
afterAll(() => pages.close());
beforeEach(() => {
  library.outOfReach = false;
  library.says = { answer: '', sure: false, sources: [] };
});

describe('before a front page is published', () => {
  it('a portal shows its updates alone, whatever there is', async () => {
    const { text } = await pages.get('/acme');
    expect(text).toContain('A new report');
    for (const path of ['/acme/faq', '/acme/ask', '/acme/subprocessors', '/acme/subprocessors/feed.atom'])
      expect([path, (await pages.get(path)).status]).toEqual([path, 404]);
  });

  it('its draft is seen by the link of the preview only, and by nobody’s search engine', async () => {
    const { replica, call } = pages;
    await replica.profile.editProfile({ about: 'We are **careful**.', contactEmail: 'trust@example.com' }, call);
    const { previewPath } = await replica.profile.getProfile({}, call);
    const path = previewPath.replace('/portal', '');
    const { text, headers } = await pages.get(path);
    expect(text).toContain('We are <strong>careful</strong>.');
    expect(text).toContain('This is a preview.');
    expect(text).toContain('<meta name="robots" content="noindex" />');
    expect(headers.get('cache-control')).toBe('no-store');
    const next = /href="\/portal(\/acme\/faq\?preview=[^"]+)"/.exec(text)?.[1] ?? '';
    expect((await pages.get(next)).text).toContain('Are there backups?');
    expect((await pages.get('/acme')).text).not.toContain('careful');
    expect((await pages.get(`${path}x`)).text).not.toContain('careful');
  });
});

describe('a published front page', () => {
  beforeAll(async () => {
    await pages.replica.profile.publishProfile({}, pages.call);
  });

  it('shows what visitors look for, all of it escaped', async () => {
    const { text } = await pages.get('/acme');
    for (const part of [
      'careful',
      'Is stored data &#60;b&#62;',
      'Are there backups?',
      'A new report',
      '1 subprocessor',
    ])
      expect(text).toContain(part);
    expect(text).toContain('mailto:trust@example.com');
    for (const part of ['Confidential', '<script', 'style="', '<b>encrypted']) expect(text).not.toContain(part);
  });

  it('has its updates on a page of their own, and lists at the old addresses', async () => {
    expect((await pages.get('/acme/updates')).text).toContain('A new report');
    expect((await pages.get('/acme?q=report')).text).toContain('A new report');
  });

  it('lists subprocessors as a table and in two feeds', async () => {
    const { text } = await pages.get('/acme/subprocessors');
    expect(text).toContain('<time datetime="2026-03-01">March 1, 2026</time>');
    expect(text).toContain('All &#60;i&#62;data');
    const atom = await pages.get('/acme/subprocessors/feed.atom');
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(atom.text).toContain('<title>Nordwind</title>');
    const json = JSON.parse((await pages.get('/acme/subprocessors/feed.json')).text) as { items: object[] };
    expect(json).toMatchObject({
      feed_url: 'https://trust.example.com/portal/acme/subprocessors/feed.json',
      items: [{ title: 'Nordwind', url: 'https://trust.example.com/portal/acme/subprocessors' }],
    });
  });

  it('has a JSON feed of its updates beside the Atom one', async () => {
    const { headers, text } = await pages.get('/acme/feed.json');
    expect(headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(JSON.parse(text) as object).toMatchObject({ items: [{ title: 'A new report' }] });
  });

  it('finds published answers by their words, and no others', async () => {
    const found = await pages.get('/acme/faq?q=AES%20encr%C3%BDpted');
    expect(found.text).toContain('1 answer for “<bdi>AES encrýpted</bdi>”.');
    expect(found.text).not.toContain('backups');
    expect((await pages.get('/acme/faq?q=pay')).text).toContain('Nothing found');
  });

  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de', 'Häufige Fragen', '1. März 2026'],
    ['fr, en;q=0.5, de;q=0.4', 'en', 'Frequently asked questions', 'March 1, 2026'],
    ['en;q=0.2, de;q=0.7', 'de', 'Häufige Fragen', '1. März 2026'],
    ['en;q=1.5.5.5;;;, ****', 'en', 'Frequently asked questions', 'March 1, 2026'],
  ])('speaks the language that the browser wants: %s', async (wanted, language, title, date) => {
    const headers = { 'accept-language': wanted };
    const { text, headers: told } = await pages.get('/acme/faq', headers);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(told.get('vary')).toContain('Accept-Language');
    expect((await pages.get('/acme/subprocessors', headers)).text).toContain(date);
  });

  it('has addresses without the portal’s name under a domain of its own', async () => {
    const { text } = await pages.get('/acme', { 'x-candor-portal-domain': 'trust.example.com' });
    expect(text).toContain('href="/faq"');
    expect(text).not.toContain('href="/portal/acme');
  });

  it('stands without its answers while they cannot be read', async () => {
    const bare = await startPages({}, { knowledge: library });
    try {
      await bare.replica.faq.addFaqEntry({ what: { $case: 'tag', value: 'public' } }, bare.call);
      await bare.replica.profile.publishProfile({}, bare.call);
      library.outOfReach = true;
      const { status, text } = await bare.get('/acme');
      expect([status, text.includes('/acme/faq')]).toEqual([200, false]);
    } finally {
      await bare.close();
    }
  });

  it('without its updates sends nobody to them', async () => {
    const { replica, call } = pages;
    await replica.profile.editProfile({ sections: { names: ['faq'] } }, call);
    await replica.profile.publishProfile({}, call);
    try {
      const { text } = await pages.get('/acme');
      expect(text).not.toContain('A new report');
      expect(text).not.toContain('/acme/subprocessors"');
      expect((await pages.get('/acme/updates')).status).toBe(404);
      expect((await pages.get('/acme/ask')).status).toBe(404);
    } finally {
      await replica.profile.editProfile({ sections: { names: ['updates', 'faq', 'ask', 'subprocessors'] } }, call);
      await replica.profile.publishProfile({}, call);
    }
  });
});

describe('a question that a visitor asks', () => {
  const ask = (question: string, from = '198.51.100.1') =>
    pages.post('/acme/ask', { question }, { 'x-candor-client-address': from });
  const quote = { id: ENCRYPTED.id, title: ENCRYPTED.question, quote: 'Yes, with AES-256.' };

  it('is answered with its source, from what is published alone, and recorded', async () => {
    library.says = { answer: 'Yes, with AES-256.', sure: true, sources: [quote] };
    const { status, text, headers } = await ask('Is data encrypted?');
    expect(status).toBe(200);
    expect(text).toContain('Yes, with AES-256.');
    expect(text).toContain(`#a-${ENCRYPTED.id}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect([...(library.asked.at(-1)?.readable.answerIds ?? [])].sort()).toEqual([ENCRYPTED.id, BACKUP.id].sort());
    expect(library.recorded.at(-1)).toEqual({ question: 'Is data encrypted?', answer: 'Yes, with AES-256.' });
  });

  it('that is not answered with certainty is not answered at all, and recorded as open', async () => {
    library.says = { answer: 'Perhaps.', sure: false, sources: [quote] };
    const { text } = await ask('Is <i>everything</i> safe?');
    expect(text).toContain('There is no published answer to this question');
    expect(text).toContain('mailto:trust@example.com');
    expect(text).toContain('&#60;i&#62;everything');
    expect(text).not.toContain('Perhaps');
    expect(library.recorded.at(-1)).toEqual({ question: 'Is <i>everything</i> safe?', answer: '' });
  });

  it.each([
    ['', 'Please enter a question.'],
    ['x'.repeat(1001), 'at most 1,000 characters'],
  ])('that is blank or too long is not asked (%#)', async (question, told) => {
    const before = library.asked.length;
    const { status, text } = await ask(question);
    expect([status, text.includes(told)]).toEqual([422, true]);
    expect(library.asked).toHaveLength(before);
  });

  it('while the engine is out of reach is to be asked again, and not recorded', async () => {
    const before = library.recorded.length;
    library.outOfReach = true;
    const { status, headers } = await ask('Is data encrypted?');
    expect([status, headers.get('retry-after')]).toEqual([503, '60']);
    expect(library.recorded).toHaveLength(before);
  });

  it('is refused after thirty of one network in an hour, and of no other', async () => {
    for (let n = 0; n < 30; n++) expect((await ask('Again?', '203.0.113.9')).status).toBe(200);
    const { status, headers } = await ask('Again?', '203.0.113.9');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('Again?', '203.0.113.10')).status).toBe(200);
  });
});
