#!/usr/bin/env node
// `npm run test:export`: what an export must keep, over own fixtures and, where they are there, the shared corpus and LibreOffice.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const flags = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  jest,
  'test/export',
  'services/questionnaire/src/review',
];
const run = (environment) =>
  spawnSync(process.execPath, [...flags, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  }).status ?? 1;
process.exit(Math.max(run({}), run({ CANDOR_TESTS: 'integration' })));
