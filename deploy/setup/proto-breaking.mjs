#!/usr/bin/env node
// Compares the contracts with those of the main branch, where there is one to compare with.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
// On main itself the last landed state is the parent.
const head = git('rev-parse', 'HEAD').stdout.trim();
const candidates = ['origin/main', 'main', 'HEAD~1'];
const base = candidates.find((name) => {
  const found = git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  return (
    found.status === 0 && found.stdout.trim() !== head && git('cat-file', '-e', `${name}:proto/buf.yaml`).status === 0
  );
});
if (!base) {
  console.log('proto: SKIPPED buf breaking: there is no earlier state of the contracts to compare with.');
  process.exit(0);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/@bufbuild/buf/bin/buf'), 'breaking', '--against', `../.git#ref=${base},subdir=proto`],
  {
    cwd: join(root, 'proto'),
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
