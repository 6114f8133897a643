#!/usr/bin/env node
// Makes a clone runnable: installs packages, generates the stubs and builds, each only when it is due.
// Runs before `npm start`, `npm run demo` and `npm test`; needs nothing but Node and npm.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Candor needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const time = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

function run(what, command, args, cwd = root) {
  process.stderr.write(`${what} …\n`);
  const started = Date.now();
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
  process.stderr.write(`${what}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

/**
 * The generated stubs throw at a whole number beyond 2^53, so that one stored value takes the whole list away that it stands
 * in. Here they give the nearest number that can be held.
 */
function makeDecodingTotal(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeDecodingTotal(path);
    else if (entry.name.endsWith('.ts')) {
      const stub = readFileSync(path, 'utf8');
      const total = stub
        .replace(/throw new globalThis\.Error\("Value is larger[^;]*;/, 'return globalThis.Number.MAX_SAFE_INTEGER;')
        .replace(/throw new globalThis\.Error\("Value is smaller[^;]*;/, 'return globalThis.Number.MIN_SAFE_INTEGER;');
      if (/Value is (larger|smaller)/.test(total)) throw new Error(`${path} still throws at large numbers`);
      if (total !== stub) writeFileSync(path, total);
    }
  }
}

function newestIn(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) newest = Math.max(newest, newestIn(path));
    else newest = Math.max(newest, time(path));
  }
  return newest;
}

if (time(join(root, 'package-lock.json')) > time(join(root, 'node_modules', '.package-lock.json'))) {
  run('Installing packages', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}
const sources = Math.max(
  newestIn(join(root, 'proto', 'candor')),
  time(join(root, 'proto', 'buf.gen.yaml')),
  time(fileURLToPath(import.meta.url)),
);
if (sources > time(join(root, 'proto', 'gen'))) {
  const gen = join(root, 'proto', 'gen');
  run(
    'Generating stubs',
    process.execPath,
    [join(root, 'node_modules', '@bufbuild', 'buf', 'bin', 'buf'), 'generate'],
    join(root, 'proto'),
  );
  mkdirSync(gen, { recursive: true });
  makeDecodingTotal(gen);
  // buf keeps the folder's time when only files inside change.
  const { utimesSync } = await import('node:fs');
  utimesSync(gen, new Date(), new Date());
}
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
run('Building', process.execPath, [tsc, '-b']);
// The client is generated from the gateway's document, so it comes after the gateway.
const client = join(root, 'gateway', 'client');
const clientSources = Math.max(time(join(root, 'gateway', 'dist', '.tsbuildinfo')), newestIn(join(client, 'src')));
if (clientSources > time(join(client, 'dist', '.tsbuildinfo'))) {
  run('Generating the client', process.execPath, [join(client, 'generate.mjs')]);
  run('Building the client', process.execPath, [tsc, '-p', client]);
  const { utimesSync } = await import('node:fs');
  // The compiler leaves it alone when nothing changed.
  utimesSync(join(client, 'dist', '.tsbuildinfo'), new Date(), new Date());
}
// The console is built on the client.
const consoleApp = join(root, 'gateway', 'console');
const consoleSources = Math.max(
  newestIn(join(consoleApp, 'src')),
  ...['index.html', 'build.mjs', 'package.json'].map((name) => time(join(consoleApp, name))),
  time(join(client, 'dist', '.tsbuildinfo')),
);
if (consoleSources > time(join(root, 'gateway', 'dist', 'console', 'index.html'))) {
  run('Building the console', process.execPath, [join(consoleApp, 'build.mjs')]);
}
// The extension stands on nothing but the colours.
const extension = join(root, 'gateway', 'extension');
const extensionSources = Math.max(
  newestIn(join(extension, 'src')),
  ...['build.mjs', 'icon.mjs', 'manifest.mjs', 'package.json'].map((name) => time(join(extension, name))),
  time(join(root, 'services', 'runtime', 'src', 'brand.ts')),
);
if (extensionSources > time(join(root, 'gateway', 'dist', 'extension', 'candor-extension-firefox.zip'))) {
  run('Building the extension', process.execPath, [join(extension, 'build.mjs')]);
}
