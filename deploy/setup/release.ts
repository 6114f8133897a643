/**
 * Makes a release: `npm run release -- 1.2.0`.
 *
 * Sets the version of every package, gives what is unreleased in CHANGELOG.md its number and day, commits, and tags the commit
 * `v1.2.0`. Nothing is pushed. Refuses a tree with changes, a version that is not newer, and a changelog that tells nothing new.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const UNRELEASED = '## [Unreleased]';

/** What stands in the way of a release, in words for the person who makes it. */
export class ReleaseError extends Error {}

interface Manifest {
  name: string;
  version: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
interface Lock {
  version: string;
  packages: Record<string, Manifest>;
}

/** The three numbers of a version such as 1.2.0. */
function numbersOf(version: string): number[] {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (!found) throw new ReleaseError(`“${version}” is no version: name it as 1.2.0.`);
  return found.slice(1).map(Number);
}

/** Whether the first version comes after the second one. */
export function isNewer(version: string, than: string): boolean {
  const before = numbersOf(than);
  const step = numbersOf(version).map((number, index) => number - (before[index] ?? 0));
  return (step.find((difference) => difference !== 0) ?? 0) > 0;
}

/** The text of a changelog in which what was unreleased has become a version of that day (YYYY-MM-DD). */
export function releasedChangelog(text: string, version: string, day: string): string {
  const at = text.indexOf(UNRELEASED);
  if (at < 0) throw new ReleaseError(`CHANGELOG.md has no part “${UNRELEASED}”.`);
  const rest = text.slice(at + UNRELEASED.length);
  const next = rest.search(/^## /m);
  if ((next < 0 ? rest : rest.slice(0, next)).trim() === '')
    throw new ReleaseError(`CHANGELOG.md tells nothing below “${UNRELEASED}”: say what has changed.`);
  return `${text.slice(0, at)}${UNRELEASED}\n\n## [${version}] - ${day}${rest}`;
}

/** A manifest with the version, which its own packages are asked for too; other fields stay as they are. */
function manifestOf(had: Manifest, version: string, own: ReadonlySet<string>): Manifest {
  const asked = (packages: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(packages).map(([name, exact]) => [name, own.has(name) ? version : exact]));
  const { dependencies, devDependencies } = had;
  return {
    ...had,
    version,
    ...(dependencies && { dependencies: asked(dependencies) }),
    ...(devDependencies && { devDependencies: asked(devDependencies) }),
  };
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const manifest = (path: string): Manifest => read(path) as Manifest;
const write = (path: string, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Sets the version in the manifests of all packages and in the lock file. */
function setVersion(root: string, version: string): void {
  const { workspaces = [] } = manifest(join(root, 'package.json'));
  const folders = ['', ...workspaces];
  const paths = folders.map((folder) => join(root, folder, 'package.json'));
  const own = new Set(paths.map((path) => manifest(path).name));
  for (const path of paths) write(path, manifestOf(manifest(path), version, own));
  const path = join(root, 'package-lock.json');
  const lock = read(path) as Lock;
  for (const [folder, had] of Object.entries(lock.packages))
    if (folders.includes(folder)) lock.packages[folder] = manifestOf(had, version, own);
  write(path, { ...lock, version });
}

/** Makes the release of the repository in a folder. Throws a `ReleaseError` before anything is changed. */
export function release(root: string, version: string, day: string): void {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const before = manifest(join(root, 'package.json')).version;
  if (!isNewer(version, before)) throw new ReleaseError(`${version} is not newer than ${before}.`);
  if (git('status', '--porcelain').trim() !== '')
    throw new ReleaseError('There are changes that are not committed: commit them, or put them away.');
  const changelog = join(root, 'CHANGELOG.md');
  writeFileSync(changelog, releasedChangelog(readFileSync(changelog, 'utf8'), version, day));
  setVersion(root, version);
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Candor ${version}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const version = process.argv[2] ?? '';
  try {
    release(process.cwd(), version, new Date().toISOString().slice(0, 10));
    process.stdout.write(`Released ${version}. Push it with: git push --follow-tags\n`);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
