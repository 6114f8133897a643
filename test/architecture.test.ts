import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

/** The rules of the house, checked on the text of every source file. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const ROOMS = [
  'services/runtime',
  'services/tenant',
  'services/questionnaire',
  'services/trust-portal',
  'services/insights',
  'gateway',
  'deploy/embedded',
];
const SKIPPED = new Set(['node_modules', 'dist', 'gen', 'out', '.git', 'coverage']);

interface Source {
  path: string;
  imports: string[];
  text: string;
}

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

function* folders(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || SKIPPED.has(entry.name)) continue;
    yield join(folder, entry.name);
    yield* folders(join(folder, entry.name));
  }
}

const sources: Source[] = ROOMS.flatMap((room) => [...files(join(root, room))])
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(path, 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
    return { path: relative(root, path).split(sep).join('/'), imports, text };
  });
const production = sources.filter(({ path }) => !/\.(test|integration|fixture)\.tsx?$/.test(path));

/** Files that break a rule, as "file: what". */
const breaking = (pick: (source: Source) => string[]): string[] =>
  production.flatMap((source) => pick(source).map((what) => `${source.path}: ${what}`));

/** By name, or as a stored document (which carries it) or a list of them. */
const takesOrganization = (parameters: string): boolean =>
  /organizationId|: \w*(Document|Worker)\b|\b(claim|batch|run)\b|Document\[\]/.test(parameters);

