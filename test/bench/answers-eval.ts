/**
 * Measures answering on graded questions: fictional companies of this repository, and, where it lies beside the project,
 * the public benchmark in ../shared/corpus/answers. Prints the score of each set, and the reuse of approved answers on the
 * held pairs. None of these companies taught the judge. (Bodies of evidence with labels: tools/reader/evaluate.ts.)
 *
 *   npm run eval:answers [-- --ablate] [-- --answers]
 *
 * Verdicts as in answer-score.mjs: right is an answer whose citations and words hold at least 60% of the graded words (34%
 * from the graded source) with the graded polarity.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import MiniSearch from 'minisearch';
import { GUARDS, type GuardName } from '../../services/questionnaire/src/answering/deciding/guards.js';
import { KnowledgeIndex, textsOf } from '../../services/questionnaire/src/answering/finding/knowledge-index.js';
import { splitPassages } from '../../services/questionnaire/src/answering/finding/passages.js';
import { answerLocally, type Evidence } from '../../services/questionnaire/src/answering/local-engine.js';
import { startReader } from '../../services/questionnaire/src/answering/reading/reader.js';
import { KnowledgeIndex as RulesIndex } from '../../services/questionnaire/src/answering/rules/knowledge-index.js';
import type { AnswerRequest, EngineAnswer, EvidenceItem } from '../../services/questionnaire/src/answering/types.js';
import { ReadBudget } from '../../services/questionnaire/src/documents/budget.js';
import { DEFAULT_READ_LIMITS } from '../../services/questionnaire/src/documents/source.js';
import { readMarkdown } from '../../services/questionnaire/src/documents/text/read-markdown.js';

type Row = Record<'Question' | 'Vendor Response' | 'Confidence', string>;
type Grade = 'evidenced' | 'partial' | 'gap';
interface Judged {
  question: string;
  gold: string;
  grade: Grade;
  right: boolean;
  answer: EngineAnswer;
}

const root = new URL('../../', import.meta.url);
const companies = ['brightwater', 'nordhafen', 'kestrel', 'lumen', 'ostrava', 'meridian'];
const shared = (name: string): URL => new URL(`../shared/corpus/answers/${name}`, root);
const sets = [
  ...companies.map((name) => {
    const folder = new URL(`test/bench/answers-companies/${name}/`, root);
    return { name, evidence: [new URL('evidence.md', folder)], graded: new URL('graded.csv', folder) };
  }),
  {
    name: 'benchmark, cold',
    evidence: [shared('acme-sample-corpus.md')],
    graded: shared('caiq-lite-benchmark-completed.csv'),
  },
  {
    name: 'benchmark, onboarded',
    evidence: [shared('acme-sample-corpus.md'), shared('acme-corpus-tier2-additions.md')],
    graded: shared('caiq-lite-benchmark-onboarded.csv'),
  },
];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const STOP = new Set(
  'a an and any are as at be been by can do does for from has have how if in into is it its no not of on or our per that the their there they this to under via was we what when where which who will with yes you your all each'.split(
    ' ',
  ),
);
function words(text: string): Set<string> {
  const found =
    text
      .toLowerCase()
      .normalize('NFKD')
      .match(/[a-z0-9][a-z0-9.+/-]*[a-z0-9]|[a-z0-9]/g) ?? [];
  return new Set(found.filter((w) => !STOP.has(w)).map((w) => w.replace(/(ing|ed|es|s)$/, '')));
}
const squash = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

function isRight(gold: string, given: EngineAnswer): boolean {
  const [, body = gold, source = ''] = /^(.*?)\s*\(([^()]*)\)\s*$/s.exec(gold) ?? [];
  const cited = given.citations.map((c) => `${c.title} ${c.locator} ${c.quote}`).join(' ');
  const wanted = words(body);
  const said = words(`${given.answer} ${cited}`);
  const overlap = [...wanted].filter((w) => said.has(w)).length / Math.max(1, wanted.size);
  const polarity = /^no\b/i.test(body)
    ? !/^yes\b/i.test(given.answer)
    : !/^yes\b/i.test(body) || !/^no\b/i.test(given.answer);
  const inSource = source !== '' && squash(cited).includes(squash(source.split(/§|,/)[0]!));
  return polarity && (overlap >= 0.6 || (overlap >= 0.34 && inSource));
}

const reader = await startReader();

async function evidenceOf(items: readonly EvidenceItem[]): Promise<Evidence> {
  const index = new KnowledgeIndex();
  for (const item of items) {
    index.add(item, await reader.encodeJoined(textsOf(item)));
  }
  const rules = new RulesIndex();
  rules.add(items);
  return { index, rules };
}

const requestOf = (text: string): AnswerRequest => ({
  questionId: '',
  text,
  section: '',
  answerType: 'text',
  options: [],
  instructions: '',
  now: 1,
});

const known = new Map<string, Evidence>();

async function judge(evidence: URL[], graded: URL, off: ReadonlySet<GuardName>): Promise<Judged[]> {
  const key = evidence.join();
  let held = known.get(key);
  if (!held) {
    const items = evidence.flatMap((file) => {
      const title = basename(file.pathname);
      const model = readMarkdown(readFileSync(file, 'utf8'), new ReadBudget(DEFAULT_READ_LIMITS));
      return splitPassages(model, title).map((p): EvidenceItem => ({
        kind: 'passage',
        id: `${title}#${p.ordinal}`,
        documentId: title,
        title,
        locator: p.locator,
        text: p.text,
      }));
    });
    known.set(key, (held = await evidenceOf(items)));
  }
  const judged: Judged[] = [];
  for (const row of parse<Row>(readFileSync(graded), { columns: true, bom: true })) {
    const grade = /partial/i.test(row.Confidence) ? 'partial' : /evidenced/i.test(row.Confidence) ? 'evidenced' : 'gap';
    const answer = await answerLocally(held, reader, requestOf(row.Question), { off });
    judged.push({
      question: row.Question,
      gold: row['Vendor Response'],
      grade,
      answer,
      right: grade === 'evidenced' && answer.status === 'AI_ANSWERED' && isRight(row['Vendor Response'], answer),
    });
  }
  return judged;
}

function summary(name: string, judged: Judged[]): string {
  const of = (grade: Grade): Judged[] => judged.filter((j) => j.grade === grade);
  const sure = (j: Judged): boolean => j.answer.confidence !== null && j.answer.confidence.band !== 'LOW';
  const high = judged.filter((j) => j.answer.confidence?.band === 'HIGH');
  const evidenced = of('evidenced');
  return [
    `${name}: supported ${evidenced.filter((j) => sure(j) && j.right).length}/${evidenced.length}`,
    `wrong ${evidenced.filter((j) => sure(j) && !j.right).length}`,
    `silent ${evidenced.filter((j) => !sure(j)).length}`,
    `unsupported ${of('gap').filter(sure).length}/${of('gap').length}`,
    `partial at HIGH ${of('partial').filter((j) => j.answer.confidence?.band === 'HIGH').length}/${of('partial').length}`,
    `HIGH right ${high.filter((j) => j.right).length}/${high.length}`,
  ].join(', ');
}

async function everySet(off: ReadonlySet<GuardName>, tell: boolean): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const { name, evidence, graded } of sets) {
    if (!existsSync(graded)) {
      if (tell) print(`${name}: SKIPPED, it is not beside this project`);
      continue;
    }
    const judged = await judge(evidence, graded, off);
    if (tell) print(summary(name, judged));
    all.push(...judged);
  }
  return all;
}

const all = await everySet(new Set(), true);
print(summary('all', all));
if (process.argv.includes('--answers'))
  for (const { grade, right, question, gold, answer } of all)
    print(`${right ? 'right' : answer.status === 'AI_ANSWERED' ? 'WRONG' : 'open'} [${grade}, ${answer.confidence?.score ?? '-'}] ${question}\n   ${answer.answer}\n   graded: ${gold}`); // prettier-ignore
if (process.argv.includes('--ablate'))
  for (const name of Object.keys(GUARDS) as GuardName[])
    print(summary(`without the guard "${name}"`, await everySet(new Set([name]), false)));

const { paraphrases, nearMisses } = JSON.parse(
  readFileSync(new URL('services/questionnaire/data/paraphrase-pairs.json', root), 'utf8'),
) as Record<'paraphrases' | 'nearMisses', [string, string, string][]>;
async function reused(pairs: [string, string, string][], parity: number): Promise<number> {
  const held = await evidenceOf(
    pairs.map(([question, answer], i) => ({
      kind: 'library',
      id: String(i),
      question,
      answer,
      tags: [],
      expiresAt: 0,
      verifiedAt: 0,
      approved: true,
    })),
  );
  let count = 0;
  for (const [i, [, , asked]] of pairs.entries()) {
    if (i % 2 !== parity) continue;
    const answer = await answerLocally(held, reader, requestOf(asked));
    if (answer.confidence && answer.confidence.band !== 'LOW' && answer.citations[0]?.sourceId === String(i)) count++;
  }
  return count;
}
function bm25(pairs: [string, string, string][]): { own: boolean; score: number }[] {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
  index.addAll(pairs.map(([text], id) => ({ id, text })));
  return pairs.map(([, , asked], i) => {
    const top = index.search(asked)[0];
    return { own: top?.id === i, score: top?.score ?? 0 };
  });
}
const near = bm25(nearMisses);
const threshold = Math.max(...near.filter((n, i) => i % 2 === 0 && n.own).map((n) => n.score));
const same = bm25(paraphrases);
print('\nreuse of approved answers, held half of the pairs (30 paraphrases, 30 near-misses)');
print(
  `  ours: recall ${await reused(paraphrases, 1)}/30, false reuse ${await reused(nearMisses, 1)}/30 (other half: ${await reused(paraphrases, 0)}/30, ${await reused(nearMisses, 0)}/30)`,
);
print(
  `  BM25 alone: recall ${same.filter((s, i) => i % 2 === 1 && s.own && s.score > threshold).length}/30, false reuse ${near.filter((n, i) => i % 2 === 1 && n.own && n.score > threshold).length}/30, at rank 1 ${same.filter((s, i) => i % 2 === 1 && s.own).length}/30`,
);
