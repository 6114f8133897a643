/**
 * Measures answering on graded questions: fictional companies of this repository, and, where it lies beside the project,
 * the public benchmark in ../shared/corpus/answers. Prints the score of each set, and the reuse of approved answers on the
 * held pairs. None of these companies taught the judge. (Bodies of evidence with labels: tools/reader/evaluate.ts.)
 *
 *   npm run eval:answers [-- --ablate] [-- --answers]
 *   npm run eval:answers -- --engine openai [--sets kestrel,lumen] [--stub faithful|informed|silent|contradicting]   (see answers-endpoint.ts)
 *
 * Verdicts as in answer-score.mjs: right is an answer whose citations and words hold at least 60% of the graded words (34%
 * from the graded source) with the graded polarity.
 */
import { readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { GUARDS, type GuardName } from '../../services/questionnaire/src/answering/deciding/guards.js';
import { KnowledgeIndex, textsOf } from '../../services/questionnaire/src/answering/finding/knowledge-index.js';
import { answerLocally, type Evidence } from '../../services/questionnaire/src/answering/local-engine.js';
import { KnowledgeIndex as RulesIndex } from '../../services/questionnaire/src/answering/rules/knowledge-index.js';
import type { EvidenceItem } from '../../services/questionnaire/src/answering/types.js';
import { evaluateEndpoint } from './answers-endpoint.js';
import {
  answerSets,
  gradedOf,
  isThere,
  judged,
  passagesOf,
  requestOf,
  root,
  summary,
  type AnswerSet,
  type Judged,
} from './answers-sets.js';
import { startEndableReader } from './ending.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (process.argv.includes('--engine')) process.exit(await evaluateEndpoint(process.argv.slice(2), print));

const reader = await startEndableReader();

async function evidenceOf(items: readonly EvidenceItem[]): Promise<Evidence> {
  const index = new KnowledgeIndex();
  for (const item of items) {
    index.add(item, await reader.encodeJoined(textsOf(item)));
  }
  const rules = new RulesIndex();
  rules.add(items);
  return { index, rules };
}

const known = new Map<string, Evidence>();

async function judge(set: AnswerSet, off: ReadonlySet<GuardName>): Promise<Judged[]> {
  const key = set.evidence.join();
  const held = known.get(key) ?? (await evidenceOf(passagesOf(set.evidence)));
  known.set(key, held);
  const all: Judged[] = [];
  for (const graded of gradedOf(set))
    all.push(judged(graded, await answerLocally(held, reader, requestOf(graded.question), { off })));
  return all;
}

async function everySet(off: ReadonlySet<GuardName>, tell: boolean): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const set of answerSets) {
    if (!isThere(set)) {
      if (tell) print(`${set.name}: SKIPPED, it is not beside this project`);
      continue;
    }
    const found = await judge(set, off);
    if (tell) print(summary(set.name, found));
    all.push(...found);
  }
  return all;
}

const all = await everySet(new Set(), true);
print(summary('all', all));
if (process.argv.includes('--answers'))
  for (const { grade, right, question, gold, answer } of all)
    print(
      `${right ? 'right' : answer.status === 'AI_ANSWERED' ? 'WRONG' : 'open'} [${grade}, ${answer.confidence?.score ?? '-'}] ${question}\n   ${answer.answer}\n   graded: ${gold}`,
    );
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
