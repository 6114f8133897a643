/**
 * `npm run fuzz:schemathesis [-- SECONDS SEED]`, the second half of `npm run fuzz:api`: schemathesis, a property-based tester
 * of other people's making, with all of its checks over the OpenAPI document against the embedded system: once with the key of
 * an administrator, once with that of a viewer. Fails on findings that are ours (schemathesis-findings.ts). It needs python3 and
 * PyPI; where they cannot be had it says so and ends well. CANDOR_SCHEMATHESIS may name an installed one.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFuzzed } from './api-system.js';
import { findingsOf, whyNotOurs } from './schemathesis-findings.js';

const VERSION = '4.32.5';
const [maxSeconds = 120, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const cache = join(root, 'node_modules', '.cache', `schemathesis-${VERSION}`);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** What they are given as an address would lead to the network; the revoked key must go on working. */
const LEFT_OUT = [
  ...['createWebhook', 'updateWebhook', 'setSignInProvider', 'testSignInProvider', 'setSlackChannel'],
  'revokeApiKey',
];

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

/** Its report, of a run with this key. */
async function report(command: string, url: string, key: string): Promise<string> {
  const args = [
    ...['run', `${url}/openapi.json`, '--header', `X-API-Key: ${key}`, '--checks', 'all'],
    ...['--max-time', String(maxSeconds), '--request-timeout', '20', '--continue-on-failure'],
    ...['--warnings', 'off', '--output-truncate', 'false', '--seed', String(seed)],
    ...['--generation-database', 'none'],
    ...LEFT_OUT.flatMap((id) => ['--exclude-operation-id', id]),
  ];
  const env = { ...process.env, NO_COLOR: '1', COLUMNS: '120' };
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await new Promise((resolve) => child.on('close', resolve));
  return text;
}

const command = schemathesis();
if (command === undefined) {
  print('SKIPPED: schemathesis: python3 with venv, or its package from PyPI, cannot be had here');
  process.exit(0);
}
const limits = { CANDOR_RATE_PER_MINUTE: '1000000', CANDOR_INSIGHTS_RATE_PER_MINUTE: '1000000' };
let stoodStill = 0;
let running = false;
const system = await startFuzzed(limits, (ms) => {
  if (running) stoodStill = Math.max(stoodStill, ms);
});
const viewer = await fetch(`${system.url}/v1/api-keys`, {
  method: 'POST',
  headers: { 'x-api-key': system.key, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Viewer', role: 'VIEWER' }),
});
const keys = { ADMIN: system.key, VIEWER: ((await viewer.json()) as { key: string }).key };
running = true;
let ours = 0;
for (const [role, key] of Object.entries(keys)) {
  print(`schemathesis ${VERSION} as ${role}, at most ${maxSeconds} s, seed ${seed}`);
  const text = await report(command, system.url, key);
  const reasons = new Map<string, number>();
  for (const finding of findingsOf(text)) {
    const why = whyNotOurs(finding);
    if (why !== undefined) reasons.set(why, (reasons.get(why) ?? 0) + 1);
    else {
      ours++;
      print(`\n${finding.operation}\n${finding.text}`);
    }
  }
  for (const [why, times] of reasons) print(`  not ours, ${times} ×: ${why}`);
  print(`  ${/^ +\d+ generated.*$/m.exec(text)?.[0].trim() ?? 'nothing was tested'}`);
}
const runs = system.running();
await system.close();
if (!runs) print('the system ended');
if (stoodStill > 0) print(`the event loop worked for ${stoodStill} ms in one turn`);
print(`${ours} findings that are ours`);
process.exit(ours === 0 && runs && stoodStill === 0 ? 0 : 1);
