import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const PACKAGES = [
  'services/runtime/src',
  'services/tenant/src',
  'services/questionnaire/src',
  'services/trust-portal/src',
  'services/insights/src',
  'gateway/src',
  'gateway/console/src',
  'gateway/extension/src',
];
const NOT_PRODUCTION = /\.(test|integration|fixture|d)\.tsx?$/;
const LOADS = /^(?:import|export)(?! type\b)\s+([^;']*?)(?:from )?'(\.[^']+)';/gm;
/** "{ type A, type B }" loads nothing. */
const ONLY_TYPES = /^\{\s*(?:type \w+(?: as \w+)?,?\s*)+\}\s*$/;

type Graph = ReadonlyMap<string, readonly string[]>;

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !NOT_PRODUCTION.test(entry.name))
    .map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Which modules of a package each of its modules loads at its start. */
function modulesOf(folder: string): Graph {
  const sources = sourcesOf(folder);
  const known = new Map(sources.map((path) => [path.replace(/\.tsx?$/, ''), path]));
  return new Map(
    sources.map((path) => {
      const text = readFileSync(join(root, folder, path), 'utf8');
      const loaded = [...text.matchAll(LOADS)]
        .filter(([, names = '']) => !ONLY_TYPES.test(names))
        .map(([, , name = '']) => join(dirname(path), name).split(sep).join('/').replace(/\.js$/, ''));
      return [path, loaded.map((name) => known.get(name)).filter((name) => name !== undefined)];
    }),
  );
}

/** The same between the first folders of a package; files beside them belong to none. */
function foldersOf(modules: Graph): Graph {
  const folders = new Map<string, string[]>();
  for (const [from, loaded] of modules)
    for (const to of loaded) {
      const [one, other] = [from, to].map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : ''));
      if (!one || !other || one === other) continue;
      folders.set(one, [...(folders.get(one) ?? []), other]);
      if (!folders.has(other)) folders.set(other, []);
    }
  return folders;
}

/** The first ways from something back to itself, as "a → b → a". */
function circlesOf(graph: Graph): string[] {
  const seen = new Set<string>();
  const path: string[] = [];
  const circles: string[] = [];
  const walk = (from: string): void => {
    seen.add(from);
    path.push(from);
    for (const to of graph.get(from) ?? []) {
      if (path.includes(to)) circles.push([...path.slice(path.indexOf(to)), to].join(' → '));
      else if (!seen.has(to)) walk(to);
    }
    path.pop();
  };
  for (const from of graph.keys()) if (!seen.has(from)) walk(from);
  return circles;
}

describe('modules load each other in one direction', () => {
  it.each(PACKAGES)('in %s no module loads itself through others', (folder) => {
    const modules = modulesOf(folder);
    expect(modules.size).toBeGreaterThan(20);
    expect(circlesOf(modules)).toEqual([]);
  });

  it.each(['gateway/console/src', 'gateway/extension/src'])('in %s no folder does', (folder) => {
    expect(circlesOf(foldersOf(modulesOf(folder)))).toEqual([]);
  });

  it('in the console state lies below words, then calls, core, parts, areas, and the frame', () => {
    const folders = foldersOf(modulesOf('gateway/console/src'));
    const loaded = (name: string): string[] => [...new Set(folders.get(name))].sort();
    expect(loaded('state')).toEqual([]);
    expect(loaded('words')).toEqual(['state']);
    expect(loaded('api')).toEqual(['words']);
    expect(loaded('core')).toEqual(['api', 'state', 'words']);
    expect(loaded('ui')).toEqual(['api', 'core', 'state', 'words']);
    expect([...folders].filter(([, to]) => to.includes('app'))).toEqual([]);
  });

  it('finds a circle where there is one', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['a']],
    ]);
    expect(circlesOf(graph)).toEqual(['a → b → c → a']);
  });
});
