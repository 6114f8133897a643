import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../gateway/console/src/', import.meta.url));
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

/** The classes that a sheet styles wherever they stand: its rules for ".name" alone. */
function classesOf(path: string): string[] {
  const rules = readFileSync(root + path, 'utf8').replace(/\/\*[^]*?\*\//g, '');
  return [...rules.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .map((selector) => selector.trim())
    .filter((selector) => /^\.[\w-]+$/.test(selector));
}

describe('the style sheets of the console', () => {
  it('style each class in one folder, so that no area changes the look of another', () => {
    const folders = new Map<string, Set<string>>();
    for (const path of sheets)
      for (const name of classesOf(path)) folders.set(name, (folders.get(name) ?? new Set()).add(dirname(path)));
    expect(folders.size).toBeGreaterThan(100);
    const shared = [...folders].filter(([, where]) => where.size > 1);
    expect(shared.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([]);
  });
});
