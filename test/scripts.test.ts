import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Manifest {
  workspaces?: string[];
  scripts?: Record<string, string>;
}
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
const { workspaces = [], scripts = {} } = manifestIn('.');

/** What npm runs by itself at an installation. */
const LIFECYCLE = /^(preinstall|install|postinstall|prepublish|preprepare|prepare|postprepare)$/;

describe('the scripts of npm', () => {
  it('of packages are not run at an installation, whoever starts it', () => {
    const settings = readFileSync(join(root, '.npmrc'), 'utf8').split('\n');
    expect(settings).toContain('ignore-scripts=true');
  });

  it('of ours count on none that npm leaves out then: neither before, after, nor at an installation', () => {
    const leftOut = ['.', ...workspaces].flatMap((folder) => {
      const own = manifestIn(folder).scripts ?? {};
      return Object.keys(own)
        .filter((name) => LIFECYCLE.test(name) || own[name.replace(/^(pre|post)/, '')] !== own[name])
        .map((name) => `${folder}: ${name}`);
    });
    expect(leftOut).toEqual([]);
  });

  it('that need the build make it themselves', () => {
    // Each process of a deployment starts what was built before; the others need no build.
    const without = /^(start:.*|format.*|lint|types|proto:.*|audit|release|sbom)$/;
    const unprepared = Object.entries(scripts)
      .filter(([name]) => !without.test(name))
      .filter(([, command]) => !/^node deploy\/setup\/(prepare\.mjs( && |$)|run\.mjs )/.test(command))
      .map(([name]) => name);
    expect(unprepared).toEqual([]);
  });

  it('start a program in the prepared clone with its arguments, in the same process', () => {
    const folder = mkdtempSync(join(tmpdir(), 'candor-scripts-'));
    try {
      const program = join(folder, 'program.mjs');
      writeFileSync(
        program,
        'console.log(JSON.stringify([process.argv.slice(1), process.pid])); process.exitCode = 3;',
      );
      const { status, stdout, pid } = spawnSync(process.execPath, ['deploy/setup/run.mjs', program, 'one', '--two'], {
        cwd: root,
        encoding: 'utf8',
      });
      expect(JSON.parse(stdout)).toEqual([[program, 'one', '--two'], pid]);
      expect(status).toBe(3);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
