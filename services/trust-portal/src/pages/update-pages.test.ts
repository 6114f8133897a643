import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import { createUpdate } from '../trust-portal.fixture.js';
import { startPages, type TestPages } from './pages.fixture.js';

const SCRIPT = '<script>alert(1)</script>';

let pages: TestPages;

beforeAll(async () => {
  pages = await startPages({ name: `Acme ${SCRIPT}"'`, logoUrl: 'https://cdn.example.com/logo.png?"><script>' });
});
afterAll(() => pages.close());

const titles = (text: string): string[] =>
  [...text.matchAll(/<h2 dir="auto"><a [^>]*>([^<]*)<\/a>/g)].map((match) => match[1] ?? '');
const at = (day: number): string => new Date(Date.UTC(2029, 0, day)).toISOString();

/** What a browser would run or load from elsewhere. */
function dangers(text: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (/^(script|iframe|object|embed|style|svg|base)$/.test(name)) found.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^on|^style$|^srcdoc$/.test(attribute)) found.push(`${name} ${attribute}`);
        if (/^(href|src|action)$/.test(attribute) && !/^(https:|\/portal\/|#content)/.test(value)) {
          found.push(`${name} ${attribute}=${value}`);
        }
        if (name === 'img' && !value.startsWith('https://cdn.example.com/') && attribute === 'src') found.push(value);
      }
    },
  });
  parser.end(text);
  return found;
}

/** Buttons that stand out: those that are not quiet. */
const primaries = (text: string): number =>
  [...text.matchAll(/<a class="button([^"]*)"|<button(?! class="quiet")[^>]*type="submit"/g)].filter(
    ([, classes = '']) => !classes.includes('quiet'),
  ).length;

describe('a public page', () => {
  it('has one primary button', async () => {
    const { replica, call } = pages;
    const { id: plain } = await createUpdate(replica, call, { title: 'Plain', updateDate: at(1) });
    const linked = await createUpdate(replica, call, {
      title: 'Linked',
      updateDate: at(1),
      link: 'https://example.com/report',
    });
    const paths = [
      '/acme',
      '/acme?q=nothing',
      '/acme/subscribe',
      `/acme/updates/${plain}`,
      `/acme/updates/${linked.id}`,
    ];
    for (const path of paths) expect([path, primaries((await pages.get(path)).text)]).toEqual([path, 1]);
    for (const id of [plain, linked.id]) await replica.portal.archiveUpdate({ id }, call);
  });
});

describe('the public list', () => {
  it('shows active updates of dates that have come, newest first, by topic, words and page', async () => {
    const { replica, call } = pages;
    expect((await pages.get('/acme')).text).toContain('No updates yet');
    const { id: infra } = await replica.portal.createCategory({ name: 'Infra' }, call);
    for (let i = 1; i <= 25; i++) {
      await createUpdate(replica, call, {
        title: `Update ${i}`,
        updateDate: at(i),
        categoryIds: i % 5 === 0 ? [infra] : [],
      });
    }
    const { id: hidden } = await createUpdate(replica, call, { title: 'Withdrawn', updateDate: at(28) });
    await replica.portal.archiveUpdate({ id: hidden }, call);
    const { id: future } = await createUpdate(replica, call, { title: 'Later', updateDate: '2030-02-01T00:00:00Z' });
    await createUpdate(replica, call, { title: 'Crème brûlée', description: 'about pastry', updateDate: at(1) });

    const first = await pages.get('/acme');
    expect(titles(first.text)).toEqual(Array.from({ length: 20 }, (_, i) => `Update ${25 - i}`));
    expect(first.text).toContain('Page 1 of 2');
    expect(titles((await pages.get('/acme?page=2')).text)).toHaveLength(6);
    expect((await pages.get('/acme?page=99')).text).toContain('Page not found');
    expect(titles((await pages.get(`/acme?category=${infra}`)).text)).toEqual(
      [25, 20, 15, 10, 5].map((i) => `Update ${i}`),
    );
    expect(titles((await pages.get('/acme?q=PASTRY+creme')).text)).toEqual(['Crème brûlée']);
    expect((await pages.get('/acme?q=.*')).text).toContain('Nothing found');
    expect((await pages.get('/acme?category=none')).status).toBe(404);
    for (const id of [hidden, future]) expect((await pages.get(`/acme/updates/${id}`)).status).toBe(404);
    pages.installation.clock.advance(32 * 86_400_000);
    expect((await pages.get(`/acme/updates/${future}`)).status).toBe(200);
  });

  it('is a well-formed Atom feed', async () => {
    const { headers, text } = await pages.get('/acme/feed.atom');
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const seen: string[] = [];
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name }) => seen.push(name));
    parser.write(text).close();
    expect(seen.filter((name) => name === 'entry').length).toBeGreaterThan(20);
    expect(text).toMatch(
      /<link rel="alternate" type="text\/html" href="https:\/\/trust\.example\.com\/portal\/acme\/updates\//,
    );
  });
});

describe('what is written by others', () => {
  it('comes out inert, in title, text, link, name and search', async () => {
    const { replica, call } = pages;
    const { id } = await createUpdate(replica, call, {
      title: `${SCRIPT} "onmouseover="x\u0001 \u202egnp.exe`,
      description: `${SCRIPT} <img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](data:text/html,x) <https://example.com/"onclick=x>\n\n<iframe src="//evil"></iframe>\n\n\`\`\`\n${SCRIPT}\n\`\`\``,
      link: 'https://example.com/"><script>alert(1)</script>',
      linkText: SCRIPT,
    });
    for (const path of [
      '/acme',
      `/acme/updates/${id}`,
      `/acme?q=${encodeURIComponent(SCRIPT)}`,
      '/acme/subscribe',
      '/acme/feed.atom',
    ]) {
      const { text } = await pages.get(path);
      expect(dangers(text)).toEqual([]);
      expect(text).not.toMatch(/[\u0001\u202e]/);
    }
    expect((await pages.get(`/acme/updates/${id}`)).text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  });
});

describe('every page', () => {
  it('lets nothing run, keeps addresses to itself, and says how long it may be kept', async () => {
    const { headers } = await pages.get('/acme');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' https://cdn.example.com; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('public, max-age=30');
    const again = await pages.get('/acme', { 'if-none-match': headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await pages.get('/acme/unsubscribe?token=x')).headers.get('cache-control')).toBe('no-store');
    const sheet = /href="\/portal(\/_assets\/[^"]+)"/.exec((await pages.get('/acme')).text)![1]!;
    expect((await pages.get(sheet)).headers.get('cache-control')).toContain('immutable');
  });

  it('is there for the gateway alone, by its methods, under its addresses', async () => {
    expect((await pages.get('/acme', { 'x-candor-service-token': 'guessed' })).status).toBe(403);
    const refused = await pages.post('/acme', {});
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await pages.post('/acme/subscribe', { email: 'x'.repeat(40_000) })).status).toBe(413);
    for (const path of [
      '/nobody',
      '/acme/nothing',
      '/acme/constructor',
      '/acme/updates/no-id',
      '/%E0%A4%A',
      '',
      '/acme/a/b/c',
    ]) {
      expect([path, (await pages.get(path)).status]).toEqual([path, 404]);
    }
  });
});
