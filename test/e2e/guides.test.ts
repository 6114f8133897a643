import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';
import { freePort } from '../support/ports.js';

/** The guides' blocks are run as they are printed: of one language together, in their order, in a folder of their own. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = join(root, 'gateway', 'guides');
const guides = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');

interface Block {
  language: string;
  /** The file that it is to be kept in; '': it is run. */
  file: string;
  code: string;
}

const blocksOf = (guide: string): Block[] =>
  [...readFileSync(join(folder, guide), 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, language = '', file = '', code = '']) => ({ language, file, code }),
  );

interface Runner {
  command: string;
  args: (file: string) => string[];
  extension: string;
  /** A failing command fails the script, as it would stop a reader. */
  before: string;
}

const tsx = createRequire(import.meta.url).resolve('tsx/cli');
const RUNNERS: Record<string, Runner> = {
  sh: { command: 'bash', args: (file) => [file], extension: 'sh', before: 'set -euo pipefail\n' },
  ts: { command: process.execPath, args: (file) => [tsx, file], extension: 'mts', before: '' },
  python: { command: 'python3', args: (file) => [file], extension: 'py', before: '' },
};
const available = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const NEEDED: Record<string, string[]> = { sh: ['bash', 'curl'], ts: [], python: ['python3'] };

let system: JoinedSystem;
let work = '';
let port = 0;
beforeAll(async () => {
  port = await freePort();
  system = await joinSystem();
  // Inside of the repository, so that packages are found as in a project that installed them.
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  work = mkdtempSync(join(root, 'node_modules', '.cache', 'guides-'));
}, 60_000);
afterAll(async () => {
  await system.close();
  rmSync(work, { recursive: true, force: true });
});

function run(command: string, args: string[], cwd: string): Promise<{ code: number | null; output: string }> {
  const env = {
    ...process.env,
    KEY: system.key,
    CANDOR: system.url,
    HOOK: `http://127.0.0.1:${port}/candor`,
    PORT: String(port),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

const languagesOf = (guide: string): string[] => [
  ...new Set(blocksOf(guide).flatMap(({ language }) => (RUNNERS[language] ? [language] : []))),
];

describe('the guides', () => {
  it('have commands to run, in every language that they promise', () => {
    expect(guides.sort()).toEqual([
      'agents.md',
      'browser-extension.md',
      'correct-the-reading.md',
      'errors.md',
      'interview.md',
      'language-model.md',
      'limits.md',
      'notifications.md',
      'pagination.md',
      'people.md',
      'portal-documents.md',
      'portal-page.md',
      'prove-it.md',
      'review-and-export.md',
      'sign-people-in.md',
      'slack.md',
      'told-to-customers.md',
      'topics.md',
      'upload-and-poll.md',
      'webhooks.md',
    ]);
    for (const guide of guides) expect(languagesOf(guide)).toContain('sh');
    expect(languagesOf('upload-and-poll.md')).toEqual(['sh', 'ts', 'python']);
    const known = new Set([...Object.keys(RUNNERS), 'js', 'json', 'text', 'console']);
    for (const { language } of guides.flatMap(blocksOf)) expect([...known]).toContain(language);
  });

  it.each(guides.flatMap((guide) => languagesOf(guide).map((language) => [guide, language] as const)))(
    '%s works as it is printed in %s',
    async (guide, language) => {
      const missing = (NEEDED[language] ?? []).filter((command) => !available(command));
      if (missing.length > 0) {
        process.stderr.write(`SKIPPED: ${guide} in ${language}: there is no ${missing.join(', ')} here\n`);
        return;
      }
      const { command, args, extension, before } = RUNNERS[language]!;
      const own = mkdtempSync(join(work, 'guide-'));
      const blocks = blocksOf(guide);
      for (const { file, code } of blocks) if (file !== '') writeFileSync(join(own, file), code);
      const script = join(own, `guide.${extension}`);
      const code = blocks
        .filter((block) => block.language === language && block.file === '')
        .map((block) => block.code);
      writeFileSync(script, before + code.join('\n'));
      const result = await run(command, args(script), own);
      expect(result.code === 0 ? 0 : result.output).toBe(0);
      expect(result.output).not.toBe('');
    },
    60_000,
  );
});
