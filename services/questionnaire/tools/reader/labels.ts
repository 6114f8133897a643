/** What a body's labels say of an answer and of a statement. */
import type { Reading } from '../../src/answering/deciding/decide.js';
import type { EngineAnswer } from '../../src/answering/types.js';

export interface Row {
  id: string;
  question: string;
  expect: 'yes' | 'no' | 'value' | 'part' | 'planned' | 'gap';
  answers: { quote: string; label: string }[];
  /** Of a set without quotes: groups of words of which one must be said. */
  facts?: string[][];
  /** Of approved answers: the one that is given to the question. */
  entry?: string;
}

export interface Judged {
  row: Row;
  /** Of the main part, the one that decides first. */
  readings: readonly Reading[];
  /** Of every part, likewise. */
  parts: readonly (readonly Reading[])[];
  answer: EngineAnswer;
  right: boolean;
}

/** Words alone: without links' addresses (as Markdown writes them), case and signs. */
const squash = (text: string): string =>
  text
    .replace(/\]\((?:[^()]|\([^()]*\))*\)|\]\[[^\]]*\]/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function isRight(row: Row, answer: EngineAnswer): boolean {
  if (row.expect === 'gap') return false;
  if (row.entry !== undefined) return answer.citations[0]?.sourceId === row.entry;
  const says = /^(yes|no)\b/i.exec(answer.answer)?.[1]?.toLowerCase();
  const cited = answer.citations.map((c) => squash(c.quote));
  const all = [answer.answer, answer.comment, ...answer.citations.map((c) => c.quote)].join(' ').toLowerCase();
  const held =
    row.facts?.every((group) => group.some((word) => all.includes(word))) ??
    row.answers.some(({ quote }) => {
      const own = squash(quote);
      return cited.some((c) => c.includes(own) || own.includes(c));
    });
  const polar = row.expect === 'yes' || row.expect === 'no' ? says === undefined || says === row.expect : true;
  return held && polar;
}

/** Whether a statement is among those that answer. */
export function answers(row: Row, { statement, item }: Pick<Reading, 'statement' | 'item'>): boolean {
  if (row.entry !== undefined) return item.id === row.entry;
  const source = item.kind === 'library' ? item.answer : item.text;
  const own = squash(source.slice(statement.span.start, statement.span.end));
  const all = [...statement.place, statement.text, own].join(' ').toLowerCase();
  const facts = row.facts?.every((group) => group.some((word) => all.includes(word)));
  return facts ?? row.answers.some(({ quote }) => own.includes(squash(quote)) || squash(quote).includes(own));
}

/** Whether a statement alone would be the right answer. */
export function isRightReading(row: Row, reading: Reading): boolean {
  if (row.expect === 'gap') return false;
  const polar = row.expect === 'yes' || row.expect === 'no' ? reading.polarity === row.expect : true;
  return polar && answers(row, reading);
}

export function totals(judged: readonly Judged[]): string {
  const sure = judged.filter((j) => j.answer.confidence !== null && j.answer.confidence.band !== 'LOW');
  const answerable = judged.filter((j) => j.row.expect !== 'gap');
  const right = sure.filter((j) => j.right).length;
  const unsupported = sure.filter((j) => j.row.expect === 'gap').length;
  const high = judged.filter((j) => j.answer.confidence?.band === 'HIGH');
  return [
    `right ${right}/${answerable.length}`,
    `wrong ${sure.length - right - unsupported}`,
    `unsupported ${unsupported}/${judged.length - answerable.length}`,
    `recall ${((100 * right) / answerable.length).toFixed(0)} %`,
    `precision ${((100 * right) / Math.max(1, sure.length)).toFixed(0)} %`,
    `HIGH right ${high.filter((j) => j.right).length}/${high.length}`,
  ].join(', ');
}

/** Of statements that answer a yes/no question: how often the judge's yes or no is right, and the one that is told. */
export function polarities(judged: readonly Judged[]): string {
  const counts = { all: 0, judge: 0, told: 0, proposed: 0, proposedRight: 0, judgeOfProposed: 0 };
  for (const { row, readings } of judged) {
    if (row.expect !== 'yes' && row.expect !== 'no') continue;
    for (const r of readings.filter((reading) => reading.answers > 0 && answers(row, reading))) {
      const judge = r.verdicts.no > r.verdicts.yes ? 'no' : 'yes';
      counts.all++;
      counts.judge += Number(judge === row.expect);
      counts.told += Number(r.polarity === row.expect);
      if (r.signals.agreed === 0) continue;
      counts.proposed++;
      counts.proposedRight += Number(r.polarity === row.expect);
      counts.judgeOfProposed += Number(judge === row.expect);
    }
  }
  return JSON.stringify(counts);
}
