/** The graded questions of fictional companies, and the evidence they are answered from. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { splitPassages } from '../../services/questionnaire/src/answering/finding/passages.js';
import type { AnswerRequest, EngineAnswer, EvidenceItem } from '../../services/questionnaire/src/answering/types.js';
import { ReadBudget } from '../../services/questionnaire/src/documents/budget.js';
import { DEFAULT_READ_LIMITS } from '../../services/questionnaire/src/documents/source.js';
import { readMarkdown } from '../../services/questionnaire/src/documents/text/read-markdown.js';

type Row = Record<'Question' | 'Vendor Response' | 'Confidence', string>;
export type Grade = 'evidenced' | 'partial' | 'gap';

export interface Graded {
  question: string;
  gold: string;
  grade: Grade;
}

export interface Judged extends Graded {
  right: boolean;
  answer: EngineAnswer;
}

export interface AnswerSet {
  name: string;
  evidence: URL[];
  graded: URL;
}

export const root = new URL('../../', import.meta.url);
const companies = ['brightwater', 'nordhafen', 'kestrel', 'lumen', 'ostrava', 'meridian'];
const shared = (name: string): URL => new URL(`../shared/corpus/answers/${name}`, root);

/** The companies of this repository. */
export const companyFiles: AnswerSet[] = companies.map((name) => {
  const folder = new URL(`test/bench/answers-companies/${name}/`, root);
  return { name, evidence: [new URL('evidence.md', folder)], graded: new URL('graded.csv', folder) };
});

/** These, and the public benchmark, which may lie beside the project. */
export const answerSets: AnswerSet[] = [
  ...companyFiles,
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

export const isThere = ({ graded }: AnswerSet): boolean => existsSync(graded);

/** What the evidence says, as an index takes it. */
export function passagesOf(evidence: readonly URL[]): EvidenceItem[] {
  return evidence.flatMap((file) => {
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
}

export function gradedOf({ graded }: AnswerSet): Graded[] {
  return parse<Row>(readFileSync(graded), { columns: true, bom: true }).map((row) => ({
    question: row.Question,
    gold: row['Vendor Response'],
    grade: /partial/i.test(row.Confidence) ? 'partial' : /evidenced/i.test(row.Confidence) ? 'evidenced' : 'gap',
  }));
}

export const requestOf = (text: string): AnswerRequest => ({
  questionId: '',
  text,
  section: '',
  answerType: 'text',
  options: [],
  instructions: '',
  now: 1,
});

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

/** Share of the words of a graded answer that a text holds. */
export function shareHeld(graded: string, text: string): number {
  const wanted = words(graded);
  const said = words(text);
  return [...wanted].filter((w) => said.has(w)).length / Math.max(1, wanted.size);
}

/** As in answer-score.mjs: citations and words hold at least 60% of the graded words (34% from the graded source), with its polarity. */
function isRight(gold: string, given: EngineAnswer): boolean {
  const [, body = gold, source = ''] = /^(.*?)\s*\(([^()]*)\)\s*$/s.exec(gold) ?? [];
  const cited = given.citations.map((c) => `${c.title} ${c.locator} ${c.quote}`).join(' ');
  const overlap = shareHeld(body, `${given.answer} ${cited}`);
  const polarity = /^no\b/i.test(body)
    ? !/^yes\b/i.test(given.answer)
    : !/^yes\b/i.test(body) || !/^no\b/i.test(given.answer);
  const inSource = source !== '' && squash(cited).includes(squash(source.split(/§|,/)[0]!));
  return polarity && (overlap >= 0.6 || (overlap >= 0.34 && inSource));
}

export const judged = (graded: Graded, answer: EngineAnswer): Judged => ({
  ...graded,
  answer,
  right: graded.grade === 'evidenced' && answer.status === 'AI_ANSWERED' && isRight(graded.gold, answer),
});

const isSure = ({ answer }: Judged): boolean => answer.confidence !== null && answer.confidence.band !== 'LOW';

/** What was right, wrong and silent at MEDIUM or HIGH. */
export function scoreOf(all: readonly Judged[]) {
  const of = (grade: Grade): Judged[] => all.filter((j) => j.grade === grade);
  const high = all.filter((j) => j.answer.confidence?.band === 'HIGH');
  const evidenced = of('evidenced');
  return {
    evidenced: evidenced.length,
    right: evidenced.filter((j) => isSure(j) && j.right).length,
    wrong: evidenced.filter((j) => isSure(j) && !j.right).length,
    silent: evidenced.filter((j) => !isSure(j)).length,
    gaps: of('gap').length,
    gapsAnswered: of('gap').filter(isSure).length,
    partial: of('partial').length,
    partialHigh: of('partial').filter((j) => j.answer.confidence?.band === 'HIGH').length,
    high: high.length,
    highRight: high.filter((j) => j.right).length,
  };
}

export function summary(name: string, all: readonly Judged[]): string {
  const s = scoreOf(all);
  return [
    `${name}: supported ${s.right}/${s.evidenced}`,
    `wrong ${s.wrong}`,
    `silent ${s.silent}`,
    `unsupported ${s.gapsAnswered}/${s.gaps}`,
    `partial at HIGH ${s.partialHigh}/${s.partial}`,
    `HIGH right ${s.highRight}/${s.high}`,
  ].join(', ');
}
