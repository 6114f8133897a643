#!/usr/bin/env node
// Builds the extension into gateway/dist/extension: unpacked for Chrome (and Edge) and for Firefox, and each as a zip.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import { BRAND, COLOURS, schemeVariables } from '@candor/runtime/brand';
import { icon } from './icon.mjs';
import { manifestFor } from './manifest.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '..', 'dist', 'extension');
const { version } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));

const options = {
  absWorkingDir: here,
  bundle: true,
  write: false,
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

/** The only file of a bundle; `format` "iife" for what runs in pages. */
async function bundled(entryPoint, format) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [entryPoint],
    format,
    outdir: 'out',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  if (outputFiles.length !== 1) throw new Error(`${entryPoint} is not one file`);
  return Buffer.from(outputFiles[0].contents);
}

const words = (
  await import(`data:text/javascript;base64,${(await bundled('src/words/manifest.ts', 'esm')).toString('base64')}`)
).manifestWords;
const messages = (language) =>
  Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(words[language]).map(([name, message]) => [name, { message }]))),
  );

const shared = {
  'background.js': await bundled('src/shell/background.ts', 'esm'),
  'page.js': await bundled('src/page/main.ts', 'iife'),
  'panel.js': await bundled('src/panel/main.tsx', 'esm'),
  'panel.css': Buffer.concat([
    Buffer.from(`:root{${schemeVariables(COLOURS)}}`),
    await bundled('src/panel/panel.css', 'esm'),
  ]),
  'panel.html': await readFile(join(here, 'src', 'panel', 'panel.html')),
  '_locales/en/messages.json': messages('en'),
  '_locales/de/messages.json': messages('de'),
  ...Object.fromEntries([16, 32, 48, 128].map((size) => [`icons/${size}.png`, icon(size, BRAND.accent)])),
};

await rm(out, { recursive: true, force: true });
for (const browser of ['chrome', 'firefox']) {
  const manifest = Buffer.from(`${JSON.stringify(manifestFor(browser, version), null, 2)}\n`);
  const files = { 'manifest.json': manifest, ...shared };
  for (const [name, content] of Object.entries(files)) {
    const path = join(out, browser, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  // The same sources give the same bytes: names in order, one time for all.
  const entries = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  const zip = zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date(1980, 0, 2) });
  await writeFile(join(out, `candor-extension-${browser}.zip`), zip);
}
