import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isNewer, release, releasedChangelog, ReleaseError } from './release.js';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Slack answers.

## [1.0.0] - 2026-01-02

- First release.
`;

let root: string;
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const put = (path: string, content: unknown): void =>
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const commit = (): void => {
  git('add', '.');
  git('commit', '--quiet', '--message', 'Change');
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  mkdirSync(join(root, 'part'));
  const part = { name: '@own/part', version: '1.0.0', dependencies: { zod: '4.0.0' } };
  const whole = { name: 'own', version: '1.0.0', workspaces: ['part'], dependencies: { '@own/part': '1.0.0' } };
  put('package.json', whole);
  put('part/package.json', part);
  const packages = { '': whole, part, 'node_modules/zod': { version: '4.0.0' } };
  put('package-lock.json', { name: 'own', version: '1.0.0', packages });
  put('CHANGELOG.md', CHANGELOG);
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a release', () => {
  it('gives every package its version, the changelog its part, and the commit its tag', () => {
    release(root, '1.1.0', '2026-11-30');
    expect(read('package.json')).toMatchObject({ version: '1.1.0', dependencies: { '@own/part': '1.1.0' } });
    expect(read('part/package.json')).toMatchObject({ version: '1.1.0', dependencies: { zod: '4.0.0' } });
    expect(read('package-lock.json')).toMatchObject({
      version: '1.1.0',
      packages: { '': { version: '1.1.0' }, part: { version: '1.1.0' }, 'node_modules/zod': { version: '4.0.0' } },
    });
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(
      '## [Unreleased]\n\n## [1.1.0] - 2026-11-30\n\n### Added\n\n- Slack answers.\n\n## [1.0.0]',
    );
    expect(git('describe', '--exact-match').trim()).toBe('v1.1.0');
    expect(git('status', '--porcelain')).toBe('');
  });

  it.each<[string, string, () => void, RegExp]>([
    ['with changes that are not committed', '1.1.0', () => put('note.txt', 'mine'), /not committed/],
    ['that is not newer', '1.0.0', () => undefined, /not newer than 1\.0\.0/],
    ['without a version', '', () => undefined, /name it as 1\.2\.0/],
    [
      'that changes nothing',
      '1.1.0',
      () => {
        put('CHANGELOG.md', CHANGELOG.replace(/### Added\s+- Slack answers\.\s+/, ''));
        commit();
      },
      /tells nothing/,
    ],
  ])('%s is refused, and nothing changes', (_, version, before, why) => {
    before();
    const had = git('rev-parse', 'HEAD');
    expect(() => release(root, version, '2026-11-30')).toThrow(ReleaseError);
    expect(() => release(root, version, '2026-11-30')).toThrow(why);
    expect([git('rev-parse', 'HEAD'), git('tag')]).toEqual([had, '']);
    expect(read('package.json')).toMatchObject({ version: '1.0.0' });
  });
});

describe('a version', () => {
  it('is newer by its first number that differs', () => {
    expect([isNewer('0.10.0', '0.9.9'), isNewer('1.0.0', '0.9.9'), isNewer('0.9.9', '1.0.0')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('needs a changelog with a part for what is unreleased', () => {
    expect(() => releasedChangelog('# Changelog\n', '1.1.0', '2026-11-30')).toThrow(/no part/);
  });
});
