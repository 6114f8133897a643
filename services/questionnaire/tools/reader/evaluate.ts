/**
 * Answers the questions of bodies with the engine and compares with their labels; prints totals, calibration and ablation.
 *
 *   tsx tools/reader/evaluate.ts [--calibrate [--write]] [--without-rules] [--ablate] [--wrong] [--finding] [--stages] [--polarity] FOLDER [FOLDER ...]
 *
 * right: answered with the polarity expected, from a statement that the labels let answer. wrong: answered otherwise.
 * `--stages` prints where answers are lost, with `--wrong` each of them.
 * unsupported: a gap answered. silent: an answerable question left open or at LOW. `--calibrate --write` writes data/calibration.json.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { likelihood, logOdds, type Calibration } from '../../src/answering/deciding/confidence.js';
import type { DecisionOptions, Reading } from '../../src/answering/deciding/decide.js';
import { answerLocally, type Evidence } from '../../src/answering/local-engine.js';
import { KnowledgeIndex as RulesIndex } from '../../src/answering/rules/knowledge-index.js';
import { GUARDS, type GuardName } from '../../src/answering/deciding/guards.js';
import { KnowledgeIndex, textsOf } from '../../src/answering/finding/knowledge-index.js';
import { statementsOf } from '../../src/answering/finding/statements.js';
import { splitPassages } from '../../src/answering/finding/passages.js';
import { questionParts } from '../../src/answering/reading/question.js';
import { startReader, type Reader } from '../../src/answering/reading/reader.js';
import type { AnswerRequest, EvidenceItem, PassageEvidence } from '../../src/answering/types.js';
import { readDocument } from '../../src/documents/read-document.js';
import { DEFAULT_READ_LIMITS, FileSource } from '../../src/documents/source.js';
import { answers, isRight, isRightReading, polarities, totals, type Judged, type Row } from './labels.js';
import { addedWeight, regression } from './regression.js';
import { stageOf, StageCounts, toldOf, type Placed } from './stages.js';

const TYPES: Record<string, string> = { md: 'text/markdown', html: 'text/html', txt: 'text/plain', csv: 'text/csv' };
async function evidenceOf(folder: string, reader: Reader): Promise<Evidence> {
  const index = new KnowledgeIndex();
  const rules = new RulesIndex();
  const taken: Placed[] = [];
  for (const file of readdirSync(folder).sort()) {
    const mimeType = TYPES[file.split('.').at(-1)!];
    if (mimeType === undefined) continue;
    const source = FileSource.open(join(folder, file));
    const model = await readDocument(source, { fileName: file, mimeType }, DEFAULT_READ_LIMITS);
    source.close();
    for (const passage of splitPassages(model, file)) {
      const item: PassageEvidence = {
        kind: 'passage',
        id: `${file}#${passage.ordinal}`,
        documentId: file,
        title: file,
        ...passage,
      };
      index.add(item, await reader.encodeJoined(textsOf(item)));
      rules.add([item]);
      taken.push(...statementsOf(item).map((statement) => ({ item, statement })));
    }
  }
  statements.set(index, taken);
  return { index, rules };
}

const requestOf = (text: string): AnswerRequest => ({
  questionId: '',
  text,
  section: '',
  answerType: 'text',
  options: [],
  instructions: '',
  now: Date.UTC(2026, 10, 1) * 1000,
});

/** Pairs of an approved answer and a question: every second one, as the others are what `eval:answers` tells of. */
async function approved(kind: 'paraphrases' | 'nearMisses'): Promise<string> {
  const file = new URL('../../data/paraphrase-pairs.json', import.meta.url);
  const pairs = (JSON.parse(readFileSync(file, 'utf8')) as Record<typeof kind, [string, string, string][]>)[kind];
  const index = new KnowledgeIndex();
  const rules = new RulesIndex();
  for (const [i, [question, answer]] of pairs.entries()) {
    const item: EvidenceItem = {
      kind: 'library',
      id: `${i}`,
      question,
      answer,
      tags: [],
      expiresAt: 0,
      verifiedAt: 0,
      approved: true,
    };
    index.add(item, await reader.encodeJoined(textsOf(item)));
    rules.add([item]);
  }
  const rows = pairs.flatMap(([, , question], i): Row[] =>
    i % 2 === 1
      ? []
      : [{ id: `${i}`, question, expect: kind === 'paraphrases' ? 'value' : 'gap', answers: [], entry: `${i}` }],
  );
  indexes.set(kind, { index, rules });
  approvedRows.set(kind, rows);
  return kind;
}

