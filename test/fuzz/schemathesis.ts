/**
 * The second half of `npm run fuzz:api`: schemathesis, a property-based tester of other people's making, over the OpenAPI
 * document against the embedded system. It needs python3 and PyPI; where they cannot be had it says so and ends well.
 * CANDOR_SCHEMATHESIS may name an installed one.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSystem } from '../support/harness.js';

const VERSION = '4.32.5';
const [maxSeconds = 120, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const cache = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'node_modules',
  '.cache',
  `schemathesis-${VERSION}`,
);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** The command, installed into a folder of its own when it is not there yet; undefined: it cannot be had. */
function schemathesis(): string | undefined {
  const given = process.env['CANDOR_SCHEMATHESIS'];
  if (given) return given;
  const command = join(cache, 'bin', 'schemathesis');
  if (existsSync(command)) return command;
  const run = (program: string, ...args: string[]): boolean =>
    spawnSync(program, args, { stdio: 'ignore', timeout: 300_000 }).status === 0;
  const installed =
    run('python3', '-m', 'venv', cache) &&
    run(join(cache, 'bin', 'pip'), 'install', '--quiet', `schemathesis==${VERSION}`);
  return installed && existsSync(command) ? command : undefined;
}

const command = schemathesis();
if (command === undefined) {
  print('SKIPPED: schemathesis: python3 with venv, or its package from PyPI, cannot be had here');
  process.exit(0);
}
const system = await startSystem();
const args = [
  'run',
  `${system.url}/openapi.json`,
  '--header',
  `X-API-Key: ${system.key}`,
  '--checks',
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance',
  '--phases',
  'examples,coverage,fuzzing',
  '--max-time',
  String(maxSeconds),
  '--request-timeout',
  '20',
  '--continue-on-failure',
  '--warnings',
  'off',
  '--seed',
  String(seed),
  // What they are given as a URL would lead to the network.
  '--exclude-operation-id',
  'createWebhook',
  '--exclude-operation-id',
  'updateWebhook',
  // Its key must go on working.
  '--exclude-operation-id',
  'revokeApiKey',
];
print(`schemathesis ${VERSION}, at most ${maxSeconds} s, seed ${seed}`);
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, NO_COLOR: '1' } });
const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)));
await system.close();
process.exit(code);
