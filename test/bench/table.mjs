// `npm run bench [-- --only PART --rounds N --write]`: one table of speed. Runs the benches one after the other, each so many
// times, takes medians of what they measured (both sides of a ratio come from the same run), prints the table and, with
// --write, makes RESULTS.md of it and adds a line to history.jsonl, both beside this file; with --only, the other rows stay as
// they were last measured. Exits 1 when a bar is missed.
// With --guard it takes the quick ones in small, looks at ratios alone and allows twice what is wanted: for CI, whose machine
// may do anything else meanwhile.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile } from './figures.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string' },
    write: { type: 'boolean', default: false },
    guard: { type: 'boolean', default: false },
  },
});

/** Those with one round take medians of their own. `conditions`: connections and processes. */
const BENCHES = [
  { name: 'documents', file: 'documents.ts', rounds: 1, conditions: 'one thread, a process a contender, 9 runs each' },
  {
    name: 'export',
    file: 'export.mjs',
    rounds: 3,
    conditions: 'one thread, a process a contender',
    guard: ['10000', '1000'],
  },
  { name: 'answers', file: 'answers-bench.ts', rounds: 3, conditions: 'one answering thread' },
  {
    name: 'pipeline',
    file: 'pipeline.ts',
    rounds: 1,
    conditions: 'one process and its threads, one connection, 7 runs',
  },
  {
    name: 'list',
    file: 'gateway.mjs',
    rounds: 1,
    conditions: 'gateway and services one process, database another, client a third',
    guard: ['--sizes', '1000', '--seconds', '4'],
  },
  { name: 'search', file: 'search.mjs', rounds: 1, conditions: 'one connection; database a process of its own' },
  { name: 'uploads', file: 'uploads.mjs', rounds: 3, conditions: 'four connections, one process each side' },
  { name: 'ask', file: 'ask.ts', rounds: 1, conditions: 'one connection, one process, 300 questions' },
  {
    name: 'grpc',
    file: 'grpc.mjs',
    rounds: 1,
    conditions: 'client and server in one process, 15,000 calls each',
    guard: ['--calls', '500', '--rounds', '3'],
  },
  { name: 'start', file: 'start.mjs', rounds: 1, conditions: 'one process and its threads, 5 starts each' },
  { name: 'load', file: 'load.mjs', rounds: 1, conditions: '1 to 32 connections, one process and its threads' },
];

/** What one run told: one entry a line "FIGURES …". */
function run({ file, guard }) {
  const script = new URL(file, import.meta.url).pathname;
  const args = file.endsWith('.ts') ? ['--import', 'tsx', script] : [script];
  if (values.guard) args.push(...guard);
  const { stdout, status, error } = spawnSync(process.execPath, args, {
    env: { ...process.env, CANDOR_BENCH_TABLE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e8,
  });
  if (error) throw error;
  const lines = stdout.toString().split('\n');
  for (const line of lines) if (!line.startsWith('FIGURES ') && line !== '') console.log(`  ${line}`);
  const told = lines.filter((line) => line.startsWith('FIGURES ')).map((line) => JSON.parse(line.slice(8)));
  if (told.length === 0) throw new Error(`${file} ended with ${status} and told no figures`);
  return told;
}

/** Medians over the rounds, work by work. */
function merged(rounds) {
  return rounds[0].map((row, r) => ({
    ...row,
    figures: row.figures.map((figure, f) => {
      const all = rounds.map((round) => round[r].figures[f].value);
      return { ...guarded(figure), value: quantile(all), from: Math.min(...all), to: Math.max(...all) };
    }),
  }));
}

const shown = (value) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
/** What a guard allows is twice what is wanted, of ratios; of times nothing is asked. */
const guarded = (figure) => {
  if (!values.guard) return figure;
  const { most, least, ...rest } = figure;
  if (figure.unit !== '×') return rest;
  return {
    ...rest,
    ...(most === undefined ? {} : { most: most * 2 }),
    ...(least === undefined ? {} : { least: least / 2 }),
  };
};
const holds = ({ value, most, least }) =>
  (most === undefined || value <= most) && (least === undefined || value >= least);
const bar = ({ most, least, unit }) =>
  most !== undefined ? `≤ ${shown(most)} ${unit}` : least !== undefined ? `≥ ${shown(least)} ${unit}` : '';

const rows = [];
const chosen = values.guard ? BENCHES.filter(({ guard }) => guard !== undefined) : BENCHES;
const wanted = chosen.filter(({ name }) => values.only === '' || values.only.split(',').includes(name));
if (wanted.length === 0) throw new Error(`--only takes of: ${BENCHES.map(({ name }) => name).join(', ')}`);
for (const bench of wanted) {
  console.log(`${bench.name} …`);
  const rounds = Array.from({ length: Number(values.rounds ?? (values.guard ? 1 : bench.rounds)) }, () => run(bench));
  const at = new Date().toISOString();
  for (const row of merged(rounds))
    rows.push({ ...row, part: bench.name, at, conditions: bench.conditions, rounds: rounds.length });
}

/** The rows of the parts that were left out, as they were last measured on a machine like this one. */
function lastMeasured(parts, machine) {
  const history = new URL('history.jsonl', import.meta.url);
  if (!existsSync(history)) return [];
  const last = new Map();
  for (const line of readFileSync(history, 'utf8').split('\n').filter(Boolean)) {
    const entry = JSON.parse(line);
    if (entry.machine !== machine) continue;
    for (const part of new Set(entry.rows.map((row) => row.part)))
      last.set(
        part,
        entry.rows.filter((row) => row.part === part),
      );
  }
  return [...last].filter(([part]) => parts.includes(part)).flatMap(([, own]) => own);
}

const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}`;
const others = BENCHES.map(({ name }) => name).filter((name) => !wanted.some((one) => one.name === name));
const measured = rows.slice();
if (values.write) rows.push(...lastMeasured(others, machine));
const order = (row) => BENCHES.findIndex(({ name }) => name === row.part);
rows.sort((a, b) => order(a) - order(b));
const lines = rows.flatMap(({ work, beside, conditions, figures, at }) =>
  figures.map((figure, i) => {
    const spread = figure.from === figure.to ? '' : ` (${shown(figure.from)} to ${shown(figure.to)})`;
    const verdict = bar(figure) === '' ? '' : holds(figure) ? 'holds' : '**missed**';
    const cells = [
      i === 0 ? `${work} (${at.slice(0, 10)})` : '',
      i === 0 ? `${beside}; ${conditions}` : '',
      figure.what,
    ];
    return `| ${[...cells, `${shown(figure.value)} ${figure.unit}${spread}`, bar(figure), verdict].join(' | ')} |`;
  }),
);
const missed = measured.flatMap(({ figures }) => figures.filter((figure) => !holds(figure)));
const text = `# Speed, measured side by side

Made by \`npm run bench -- --write\`: ${machine}; each row on its day. Embedded unless said; the client
runs on the same cores. Medians; both sides of a ratio come from the same run. What the bars are is in the right columns;
a figure without one is there to be read beside the others.

| work | beside; conditions | what | measured | wanted | |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
console.log(`\n${text}`);
if (values.write) {
  writeFileSync(new URL('RESULTS.md', import.meta.url), text);
  const entry = { at: new Date().toISOString(), machine, rows: measured };
  appendFileSync(new URL('history.jsonl', import.meta.url), `${JSON.stringify(entry)}\n`);
}
process.exitCode = missed.length > 0 ? 1 : 0;
