/**
 * Measures the check of drafts (services/questionnaire/src/answering/checking) on drafts of invented companies: contradicting
 * ones, none of which may be accepted, and faithful ones in other words. A company with `held` was not tuned on; those that are
 * here were held at first (README of answering tells what they showed then). Prints what was accepted and rejected, by kind.
 *
 *   npm run eval:drafts [-- FOLDER] [--show]     FOLDER: other companies; --show: each draft that is not held on which the check
 *   and the label differ
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkDraft } from '../../services/questionnaire/src/answering/checking/check-draft.js';
import type { DraftVerdict } from '../../services/questionnaire/src/answering/checking/draft.js';
import { startReader, type Reader } from '../../services/questionnaire/src/answering/reading/reader.js';
import type { AnswerRequest, EvidenceItem } from '../../services/questionnaire/src/answering/types.js';

interface Case {
  kind: string;
  expect: 'accept' | 'reject';
  question: string;
  answer: string;
  comment?: string;
  options?: string[];
  quotes: [key: string, quote: string][];
}

interface Company {
  company: string;
  style: string;
  held: boolean;
  evidence: Record<string, { place?: string; text?: string; question?: string; answer?: string }>;
  cases: Case[];
}

interface Judged extends Case {
  company: string;
  held: boolean;
  verdict: DraftVerdict;
}

const given = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const folder = given ? pathToFileURL(`${resolve(given)}/`) : new URL('drafts/', import.meta.url);
const print = (line = ''): void => void process.stdout.write(`${line}\n`);

function evidenceOf({ company, evidence }: Company): EvidenceItem[] {
  return Object.entries(evidence).map(([id, { place, text, question, answer }]): EvidenceItem =>
    question !== undefined && answer !== undefined
      ? { kind: 'library', id, question, answer, tags: [], expiresAt: 0, verifiedAt: 1, approved: true }
      : {
          kind: 'passage',
          id,
          documentId: company,
          title: `${company}.md`,
          locator: (place ?? '').replace(', row', ' > row'),
          text: text ?? '',
        },
  );
}

function requestOf({ question, options = [] }: Case): AnswerRequest {
  const answerType = options.length > 0 ? 'choice' : 'text';
  return { questionId: 'q', text: question, section: '', answerType, options, instructions: '', now: Date.now() * 1_000 };
} // prettier-ignore

async function judged(company: Company, reader: Reader): Promise<Judged[]> {
  const evidence = evidenceOf(company);
  const results: Judged[] = [];
  for (const one of company.cases) {
    const citations = one.quotes.map(([key, quote]) => ({ key, quote }));
    const draft = { status: 'ANSWERED' as const, answer: one.answer, comment: one.comment ?? '', citations };
    const verdict = await checkDraft(draft, requestOf(one), evidence, reader);
    results.push({ ...one, company: company.company, held: company.held, verdict });
  }
  return results;
}

function table(title: string, all: readonly Judged[]): void {
  for (const expect of ['reject', 'accept'] as const) {
    const some = all.filter((one) => one.expect === expect);
    const right = (list: readonly Judged[]): number =>
      list.filter(({ verdict }) => verdict.accepted === (expect === 'accept')).length;
    const word = expect === 'accept' ? 'accepted' : 'rejected';
    const share = ((100 * right(some)) / Math.max(1, some.length)).toFixed(1);
    const what = expect === 'accept' ? 'faithful' : 'contradicting';
    print(`${title}, ${what}: ${right(some)} of ${some.length} ${word} (${share} %)`);
    for (const kind of [...new Set(some.map((one) => one.kind))].sort()) {
      const own = some.filter((one) => one.kind === kind);
      print(`  ${kind.padEnd(20)} ${right(own)} of ${own.length}`);
    }
  }
}

function bands(all: readonly Judged[]): void {
  const accepted = all.flatMap(({ verdict }) => (verdict.accepted ? [verdict.confidence.band] : []));
  const count = (band: string): number => accepted.filter((b) => b === band).length;
  print(`accepted drafts by band: HIGH ${count('HIGH')}, MEDIUM ${count('MEDIUM')}, LOW ${count('LOW')}`);
}

const show = process.argv.includes('--show');
const companies = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Company);
const reader = await startReader();
const all: Judged[] = [];
for (const company of companies) all.push(...(await judged(company, reader)));
for (const held of [false, true]) {
  const half = all.filter((one) => one.held === held);
  if (half.length === 0) continue;
  table(held ? 'held half' : 'tuned half', half);
  bands(half);
  print();
}
if (show)
  for (const one of all.filter((o) => !o.held && o.verdict.accepted !== (o.expect === 'accept'))) {
    print(`${one.company} · ${one.kind} · ${one.question}\n  ${one.answer}\n  ${JSON.stringify(one.quotes)}`);
    print(`  ${one.verdict.accepted ? 'accepted' : `${one.verdict.fault}: ${one.verdict.detail}`}`);
  }
if (all.some((one) => one.expect === 'reject' && one.verdict.accepted)) process.exitCode = 1;