/** What a module loads at its start: no types, and nothing that it imports when it is needed. */
const loadedWith = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)(?! type\b)(?:[^;']*?from)? '([^']+)';/gm)].map(([, name = '']) => name);

describe('the rules of the house', () => {
  it('finds the sources that it judges', () => {
    for (const room of ROOMS) expect(production.some(({ path }) => path.startsWith(room))).toBe(true);
    expect(production.flatMap(({ imports }) => imports).length).toBeGreaterThan(100);
  });

  it('the runtime imports no service and has no noun of the domain', () => {
    const found = breaking(({ path, imports, text }) =>
      path.startsWith('services/runtime/')
        ? [
            ...imports.filter((name) => /^@candor\//.test(name)),
            ...(text.match(/\b(questionnaire|subscriber|conversation)\b/gi) ?? []),
          ]
        : [],
    );
    expect(found).toEqual([]);
  });

  it('services never import each other, and the gateway imports none', () => {
    const services = ['tenant', 'questionnaire', 'trust-portal', 'insights'];
    const found = breaking(({ path, imports }) => {
      const own = /^services\/([^/]+)\//.exec(path)?.[1];
      if (own === undefined && !path.startsWith('gateway/')) return [];
      return imports.filter((name) =>
        services.some((service) => service !== own && new RegExp(`^@candor/${service}(/|$)`).test(name)),
      );
    });
    expect(found).toEqual([]);
  });

  it('relative imports stay inside their package', () => {
    const found = breaking(({ path, imports }) => {
      const room = ROOMS.find((candidate) => path.startsWith(`${candidate}/`)) ?? '';
      return imports.filter((name) => name.startsWith('.') && !join(dirname(path), name).startsWith(`${room}${sep}`));
    });
    expect(found).toEqual([]);
  });

  it('the domain imports nothing outward', () => {
    const found = breaking(({ path, imports }) =>
      path.includes('/src/domain/')
        ? imports.filter((name) => !name.startsWith('.') || join(dirname(path), name).split(sep).at(-2) !== 'domain')
        : [],
    );
    expect(found).toEqual([]);
  });

  it('gRPC and generated types stay in grpc, clients and rpc', () => {
    const allowed = /\/(grpc|clients|rpc)\//;
    const found = breaking(({ path, imports }) =>
      allowed.test(path) ? [] : imports.filter((name) => name.startsWith('@candor/proto') || name === '@grpc/grpc-js'),
    );
    expect(found).toEqual([]);
  });

  it('OpenTelemetry is imported by one file, which is loaded only where traces are wanted', () => {
    const one = 'services/runtime/src/tracing/opentelemetry.ts';
    expect(production.some(({ path, imports }) => path === one && imports.includes('@opentelemetry/sdk-trace'))).toBe(
      true,
    );
    const found = breaking(({ path, imports, text }) =>
      path === one
        ? []
        : [
            ...imports.filter((name) => name.startsWith('@opentelemetry/')),
            ...(text.match(/^(?:import|export)\b.*\bfrom '[^']*\/opentelemetry\.js'/gm) ?? []),
          ],
    );
    expect(found).toEqual([]);
  });

  it('a thread that works on documents and answers loads no library of another trade', () => {
    const threads = production.filter(({ path }) => /^services\/questionnaire\/src\/.*-worker\.ts$/.test(path));
    expect(threads.length).toBeGreaterThanOrEqual(4);
    const heavy = /^(?:@candor\/runtime|@grpc\/.*|mongodb|zod|exceljs|pdf-lib|@e965\/xlsx|onnxruntime-node)$/;
    const found = threads.flatMap((thread) => {
      const reached = new Set([thread.path]);
      for (const path of reached) {
        for (const name of loadedWith(production.find((source) => source.path === path)?.text ?? '')) {
          if (heavy.test(name)) return [`${thread.path}: ${path} loads ${name}`];
          if (name.startsWith('.')) reached.add(join(dirname(path), name).split(sep).join('/').replace(/\.js$/, '.ts'));
        }
      }
      return [];
    });
    expect(found).toEqual([]);
  });

  it('only config files read the environment', () => {
    const found = breaking(({ path, text }) =>
      /(^|\/)config\.ts$/.test(path) ? [] : (text.match(/process\.env\b/g) ?? []),
    );
    expect(found).toEqual([]);
  });

  it('every method of a repository takes the organization, but for the sweeps that are listed here', () => {
    const acrossOrganizations = [
      'overdue',
      'owing',
      'untold',
      'reclaimAll',
      'answeredButNotMoved',
      'settle',
      'removeAbandoned',
      'unannounced',
      'unjudged',
      'toTake',
      'changedDocuments',
      'changedAnswers',
      'taken',
      'factsDue',
      'factsUntold',
      'expiring',
      'upcoming',
      'nearDue',
      'nearDeadline',
      'removeEndedWindows',
      'removeDone',
      'overSockets',
      'nameless',
      'inOldForm',
      'openWork',
      'allDomains',
      'holder',
      'dueForCheck',
      'ensureIndexes',
    ];
    // What is inserted carries its organization in its type.
    const inserts = ['insert'];
    const found = breaking(({ path, text }) => {
      if (!/^services\/(questionnaire|trust-portal|insights)\/src\/store\//.test(path)) return [];
      const methods = [...text.matchAll(/^ {2}(?:async )?\*?(\w+)(?:<[^>]*>)?\(([^)]*)\)[^;\n]*\{$/gm)].filter(
        ([, name]) => name !== 'constructor',
      );
      return methods
        .filter(
          ([, name = '', parameters = '']) =>
            !takesOrganization(parameters) && ![...acrossOrganizations, ...inserts].includes(name),
        )
        .map(([, name]) => name ?? '');
    });
    expect(found).toEqual([]);
  });

  it('no service sends without the bus, but for what a person waits for', () => {
    const sends = /transport\.send\(|(?:sending|mails)\.batch\(|\bpost\(new URL\(/;
    const waitedFor = [
      'services/tenant/src/invitations/invitations.ts',
      'services/tenant/src/sign-in/sign-in-mails.ts',
      'services/trust-portal/src/delivery/test-mail.ts',
    ];
    const senders = production.filter(
      ({ path, text }) => /^services\/(?!runtime\/)/.test(path) && sends.test(text) && !waitedFor.includes(path),
    );
    expect(senders.length).toBeGreaterThanOrEqual(5);
    const hasJob = ({ imports }: Source): boolean => imports.some((name) => /(^|\/)jobs\.js$/.test(name));
    const importersOf = ({ path }: Source): Source[] =>
      production.filter((other) =>
        other.imports.some((name) => join(dirname(other.path), name).replace(/\.js$/, '.ts') === path),
      );
    const withoutJob = senders.filter((sender) => ![sender, ...importersOf(sender)].some(hasJob));
    expect(withoutJob.map(({ path }) => path)).toEqual([]);
  });

  it('what notifies others is looked for by the sweep of its work, and by no other timer', () => {
    const timers = breaking(({ path, text }) =>
      /^services\/(tenant|trust-portal)\//.test(path) ? (text.match(/new Repeater\(|setInterval\(/g) ?? []) : [],
    );
    expect(timers).toEqual([
      // What is over, every ten minutes.
      'services/tenant/src/compose.ts: setInterval(',
      'services/tenant/src/notifications/compose.ts: new Repeater(',
      // Domains, every minute.
      'services/trust-portal/src/compose-portal.ts: new Repeater(',
      'services/trust-portal/src/compose.ts: new Repeater(',
    ]);
  });

  it('no folder is a dumping ground', () => {
    const names = new Set(['common', 'shared', 'utils', 'util', 'helpers', 'helper', 'misc', 'lib']);
    const found = ROOMS.concat('test')
      .flatMap((room) => [...folders(join(root, room))])
      .filter((folder) => names.has(folder.split(sep).at(-1) ?? ''));
    expect(found).toEqual([]);
  });

  it('no source, test or style sheet grows past 400 lines', () => {
    const found = [...ROOMS, 'test']
      .flatMap((room) => [...files(join(root, room))])
      .filter((path) => /\.([cm]?[jt]sx?|css)$/.test(path))
      .map((path) => ({ path: relative(root, path), lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
      .filter(({ lines }) => lines > 400)
      .map(({ path, lines }) => `${path}: ${lines} lines`);
    expect(found).toEqual([]);
  });

  it('no rule of the linter is switched off without a reason', () => {
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/^.*(eslint-disable|@ts-ignore|@ts-expect-error).*$/gm)]
        .filter(([line]) => !/--\s*\S/.test(line))
        .map(([line]) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
