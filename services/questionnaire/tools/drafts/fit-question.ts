/**
 * Fits what tells an answer to the question from a right fact to another one (checking/nearness.ts), on pairs that
 * `test/bench/drafts-fit.ts` makes.
 *
 *   npm run fit:drafts [-- --write] [-- --least N]    --write: writes data/question-fit.json; --least: cut there, not at the knee
 *
 * Each company is weighed by a regression that the other companies taught. Prints how many misdirected drafts would be accepted
 * and how many right ones kept, from cut to cut: by the weighing alone, and by all that the check asks of question and answer.
 */
import { writeFileSync } from 'node:fs';
import { questionFault, readDraft } from '../../src/answering/checking/check-draft.js';
import { NEAR_SIGNALS, nearnessOf, shippedNearness, type Nearness } from '../../src/answering/checking/nearness.js';
import type { NearSignals } from '../../src/answering/checking/nearness.js';
import type { Draft, DraftJudge } from '../../src/answering/checking/draft.js';
import type { Fit } from '../../src/answering/checking/question-fit.js';
import type { AnswerRequest, EvidenceItem } from '../../src/answering/types.js';
import { regression } from '../reader/regression.js';

/** A draft given to a question of the same company. */
export interface Pair {
  company: string;
  /** How the pair was made; counts are told by it. */
  source: string;
  request: AnswerRequest;
  draft: Draft;
  evidence: readonly EvidenceItem[];
  /** 1: the draft answers the question; 0: it is a right fact to another one. */
  right: 0 | 1;
}

interface Read extends Pair {
  fit: Fit;
  /** Whether the whole step lets it pass when it is near its question, and when it is not. */
  passes: { near: boolean; far: boolean };
}
type Weighed = Read & { fit: { signals: NearSignals } };
/** Log-odds of each pair that was weighed. */
type Odds = ReadonlyMap<Read, number>;

/** A misdirected draft that is accepted would be believed; a right one that is refused falls to the local answer. */
const COST_OF_MISDIRECTED = 2;
const FILE = new URL('../../data/question-fit.json', import.meta.url);
const CUTS = Array.from({ length: 41 }, (_, i) => Math.round(-40 + 2 * i) / 10);

const print = (line = ''): void => void process.stdout.write(`${line}\n`);

function isWeighed(one: Read): one is Weighed {
  return one.fit.signals !== undefined;
}

function fitted(rows: readonly Weighed[]): Nearness {
  const [constant, ...rest] = regression(
    rows.map(({ fit, right }) => ({ x: [1, ...NEAR_SIGNALS.map((name) => fit.signals[name])], right })),
  ).map((weight) => Math.round(weight * 100) / 100);
  const named = Object.fromEntries(NEAR_SIGNALS.map((name, i) => [name, rest[i]!])) as Record<
    keyof NearSignals,
    number
  >;
  return { weights: { constant: constant!, ...named }, least: 0 };
}

/** Of each pair, by what all other companies taught. */
function leftOut(rows: readonly Weighed[]): Odds {
  const odds = new Map<Read, number>();
  for (const company of new Set(rows.map((row) => row.company))) {
    const taught = fitted(rows.filter((row) => row.company !== company));
    for (const row of rows.filter((r) => r.company === company)) odds.set(row, nearnessOf(row.fit.signals, taught));
  }
  return odds;
}

/** By the check's whole step; what was not weighed is refused or not whatever the cut. */
function isKept(one: Read, odds: Odds, least: number): boolean {
  const near = odds.has(one) ? odds.get(one)! - least : one.fit.near;
  return near >= 0 ? one.passes.near : one.passes.far;
}

/** Share of right drafts that stand above misdirected ones. */
function ranked(rows: readonly Read[], odds: Odds): number {
  const of = (right: number): number[] => rows.filter((row) => row.right === right).map((row) => odds.get(row)!);
  const [wrong, good] = [of(0), of(1)];
  return good.reduce((sum, g) => sum + wrong.filter((w) => g > w).length, 0) / (good.length * wrong.length);
}

