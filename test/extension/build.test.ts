import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { de } from '../../gateway/extension/src/words/de.js';
import { en, type Word } from '../../gateway/extension/src/words/en.js';
import { joinSystem } from '../support/join-system.js';
import { projectRoot } from '../support/managed-process.js';

const built = join(projectRoot, 'gateway', 'dist', 'extension');
const build = (): Promise<unknown> =>
  promisify(execFile)(process.execPath, [join(projectRoot, 'gateway', 'extension', 'build.mjs')]);
const digests = (): Promise<string[]> =>
  Promise.all(
    ['chrome', 'firefox'].map(async (browser) =>
      createHash('sha256')
        .update(await readFile(join(built, `candor-extension-${browser}.zip`)))
        .digest('hex'),
    ),
  );

interface Manifest {
  permissions: string[];
  host_permissions?: string[];
  content_scripts?: object[];
  externally_connectable?: object;
  web_accessible_resources?: object[];
  optional_host_permissions: string[];
  content_security_policy: { extension_pages: string };
}

describe('the extension as it is built', () => {
  beforeAll(build, 60_000);

  it('is the same bytes from the same sources, and is what the server offers', async () => {
    const first = await digests();
    await build();
    expect(await digests()).toEqual(first);
    const system = await joinSystem();
    const url = `${system.url}/extension/candor-extension-chrome.zip`;
    const response = await fetch(url);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="candor-extension-chrome.zip"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(first[0]);
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect((await fetch(url, { headers })).status).toBe(304);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    await system.close();
  }, 120_000);

  it.each(['chrome', 'firefox'])('asks %s for no more than it needs', async (browser) => {
    const manifest = JSON.parse(await readFile(join(built, browser, 'manifest.json'), 'utf8')) as Manifest;
    const panel = browser === 'chrome' ? ['sidePanel'] : [];
    expect([...manifest.permissions].sort()).toEqual(
      ['activeTab', 'contextMenus', 'scripting', ...panel, 'storage'].sort(),
    );
    // Nothing is granted before the person names a server, and plain http only leads to this machine.
    expect(manifest.host_permissions).toBeUndefined();
    expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*']);
    expect(manifest.content_scripts).toBeUndefined();
    expect(manifest.externally_connectable).toBeUndefined();
    expect(manifest.web_accessible_resources).toBeUndefined();
    const policy = manifest.content_security_policy.extension_pages;
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).not.toMatch(/unsafe|[/ ]\*/);
    const scripts = await Promise.all(
      ['background.js', 'page.js', 'panel.js'].map((name) => readFile(join(built, browser, name), 'utf8')),
    );
    // No code from elsewhere; and nothing of ours sets markup (Preact could, when asked to).
    const found = scripts.flatMap(
      (script) => script.match(/\beval\(|new Function\(|\bimport\(|dangerouslySetInnerHTML:/g) ?? [],
    );
    expect(found).toEqual([]);
  });

  it('says the same in both languages, with the same values', () => {
    const placesOf = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([place]) => place).sort();
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    for (const word of Object.keys(en) as Word[])
      expect([word, placesOf(de[word])]).toEqual([word, placesOf(en[word])]);
  });
});
