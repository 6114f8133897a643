/**
 * Measures the check of drafts (services/questionnaire/src/answering/checking) on drafts of invented companies: contradicting
 * ones, none of which may be accepted, and faithful ones in other words. A company with `held` was not tuned on; those that are
 * here were held at first (README of answering tells what they showed then). Prints what was accepted and rejected, by kind.
 *
 *   npm run eval:drafts [-- FOLDER] [--show]     FOLDER: other companies; --show: each draft that is not held on which the check
 *   and the label differ; --ablate: which groups of words decide which drafts (drafts-ablate.ts)
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkDraft } from '../../services/questionnaire/src/answering/checking/check-draft.js';
import type { DraftVerdict } from '../../services/questionnaire/src/answering/checking/draft.js';
import type { Reader } from '../../services/questionnaire/src/answering/reading/reader.js';
import { ablateGroups } from './drafts-ablate.js';
import { companiesIn, draftOf, DRAFTS, evidenceOf, requestOf, type Case, type Company } from './drafts-sets.js';
import { startEndableReader } from './ending.js';

interface Judged extends Case {
  company: string;
  held: boolean;
  verdict: DraftVerdict;
}

const given = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const folder = given ? pathToFileURL(`${resolve(given)}/`) : DRAFTS;
const print = (line = ''): void => void process.stdout.write(`${line}\n`);

async function judged(company: Company, reader: Reader): Promise<Judged[]> {
  const evidence = evidenceOf(company);
  const results: Judged[] = [];
  for (const one of company.cases) {
    const verdict = await checkDraft(draftOf(one), requestOf(one), evidence, reader);
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
const companies = companiesIn(folder);
if (process.argv.includes('--ablate')) {
  await ablateGroups(companies, print);
  process.exit(0);
}
const reader = await startEndableReader();
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
