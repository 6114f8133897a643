/**
 * Measures interviews on graded companies: chooses facts from what is open, answers each as its owner would, and answers again.
 * Owners of this repository's companies say the line of the evidence that holds the graded answer best; of the benchmark, whose evidence
 * after the interview is another's work, the graded answer itself. Prints the promised gain beside the real one.
 *
 *   npm run eval:interview [-- --write] [-- --facts 25] [-- --show]
 *
 * Without evidence first, the companies of this repository: their shares by link become `data/fact-likelihood.json` with `--write`.
 * Then, where it lies beside the project, the public benchmark in ../shared/corpus/answers with its cold evidence. A question
 * that the company cannot answer (graded "gap") stays open, as its owner says "I do not know".
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import {
  chooseFacts,
  FACT_LINKS,
  shippedLikelihood,
  type FactLikelihood,
  type FactLink,
} from '../../services/questionnaire/src/answering/deciding/facts.js';
import { KnowledgeIndex, textsOf } from '../../services/questionnaire/src/answering/finding/knowledge-index.js';
import { answerLocally, type Evidence } from '../../services/questionnaire/src/answering/local-engine.js';
import { KnowledgeIndex as RulesIndex } from '../../services/questionnaire/src/answering/rules/knowledge-index.js';
import type { EngineAnswer, EvidenceItem } from '../../services/questionnaire/src/answering/types.js';
import { minutesOf } from '../../services/questionnaire/src/interview/planning.js';
import {
  answerSets,
  companyFiles,
  gradedOf,
  judged,
  passagesOf,
  requestOf,
  root,
  shareHeld,
  type Graded,
} from './answers-sets.js';
import { startEndableReader } from './ending.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const reader = await startEndableReader();
const option = (name: string): string | undefined => process.argv[process.argv.indexOf(name) + 1];
const MOST = process.argv.includes('--facts') ? Number(option('--facts')) : 25;

/** As much of a graded answer is right (answer-score.mjs). */
const HELD = 0.6;

interface Asked {
  link: FactLink;
  /** Whether the owner knows it. */
  known: boolean;
  sure: boolean;
  right: boolean;
}

interface Outcome {
  before: number;
  total: number;
  facts: number;
  minutes: number;
  promised: number;
  asked: Asked[];
}

interface Case {
  evidence: EvidenceItem[];
  questions: { graded: Graded; section: string }[];
  /** What its owner says to a question; '' when the owner does not know. */
  saidOf: (graded: Graded) => string;
}

async function evidenceOf(items: readonly EvidenceItem[]): Promise<Evidence> {
  const index = new KnowledgeIndex();
  for (const item of items) index.add(item, await reader.encodeJoined(textsOf(item)));
  const rules = new RulesIndex();
  rules.add(items);
  return { index, rules };
}

const isSure = ({ status, confidence }: EngineAnswer): boolean =>
  status === 'AI_ANSWERED' && confidence !== null && confidence.band !== 'LOW';

/** The graded answer without its source and without what is noted as open. */
function gradedAnswerOf({ gold, grade }: Graded): string {
  const [, body = gold] = /^(.*?)\s*\([^()]*\)\s*$/s.exec(gold) ?? [];
  return grade === 'gap' ? '' : body.replace(/\s*OPEN:.*$/s, '').trim();
}

/** The line of the evidence that holds a graded answer best. */
function lineOf(lines: readonly string[]): Case['saidOf'] {
  return (graded) => {
    const answer = gradedAnswerOf(graded);
    if (answer === '') return '';
    const [best] = lines.map((line) => ({ line, held: shareHeld(answer, line) })).sort((a, b) => b.held - a.held);
    return best && best.held >= HELD ? best.line : answer;
  };
}

const sourceOf = ({ gold }: Graded): string => /\(([^()]*)\)\s*$/.exec(gold)?.[1] ?? '';