const count = (rows: readonly Read[], right: 0 | 1, kept: (row: Read) => boolean): string => {
  const some = rows.filter((row) => row.right === right);
  return `${some.filter(kept).length}/${some.length}`;
};

function curve(title: string, rows: readonly Read[], odds: Odds): number {
  const weighed = rows.filter((row) => odds.has(row));
  print(`\n${title}: of two weighed pairs the right one stands above in ${(100 * ranked(weighed, odds)).toFixed(1)} %`);
  print(
    '| cut at | misdirected accepted, alone | right kept, alone | misdirected accepted, whole step | right kept, whole step |',
  );
  print('|---|---|---|---|---|');
  const costs = CUTS.map((cut) => {
    const above = (row: Read): boolean => odds.get(row)! >= cut;
    const kept = new Set(rows.filter((row) => isKept(row, odds, cut)));
    const share = (right: 0 | 1, of: (row: Read) => boolean): number => {
      const some = rows.filter((row) => row.right === right);
      return some.filter(of).length / some.length;
    };
    if (Math.round(cut * 10) % 4 === 0)
      print(
        `| ${cut} | ${count(weighed, 0, above)} | ${count(weighed, 1, above)} | ${count(rows, 0, (r) => kept.has(r))} | ${count(rows, 1, (r) => kept.has(r))} |`,
      );
    return { cut, cost: COST_OF_MISDIRECTED * share(0, (r) => kept.has(r)) + share(1, (r) => !kept.has(r)) };
  });
  return costs.reduce((a, b) => (b.cost < a.cost ? b : a)).cut;
}

function bySource(title: string, rows: readonly Read[], kept: (row: Read) => boolean): void {
  const sources = [...new Set(rows.map((row) => row.source))];
  const cells = sources.map((source) => {
    const some = rows.filter((row) => row.source === source);
    return `${source} ${some.filter(kept).length} of ${some.length}`;
  });
  print(`${title}, accepted: ${cells.join(', ')}`);
}

/** Fits, prints what each cut would do, and writes data/question-fit.json where that is wanted. `least`: cut there, not at the knee. */
export async function fitQuestion(
  pairs: readonly Pair[],
  judge: DraftJudge,
  { write, least: wanted }: { write: boolean; least: number | undefined },
): Promise<void> {
  const rows: Read[] = [];
  for (const pair of pairs) {
    const read = await readDraft(pair.draft, pair.request, pair.evidence, judge);
    if (!read) continue;
    const { fit, support } = read;
    const passes = (near: number): boolean =>
      questionFault(pair.draft, pair.request, support, { ...fit, near }) === undefined;
    rows.push({ ...pair, fit, passes: { near: passes(Infinity), far: passes(-Infinity) } });
  }
  const weighed = rows.filter(isWeighed);
  const all = fitted(weighed);
  print(`${rows.length} pairs of ${new Set(rows.map((row) => row.company)).size} companies, ${weighed.length} weighed`);
  bySource('pairs', rows, () => true);

  const odds = leftOut(weighed);
  const knee = curve('one company left out', rows, odds);
  const shipped = shippedNearness();
  const before: Odds = new Map(weighed.map((row) => [row, nearnessOf(row.fit.signals, { ...shipped, least: 0 })]));
  curve('the weights that ship (no company left out)', rows, before);
  const least = wanted ?? knee;
  print(`\nknee: ${knee}; taken: ${least}; ships: ${shipped.least}`);
  bySource(`one company left out, cut at ${least}`, rows, (row) => isKept(row, odds, least));
  bySource(`the weights that ship, cut at ${shipped.least}`, rows, (row) => isKept(row, before, shipped.least));
  bySource('judge and words alone, from 0.5', weighed, ({ fit }) => fit.answers + fit.words >= 0.5);
  print(JSON.stringify(all.weights));
  if (write) {
    const about =
      'A logistic regression over what tells an answer to the question from a right fact to another one, and where it is cut; made by npm run fit:drafts -- --write.';
    writeFileSync(FILE, `${JSON.stringify({ about, ...all, least }, null, 2)}\n`);
  }
}
