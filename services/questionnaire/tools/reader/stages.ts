/** Where answers are lost: for each question that could be answered and was not, the stage at which its right statement went. */
import { ANSWER_FROM, MEDIUM_FROM } from '../../src/answering/deciding/confidence.js';
import type { Reading } from '../../src/answering/deciding/decide.js';
import { answers, isRightReading, type Judged, type Row } from './labels.js';

/** A statement of a body with the item it stands in. */
export type Placed = Pick<Reading, 'statement' | 'item'>;

export const STAGES = [
  'not taken apart as a statement',
  'not among the candidates',
  'a candidate, too unlikely to be read',
  'refused by a guard',
  'yes and no turned',
  'another statement is likelier',
  'likeliest, but not answered',
  'likeliest, but LOW',
  'likeliest, lost by the writer or another part',
] as const;
export type Stage = (typeof STAGES)[number];

/**
 * The stage that lost the answer; undefined when the answer is right at MEDIUM or HIGH, or nothing could be answered.
 *
 * @param all every statement of the body
 * @param candidates what is found for the parts of the question, whether it is read or not
 */
export function stageOf(judged: Judged, all: readonly Placed[], candidates: readonly Placed[]): Stage | undefined {
  const { row, answer, right, parts } = judged;
  const sure = answer.confidence !== null && answer.confidence.band !== 'LOW';
  if (row.expect === 'gap' || (sure && right)) return undefined;
  const holds = (statements: readonly Placed[]): boolean => statements.some((s) => answers(row, s));
  if (!holds(all)) return STAGES[0];
  const read = parts.flat().filter((r) => answers(row, r));
  if (read.length === 0) return holds(candidates) ? STAGES[2] : STAGES[1];
  const open = read.filter((r) => r.likely > 0);
  if (open.length === 0) return STAGES[3];
  if (!open.some((r) => isRightReading(row, r))) return STAGES[4];
  const first = parts.map((readings) => readings[0]).find((r) => r !== undefined && isRightReading(row, r));
  if (!first) return STAGES[5];
  return first.score < ANSWER_FROM ? STAGES[6] : first.score < MEDIUM_FROM ? STAGES[7] : STAGES[8];
}

/** The table: of each stage, how many questions stayed open and how many were answered wrongly. */
export class StageCounts {
  private readonly counts = new Map<Stage, { silent: number; wrong: number }>();

  add(stage: Stage | undefined, { answer }: Pick<Judged, 'answer'>): void {
    if (stage === undefined) return;
    const count = this.counts.get(stage) ?? { silent: 0, wrong: 0 };
    if (answer.confidence !== null && answer.confidence.band !== 'LOW') count.wrong++;
    else count.silent++;
    this.counts.set(stage, count);
  }

  toString(): string {
    const lines = STAGES.map((stage) => {
      const { silent, wrong } = this.counts.get(stage) ?? { silent: 0, wrong: 0 };
      return `${String(silent).padStart(6)} ${String(wrong).padStart(6)}  ${stage}`;
    });
    return [`  open  wrong  lost where (of the questions that could be answered)`, ...lines].join('\n');
  }
}

/** What a reader sees of one that is lost: question, stage, what was wanted, what was said. */
export function toldOf({ row, answer }: Pick<Judged, 'row' | 'answer'>, stage: Stage): string {
  const wanted = row.answers.map((a: Row['answers'][number]) => `${a.label}: ${a.quote}`).join(' | ');
  return `\n${stage} · ${row.expect} · ${row.question}\n   said: ${answer.answer || '(nothing)'}\n   wanted: ${wanted.slice(0, 300)}`;
}