async function held({ evidence, questions, saidOf }: Case, likelihood: FactLikelihood): Promise<Outcome> {
  const cold = await evidenceOf(evidence);
  const open = new Map<string, Case['questions'][number]>();
  for (const [at, question] of questions.entries()) {
    const known = evidence.length > 0 && isSure(await answerLocally(cold, reader, requestOf(question.graded.question)));
    if (!known) open.set(String(at), question);
  }
  const askable = [...open].map(([id, { graded, section }]) => ({
    id,
    text: graded.question,
    section,
    places: 1,
    standard: 0,
  }));
  const facts = await chooseFacts(askable, MOST, () => Promise.resolve(reader), undefined, likelihood);
  const told = facts.flatMap(({ questions: asked }, at): EvidenceItem[] => {
    const said = [...new Set(asked.map(({ id }) => saidOf(open.get(id)!.graded)).filter((text) => text !== ''))];
    const locator = open.get(asked[0]!.id)!.graded.question;
    const title = `${locator} (2026-11-30).md`;
    if (process.argv.includes('--show'))
      print(`${at + 1}. ${asked.map(({ id, link }) => `[${link}] ${open.get(id)!.graded.question}`).join('\n     ')}`);
    return said.length === 0
      ? []
      : [{ kind: 'passage', id: `fact ${at}`, documentId: `fact ${at}`, title, locator, text: said.join('\n') }];
  });
  const warm = await evidenceOf([...evidence, ...told]);
  const asked: Asked[] = [];
  for (const { id, link } of facts.flatMap((fact) => fact.questions)) {
    const { graded } = open.get(id)!;
    const answer = await answerLocally(warm, reader, requestOf(graded.question));
    const { right } = judged({ ...graded, grade: 'evidenced' }, answer);
    asked.push({ link, known: saidOf(graded) !== '', sure: isSure(answer), right: isSure(answer) && right });
  }
  return {
    before: questions.length - open.size,
    total: questions.length,
    facts: facts.length,
    asked,
    minutes: facts.reduce((sum, fact) => sum + minutesOf(fact.questions.length), 0),
    promised: facts.reduce((sum, { gain }) => sum + gain, 0),
  };
}

function told(name: string, { before, total, facts, minutes, promised, asked }: Outcome): string {
  const known = asked.filter((one) => one.known);
  const real = known.filter(({ sure }) => sure).length;
  const share = (count: number): string => `${Math.round((100 * count) / total)} %`;
  return [
    `${name}: ${facts} facts on ${asked.length} questions, ${minutes} minutes`,
    `coverage ${share(before)} → ${share(before + promised)} promised, ${share(before + real)} real`,
    `${before + real} of ${total} answered`,
    `gain promised ${promised.toFixed(1)}, real ${real} (${(((promised - real) / Math.max(1, real)) * 100).toFixed(1)} % off)`,
    `right ${known.filter(({ right }) => right).length}, not known to the owner ${asked.length - known.length}`,
  ].join('; ');
}

const even: FactLikelihood = { asked: 1, near: 1, section: 1 };
const ofCompanies: Asked[] = [];
for (const set of companyFiles) {
  const graded = gradedOf(set);
  // Titles of sections stand in the graded answers alone: what nothing answers stands in none.
  const questions = graded.map((one) => ({ graded: one, section: sourceOf(one) }));
  const saidOf = lineOf(passagesOf(set.evidence).flatMap((item) => ('text' in item ? item.text.split('\n') : [])));
  const outcome = await held(
    { evidence: [], questions, saidOf },
    process.argv.includes('--write') ? even : shippedLikelihood(),
  );
  ofCompanies.push(...outcome.asked);
  print(told(set.name, outcome));
}
const measured = Object.fromEntries(
  FACT_LINKS.map((link) => {
    const those = ofCompanies.filter((one) => one.known && one.link === link);
    const sure = those.filter((one) => one.sure).length;
    print(`${link}: ${sure} of ${those.length} that the owner knew were answered surely`);
    return [link, Math.round((sure / Math.max(1, those.length)) * 100) / 100];
  }),
) as FactLikelihood;
if (process.argv.includes('--write')) {
  const file = new URL('services/questionnaire/data/fact-likelihood.json', root);
  const words =
    'Shares of questions that were answered surely once a person had answered their fact; npm run eval:interview -- --write';
  writeFileSync(file, `${JSON.stringify({ $comment: words, answered: measured }, null, 2)}\n`);
}

const [cold, onboarded] = [answerSets.at(-2)!, answerSets.at(-1)!];
const form = new URL('../shared/corpus/answers/caiq-lite-benchmark.csv', root);
if (!existsSync(form)) print(`${cold.name}: SKIPPED, it is not beside this project`);
else {
  const sections = new Map(
    parse<Record<string, string>>(readFileSync(form), { columns: true, bom: true }).map((row) => [
      row['Question'],
      row['Domain'] ?? '',
    ]),
  );
  const questions = gradedOf(onboarded).map((graded) => ({ graded, section: sections.get(graded.question) ?? '' }));
  print(
    told(
      cold.name,
      await held(
        { evidence: passagesOf(cold.evidence), questions, saidOf: gradedAnswerOf },
        process.argv.includes('--write') ? measured : shippedLikelihood(),
      ),
    ),
  );
}
