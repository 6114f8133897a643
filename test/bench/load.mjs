// A bounded load test: mixed traffic on the whole embedded system at the machine's limit.
//
//   npm run bench:load [-- --seconds 120]
//
// Clients call one after the other (lists, overviews, questions, searches, edits, asks, and an upload of 20 questions now and
// then) in steps of 1, 2, 4, … 32 of them, all steps together `seconds` long. Printed are calls a second and times of each
// step, the knee (where twice the clients bring less than a tenth more), the errors (wanted: none), and what took the
// processors' time, by thread.
import { parseArgs } from 'node:util';
import { quantile, tellFigures } from './figures.mjs';
import { delayFigures, peakBytes, processed, startCandor, threadSeconds } from './processes.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } });
const STEPS = [1, 2, 4, 8, 16, 32];
const STEP_MS = (Number(values.seconds) * 1000) / STEPS.length;
const QUESTIONS = 20;

const csv = (n) =>
  [
    'Question,Answer',
    ...Array.from({ length: QUESTIONS }, (_v, i) => `Are backups of system ${n}-${i} encrypted?,`),
  ].join('\r\n');

function uploadBody(n) {
  const form = new FormData();
  form.append('company_name', `Customer ${n}`);
  form.append('file', new Blob([csv(n)], { type: 'text/csv' }), `questions ${n}.csv`);
  return form;
}

const json = (value) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

const candor = await startCandor();
const { call } = candor;
const errors = new Map();
let uploads = 0;
const upload = async () => {
  const { questionnaire_id: id } = await call('/v1/questionnaire/upload/file', {
    method: 'POST',
    body: uploadBody(++uploads),
  });
  return id;
};

try {
  await call('/v1/knowledge/answers', {
    method: 'POST',
    ...json({ question: 'Are backups encrypted?', answer: 'Yes, backups are encrypted with AES-256.' }),
  });
  const known = [];
  for (let n = 0; n < 20; n++) known.push(await upload());
  for (const id of known) await processed(call, id);
  const { questions } = await call(`/v1/questionnaire/${known[0]}/questions?limit=${QUESTIONS}`);

  let turn = 0;
  const some = (list) => list[turn++ % list.length];
  /** What people and their scripts do, by how often. */
  const actions = [
    ['list', 6, () => call(`/v1/questionnaire/list?offset=${(turn++ % 3) * 5}`)],
    ['overview', 6, () => call(`/v1/questionnaire/${some(known)}/overview`)],
    ['questions', 4, () => call(`/v1/questionnaire/${some(known)}/questions?limit=20`)],
    ['search', 2, () => call(`/v1/questionnaire/search?query=system%20${turn++ % 20}`)],
    [
      'edit',
      2,
      () =>
        call(`/v1/questionnaire/${known[0]}/questions/${some(questions).id}`, {
          method: 'PATCH',
          ...json({ answer: `Yes, edited ${turn}.` }),
        }),
    ],
    [
      'ask',
      1,
      () =>
        call('/v1/insights/ask', {
          method: 'POST',
          ...json({ question: 'Are backups encrypted?', source_type: 'web_ui' }),
        }),
    ],
    ['upload', 1, upload],
  ];
  const mix = actions.flatMap(([name, share, act]) => Array.from({ length: share }, () => [name, act]));

  const step = async (clients) => {
    const times = [];
    const began = performance.now();
    const client = async (offset) => {
      for (let n = offset * 5; performance.now() - began < STEP_MS; n++) {
        const [name, act] = mix[(n * 7) % mix.length];
        const sent = performance.now();
        try {
          await act();
          times.push(performance.now() - sent);
        } catch (error) {
          const kind = `${name}: ${String(error.message).slice(0, 120)}`;
          errors.set(kind, (errors.get(kind) ?? 0) + 1);
        }
      }
    };
    await Promise.all(Array.from({ length: clients }, (_value, n) => client(n)));
    return { clients, perSecond: (times.length * 1000) / (performance.now() - began), times };
  };

  await step(4);
  errors.clear();
  const before = await threadSeconds(candor.pid);
  await candor.loopDelay();
  const began = performance.now();
  const steps = [];
  for (const clients of STEPS) {
    const result = await step(clients);
    steps.push(result);
    const ms = (share) => `${quantile(result.times, share).toFixed(0)} ms`;
    console.log(
      `${clients} clients: ${result.perSecond.toFixed(0)} calls/s, p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}`,
    );
  }
  const seconds = (performance.now() - began) / 1000;
  const knee = steps.find((one, i) => (steps[i + 1]?.perSecond ?? 0) < one.perSecond * 1.1) ?? steps.at(-1);
  const threads = [...(await threadSeconds(candor.pid))]
    .map(([name, cpu]) => [name, (cpu - (before.get(name) ?? 0)) / seconds])
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5);
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const calls = steps.reduce((sum, { times }) => sum + times.length, 0);
  console.log(
    `knee at ${knee.clients} clients: ${knee.perSecond.toFixed(0)} calls/s, p99 ${quantile(knee.times, 0.99).toFixed(0)} ms`,
  );
  console.log(`${calls} calls, ${uploads} uploads, ${failed} errors`);
  for (const [kind, count] of errors) console.log(`  ${count} × ${kind}`);
  console.log('busiest threads, share of one core:');
  for (const [name, share] of threads)
    console.log(
      `  ${name}${name.endsWith(` ${candor.pid}`) ? ' (event loop of gateway and services)' : ''}: ${(100 * share).toFixed(0)}%`,
    );
  // Nothing that was accepted is left behind.
  const { pagination } = await call('/v1/questionnaire/list?limit=1');
  if (pagination.total !== uploads) throw new Error(`${uploads} uploads were accepted, ${pagination.total} are there`);
  tellFigures(`mixed load for ${values.seconds} s`, 'its own knee', [
    { what: 'errors of all calls', value: (100 * failed) / (calls + failed), unit: '%', most: 0 },
    { what: 'peak memory', value: (await peakBytes(candor.pid)) / 2 ** 20, unit: 'MB' },
    { what: 'clients at the knee', value: knee.clients, unit: '' },
    { what: 'calls a second at the knee', value: knee.perSecond, unit: '/s' },
    { what: 'p99 at the knee', value: quantile(knee.times, 0.99), unit: 'ms' },
    {
      what: 'event loop busy',
      value: 100 * (threads.find(([name]) => name.endsWith(` ${candor.pid}`))?.[1] ?? 0),
      unit: '%',
    },
    ...delayFigures(await candor.loopDelay()),
  ]);
  if (failed > 0) process.exitCode = 1;
} finally {
  await candor.stop();
}
