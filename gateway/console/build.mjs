#!/usr/bin/env node
// Bundles the console into gateway/dist/console: index.html, and files named by their hashes, each also compressed.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { BRAND, COLOURS, schemeVariables } from '@candor/runtime/brand';

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '..', 'dist', 'console');
const assets = join(out, 'assets');

await rm(assets, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ['src/main.tsx', 'src/styles/console.css'],
  outdir: assets,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  // Its variant for browsers sets innerHTML, which the page's policy refuses.
  alias: { 'decode-named-character-reference': require.resolve('decode-named-character-reference') },
  plugins: [
    {
      // The colours that portal, mails and ask page have as well.
      name: 'brand colours',
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^brand\.css$/ }, ({ path }) => ({ path, namespace: 'brand' }));
        onLoad({ filter: /.*/, namespace: 'brand' }, () => ({
          contents: `:root{${schemeVariables(COLOURS)}}`,
          loader: 'css',
        }));
      },
    },
  ],
  metafile: true,
  logLevel: 'warning',
});
const builtFrom = (source) => {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (!found) throw new Error(`nothing was built from ${source}`);
  return `/console/assets/${basename(found[0])}`;
};
const html = (await readFile(join(here, 'index.html'), 'utf8'))
  .replace('%ACCENT%', encodeURIComponent(BRAND.accent))
  .replace('%SCRIPT%', builtFrom('src/main.tsx'))
  .replace('%STYLE%', builtFrom('src/styles/console.css'));
for (const name of await readdir(assets)) {
  const compressed = gzipSync(await readFile(join(assets, name)), { level: constants.Z_BEST_COMPRESSION });
  await writeFile(join(assets, `${name}.gz`), compressed);
}
// Last, so that it never names what is not there.
await writeFile(join(out, 'index.html'), html);
