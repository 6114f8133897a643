// npm run eval:backtest [-- --show] [-- --only NAME] [-- --benchmark FOLDER]: what a backtest of half of a company's past says of the other half, through the
// API of a whole system. Each company's answered questions become four questionnaires of four customers, in order of time; the first
// and third are one half. Each prediction is told with its interval, and with what chance alone makes of two halves. One
// contradiction is planted, and one answer that only a later questionnaire has. FOLDER: where the public
// benchmark lies (evidence acme-*.md, answers caiq-lite-benchmark-*.csv).
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import type { Api } from '../support/api.js';
import { startSystem } from '../support/harness.js';
import { form, markdown } from '../support/multipart.js';
import { sentQuestionnaire } from '../support/questionnaires.js';
import { pathToFileURL } from 'node:url';
import { answersNeeded, expectedOf, percent, withinByChance, type Share } from './backtest-chance.js';
import { answerSets, gradedOf, isThere, type AnswerSet } from './answers-sets.js';

interface Answer {
  questionnaire_id: string;
  question: string;
  ours: string;
  sent: string;
  band: string | null;
  verdict: string;
  reason: string | null;
}
type Sent = Record<string, string>;
interface Company {
  name: string;
  evidence: URL[];
  sent: Sent;
}

const { values } = parseArgs({
  options: {
    show: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    benchmark: { type: 'string', default: '' },
  },
});
const QUESTIONNAIRES = 4;
/** So long a backtest of one company may take. */
const PATIENCE_MS = 1_800_000;
const FUTURE = 'Which colour does the lighthouse keeper paint the door each spring?';
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const here = new URL('backtest/', import.meta.url);

/** What stands behind an answer in brackets names its source, and is not a part of it. */
const withoutSource = (text: string): string => text.replace(/\s*\([^()]{1,200}\)\s*$/u, '');

const companies: Company[] = [
  ...readdirSync(here).map((name): Company => {
    const folder = new URL(`${name}/`, here);
    const rows = parse<{ Question: string; Answer: string }>(readFileSync(new URL('sent.csv', folder)), {
      columns: true,
    });
    const sent = Object.fromEntries(rows.map(({ Question, Answer }) => [Question, Answer]));
    return { name, evidence: [new URL('evidence.md', folder)], sent };
  }),
  ...[...answerSets, ...benchmarks()].filter(isThere).map((set): Company => {
    const sent = gradedOf(set).map(({ question, gold, grade }) => [
      question,
      grade === 'gap' ? '' : withoutSource(gold),
    ]);
    return { name: set.name, evidence: set.evidence, sent: Object.fromEntries(sent) as Sent };
  }),
].filter(({ name }) => name.includes(values.only));

/** The benchmark where it does not lie beside the project. */
function benchmarks(): AnswerSet[] {
  if (values.benchmark === '') return [];
  const file = (name: string): URL => new URL(name, pathToFileURL(`${values.benchmark}/`));
  const cold = [file('acme-sample-corpus.md')];
  return [
    { name: 'benchmark, cold', evidence: cold, graded: file('caiq-lite-benchmark-completed.csv') },
    {
      name: 'benchmark, onboarded',
      evidence: [...cold, file('acme-corpus-tier2-additions.md')],
      graded: file('caiq-lite-benchmark-onboarded.csv'),
    },
  ];
}

/** The other yes or no; '' where it has none. */
function opposite(answer: string): string {
  if (/^yes\b/i.test(answer)) return 'No.';
  return /^no\b/i.test(answer) ? 'Yes.' : '';
}

const told = (share: Share): string => `${percent(share).toFixed(1)} % (${share.count}/${share.of})`;

function figuresOf(answers: readonly Answer[]): Record<'coverage' | 'agreement' | 'high', Share> {
  const count = (holds: (answer: Answer) => boolean): number => answers.filter(holds).length;
  const isAnswered = ({ sent, ours }: Answer): boolean => sent !== '' && ours !== '';
  const agreement = (also: (answer: Answer) => boolean): Share => {
    const agreed = count((one) => one.verdict === 'AGREED' && also(one));
    return { count: agreed, of: agreed + count((one) => one.verdict === 'CONTRADICTED' && also(one)) };
  };
  return {
    coverage: { count: count(isAnswered), of: count(({ sent }) => sent !== '') },
    agreement: agreement(() => true),
    high: agreement(({ band }) => band === 'HIGH'),
  };
}