/** Questions of a body, or of a set graded by facts (gold.csv: id, question, expect, facts "a|b & c"). */
function rowsOf(folder: string): Row[] {
  const pairs = approvedRows.get(folder);
  if (pairs) return pairs;
  const gold = join(folder, 'gold.csv');
  if (!existsSync(gold))
    return readFileSync(join(folder, 'questions.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((l) => JSON.parse(l) as Row);
  const rows: string[][] = parse(readFileSync(gold, 'utf8'), { bom: true, from_line: 2, relax_column_count: true });
  return rows.map((cells) => ({
    id: cells[0]!,
    question: cells.slice(1, -2).join(','),
    expect: cells.at(-2) as Row['expect'],
    answers: [],
    facts: cells
      .at(-1)!
      .toLowerCase()
      .split('&')
      .map((g) =>
        g
          .split('|')
          .map((w) => w.trim())
          .filter(Boolean),
      )
      .filter((g) => g.length > 0),
  }));
}

/** Of how many answerable questions a statement that answers stands among the first found. */
async function finding(folder: string): Promise<number[]> {
  const { index } = indexes.get(folder)!;
  const firsts = [1, 3, 8, 12, 40];
  const counts = firsts.map(() => 0);
  const rows = rowsOf(folder).filter((row) => row.expect !== 'gap');
  for (const row of rows) {
    const found = index.find(row.question, await reader.encodeJoined([row.question]), 40, () => true);
    const at = found.findIndex((f) => answers(row, f));
    firsts.forEach((first, i) => (counts[i]! += Number(at >= 0 && at < first)));
  }
  print(
    `${basename(folder)}: of ${rows.length}, among the first ${firsts.map((f, i) => `${f}: ${counts[i]}`).join(', ')}`,
  );
  return [rows.length, ...counts];
}

/** Counts where answers of a body are lost; tells each when `tell` is given. */
async function countStages(folder: string, counts: StageCounts, tell?: (line: string) => void): Promise<void> {
  const { index } = indexes.get(folder)!;
  for (const judged of await run(folder, USUAL)) {
    const candidates: Placed[] = [];
    for (const { asked } of questionParts(judged.row.question, { polar: false }))
      candidates.push(...index.find(asked, (await reader.encode([asked]))[0]!, 8, () => true));
    const stage = stageOf(judged, statements.get(index)!, candidates);
    counts.add(stage, judged);
    if (stage !== undefined) tell?.(toldOf(judged, stage));
  }
}

async function run(folder: string, options: DecisionOptions, withoutRules = false): Promise<Judged[]> {
  const known = indexes.get(folder)!;
  const evidence = withoutRules ? { index: known.index, rules: new RulesIndex() } : known;
  const judged: Judged[] = [];
  for (const row of rowsOf(folder)) {
    const parts: (readonly Reading[])[] = [];
    const watch = (seen: readonly Reading[]): void => void parts.push(seen);
    const answer = await answerLocally(evidence, reader, requestOf(row.question), { ...options, watch });
    // Parts are read beside each other: the main one is the one that comes first in the question.
    const main = questionParts(row.question, { polar: false })[0]?.text;
    const readings = parts.find((seen) => seen[0]?.part.text === main) ?? [];
    judged.push({ row, answer, readings, parts, right: isRight(row, answer) });
  }
  return judged;
}

const NAMES = ['bias', 'judge', 'cosine', 'words', 'agreed', 'reused'] as const;
const round = (n: number): number => Math.round(n * 1000) / 1000;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Weights of the signals, of every reading that no guard refuses. */
function fitted(judged: readonly Judged[]): Calibration['weights'] {
  const rows = judged.flatMap(({ row, readings }) =>
    readings
      .filter((r) => r.likely > 0)
      .map((r) => ({ x: NAMES.map((n) => (n === 'bias' ? 1 : r.signals[n])), right: Number(isRightReading(row, r)) })),
  );
  const [bias, judge, cosine, words, agreed, reused] = regression(rows).map(round) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { bias, judge, cosine, words, agreed, reused };
}

/** What it adds that the rules take an approved answer for one to the same question, the other weights as they are. */
function reusedWeight(pairs: readonly Judged[], weights: Calibration['weights']): number {
  const rows = pairs.flatMap(({ row, readings }) =>
    readings
      .filter((r) => r.likely > 0 && r.signals.reused === 1)
      .map((r) => ({ odds: logOdds(likelihood(r.signals, { weights })), right: Number(isRightReading(row, r)) })),
  );
  return round(addedWeight(rows));
}

/** How sure an answer is whose likeliest statement was chosen by the fitted weights. */
function lineOf(judged: readonly Judged[]): Calibration['line'] {
  const rows = judged
    .filter((j) => j.readings[0] !== undefined && j.readings[0].likely > 0)
    .map((j) => ({ x: [1, logOdds(j.readings[0]!.likely)], right: Number(j.right) }));
  const [shift, slope] = regression(rows).map(round) as [number, number];
  return { slope, shift };
}

/** Of the answers in bands of their score: how many were right. */
function reliability(judged: readonly Judged[]): string {
  const bands = [0, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 1.01];
  return bands
    .slice(0, -1)
    .map((from, i) => {
      const own = judged.filter(
        (j) => j.readings[0] !== undefined && j.readings[0].score >= from && j.readings[0].score < bands[i + 1]!,
      );
      return `from ${from}: ${own.filter((j) => j.right).length} of ${own.length}`;
    })
    .join(', ');
}

const flags = process.argv.slice(2).filter((a) => a.startsWith('--'));
const folders = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const reader = await startReader();
const indexes = new Map<string, Evidence>();
const approvedRows = new Map<string, Row[]>();
const statements = new Map<KnowledgeIndex, Placed[]>();
for (const folder of folders) indexes.set(folder, await evidenceOf(join(folder, 'evidence'), reader));
const everything = async (
  options: DecisionOptions,
  { quiet = false, withoutRules = false } = {},
): Promise<Judged[]> => {
  const all: Judged[] = [];
  for (const folder of folders) {
    const judged = await run(folder, options, withoutRules);
    if (!quiet) print(`${basename(folder)}: ${totals(judged)}`);
    all.push(...judged);
  }
  return all;
};
const USUAL: DecisionOptions = { off: new Set() };

if (flags.includes('--polarity')) print(polarities(await everything(USUAL)));
else if (flags.includes('--stages')) {
  const counts = new StageCounts();
  for (const folder of folders) await countStages(folder, counts, flags.includes('--wrong') ? print : undefined);
  print(String(counts));
} else if (flags.includes('--finding')) {
  const all: number[][] = [];
  for (const folder of folders) all.push(await finding(folder));
  print(
    `all: of ${all.reduce((n, c) => n + c[0]!, 0)}: ${all[0]!
      .slice(1)
      .map((_, i) => all.reduce((n, c) => n + c[i + 1]!, 0))
      .join(', ')}`,
  );
} else if (flags.includes('--calibrate')) {
  const withoutRules = flags.includes('--without-rules');
  // First everything is told, so that every reading is seen; then the answers chosen by the fitted weights are counted.
  const told = { slope: 0, shift: 6 };
  const start = { weights: { bias: 0, judge: 1, cosine: 0, words: 0, agreed: 1, reused: 1 }, line: told };
  const firstly = { ...USUAL, calibration: start };
  const weights = fitted(await everything(firstly, { quiet: true, withoutRules }));
  const pairs: Judged[] = [];
  for (const kind of ['paraphrases', 'nearMisses'] as const) pairs.push(...(await run(await approved(kind), firstly)));
  weights.reused = reusedWeight(pairs, weights);
  const chosen = await everything({ ...USUAL, calibration: { weights, line: told } }, { quiet: true, withoutRules });
  const calibration: Calibration = { weights, line: lineOf(chosen) };
  print(JSON.stringify(calibration));
  const after = await everything({ ...USUAL, calibration }, { withoutRules });
  print(`all: ${totals(after)}\n${reliability(after)}`);
  const about =
    'A logistic regression over what speaks for a statement, and how often the likeliest one was the right answer, on companies the judge was not taught with; made by tools/reader/evaluate.ts --calibrate --write.';
  if (flags.includes('--write'))
    writeFileSync(
      new URL('../../data/calibration.json', import.meta.url),
      `${JSON.stringify({ about, ...calibration }, null, 2)}\n`,
    );
} else {
  const all = await everything(USUAL, { withoutRules: flags.includes('--without-rules') });
  print(`all: ${totals(all)}\n${reliability(all)}`);
  if (flags.includes('--wrong'))
    for (const { row, answer, right } of all)
      if (!right && answer.status === 'AI_ANSWERED')
        print(
          `\n${row.expect} ${answer.confidence?.score} ${row.question}\n   ${answer.answer}\n   wanted: ${row.answers
            .map((a) => `${a.label}: ${a.quote}`)
            .join(' | ')
            .slice(0, 300)}`,
        );
}
if (flags.includes('--ablate')) {
  for (const name of Object.keys(GUARDS) as GuardName[])
    print(`without ${name}: ${totals(await everything({ off: new Set([name]) }, { quiet: true }))}`);
  print(`without the word rules: ${totals(await everything(USUAL, { quiet: true, withoutRules: true }))}`);
}
