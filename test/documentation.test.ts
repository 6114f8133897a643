import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const SKIPPED = new Set(['node_modules', 'dist', 'gen', 'out', 'data', '.git', 'coverage']);

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

/** What the repository says about itself; evidence of the demo and of benchmarks is about something else. */
const documents = [...files(root)]
  .map((path) => relative(root, path))
  .filter((path) => path.endsWith('.md') && !/evidence/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** What the documents say by this pattern and should not, as "document: what". */
const wrong = (pattern: RegExp, holds: (said: string, path: string) => boolean): string[] =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map(([, said = '']) => said)
      .filter((said) => !holds(said, path))
      .map((said) => `${path}: ${said}`),
  );

describe('the documentation', () => {
  it('links to what is there', () => {
    expect(documents.length).toBeGreaterThan(20);
    const found = wrong(
      /\]\(([^)\s]+)\)/g,
      (href, path) => /^([a-z]+:|#)/.test(href) || existsSync(join(root, dirname(path), href.split('#')[0] ?? '')),
    );
    expect(found).toEqual([]);
  });

  it('names scripts that exist', () => {
    const found = [
      ...wrong(/npm run ([\w:-]*\w)/g, (name) => name === 'bench' || name in scripts),
      ...wrong(/`((?:test|bench|start|fuzz|eval|lint|rehearse|proto):[\w:-]+)`/g, (name) => name in scripts),
    ];
    expect(found).toEqual([]);
  });

  it('names files and folders of the repository that exist', () => {
    const found = wrong(/`((?:services|gateway|deploy|test|proto|\.ci)\/[\w./-]+)`/g, (path) =>
      // What is made by a build or a start is not there in a fresh clone.
      /\/(dist|out|gen|secrets|backups)(\/|$)/.test(path) ? true : existsSync(join(root, path)),
    );
    expect(found).toEqual([]);
  });

  it('numbers its decisions, each with its state and day', () => {
    const [, ...decisions] = readFileSync(join(root, 'DECISIONS.md'), 'utf8').split(/^## /m);
    expect(decisions.length).toBeGreaterThan(100);
    const wanted = (index: number): RegExp =>
      new RegExp(`^${index + 1}\\. .+\n\n(?:Accepted|Superseded by \\d+), 20\\d\\d-\\d\\d-\\d\\d\\.\n\nContext: `);
    const wrongOnes = decisions.filter((decision, index) => !wanted(index).test(decision));
    expect(wrongOnes.map((decision) => decision.slice(0, 80))).toEqual([]);
  });
});