/** The past of a company, uploaded as it was sent; gives questionnaires with their days, and what was planted. */
async function uploadPast(api: Api, { sent, evidence }: Company) {
  for (const file of evidence) {
    const content = markdown(readFileSync(file, 'utf8'), file.pathname.split('/').at(-1));
    const { body } = await api.post('/v1/knowledge/documents', { body: form(['file', content]) });
    const path = `/v1/knowledge/documents/${(body as { id: string }).id}`;
    await api.poll(path, ({ should_poll: more }: { should_poll: boolean }) => !more);
  }
  const parts: Sent[] = Array.from({ length: QUESTIONNAIRES }, () => ({}));
  Object.entries(sent).forEach(([question, answer], i) => (parts[i % QUESTIONNAIRES]![question] = answer));
  // Of the last one, so that the halves are told apart from it by one answer only.
  const planted = Object.keys(parts[3]!).find((question) => opposite(parts[3]![question]!) !== '') ?? '';
  parts[3]![planted] = opposite(parts[3]![planted] ?? '');
  parts[0]![FUTURE] = '';
  parts[2]![FUTURE] = 'Emerald green.';
  const questionnaires = [];
  for (const [i, part] of parts.entries()) {
    const id = await sentQuestionnaire(api, `Customer ${i + 1}`, part);
    questionnaires.push({ questionnaire_id: id, sent_on: `2025-0${i + 1}-15` });
  }
  return { questionnaires, planted };
}

async function answersOf(api: Api, questionnaires: object[]): Promise<Answer[]> {
  const { status, body } = await api.post('/v1/backtests', { json: { questionnaires } });
  if (status !== 200) throw new Error(`the backtest was refused: ${JSON.stringify(body)}`);
  const path = `/v1/backtests/${(body as { id: string }).id}`;
  await api.poll(path, (now: { backtest: { should_poll: boolean } }) => !now.backtest.should_poll, PATIENCE_MS);
  return ((await api.get(`${path}/answers?verdict=all&limit=1000`)).body as { answers: Answer[] }).answers;
}

const halves: [Answer[], Answer[]] = [[], []];
/** Whether each half was as the other one predicted. */
const expected: boolean[] = [];
const system = await startSystem();
try {
  for (const company of companies) {
    const api = await system.inNewOrganization(company.name);
    const { questionnaires, planted } = await uploadPast(api, company);
    const answers = await answersOf(api, questionnaires);
    const found = answers.find(({ question }) => question === planted);
    const futures = answers.filter(({ question, ours }) => question === FUTURE && ours !== '');
    const counted = answers.filter(({ question }) => question !== planted && question !== FUTURE);
    const isFirst = ({ questionnaire_id: id }: Answer): boolean =>
      questionnaires.findIndex((one) => one.questionnaire_id === id) % 2 === 0;
    const own = [counted.filter(isFirst), counted.filter((one) => !isFirst(one))] as const;
    own.forEach((half, i) => halves[i as 0 | 1].push(...half));
    tell(company.name, own);
    print(
      `  planted contradiction: ${found?.verdict ?? 'missing'}; answers of the future that were used: ${futures.length}`,
    );
    if (found && found.verdict !== 'CONTRADICTED')
      print(`    ${found.question} | OURS ${found.ours} | SENT ${found.sent}`);
    if (values.show)
      for (const { question, ours, sent, verdict, reason, band } of counted)
        if (verdict !== 'AGREED' && verdict !== 'OPEN_IN_BOTH')
          print(`    ${verdict} ${reason ?? ''} ${band ?? ''} | ${question} | OURS ${ours} | SENT ${sent}`);
  }
  const within = expected.filter((one) => one).length;
  print(`${within} of ${expected.length} predictions of single companies held the other half within their interval`);
  tell('all', halves);
} finally {
  await system.close();
}

function tell(name: string, [first, second]: readonly [Answer[], Answer[]]): void {
  const [predicted, actual] = [figuresOf(first), figuresOf(second)];
  const unclear = [...first, ...second].filter(({ verdict }) => verdict === 'NOT_COMPARABLE').length;
  print(`${name}: ${first.length + second.length} questions, ${unclear} cannot be compared`);
  for (const figure of ['coverage', 'agreement', 'high'] as const) {
    const [half, other] = [predicted[figure], actual[figure]];
    const apart = Math.abs(percent(half) - percent(other));
    const { least, most } = expectedOf(half, other.of);
    const isExpected = other.count >= least && other.count <= most;
    expected.push(isExpected);
    print(
      `  ${figure}: ${told(half)} predicts ${least} to ${most} of ${other.of}; ${told(other)} it was${isExpected ? '' : ', OUTSIDE'}`,
    );
    const all = { count: half.count + other.count, of: half.of + other.of };
    const needed = answersNeeded(all);
    print(
      `    ${apart.toFixed(1)} points apart; by chance ${Math.round(100 * withinByChance(half, other))} % of such halves are within 5${needed === undefined ? '' : `, ${needed} answers a half are needed for it`}`,
    );
  }
}
