#!/usr/bin/env node
// `npm run fuzz:api [-- COUNT SEED]`: our own random requests, and schemathesis when they found nothing.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const tsx = join(here, '..', '..', 'node_modules', 'tsx', 'dist', 'cli.mjs');
for (const [file, ...args] of [['api.ts', ...process.argv.slice(2)], ['schemathesis.ts']]) {
  const { status } = spawnSync(process.execPath, [tsx, join(here, file), ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
