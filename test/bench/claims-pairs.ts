/**
 * Writes claims and drafts for services/questionnaire/tools/reader/teach_claims.py: one JSON line each, with what is quoted, its
 * place, whether it follows, and what the check says of it: `passes` now, `may` if the words that the quotes lack were no fault.
 * Drafts with options and drafts for another question stay out; the company's own names are not known here.
 *
 *   tsx test/bench/claims-pairs.ts > pairs.jsonl
 */
import { claimFault } from '../../services/questionnaire/src/answering/checking/claims.js';
import { quotesOf } from '../../services/questionnaire/src/answering/checking/quotes.js';
import { supportOf } from '../../services/questionnaire/src/answering/checking/support.js';
import { startTagger } from '../../services/questionnaire/src/answering/checking/tagging.js';
import { splitSentences } from '../../services/questionnaire/src/answering/finding/sentences.js';
import { contextOf } from '../../services/questionnaire/src/answering/reading/judge-text.js';
import { openingPolarity } from '../../services/questionnaire/src/answering/reading/opening-words.js';
import { allClaims, mayBeReworded, supportOfClaim } from './claims-sets.js';
import { companiesIn, draftOf, DRAFTS, evidenceOf } from './drafts-sets.js';

const OPENING = /^[^\p{L}\p{N}]*\p{L}+[\s,.:;!—–-]*/u;
const write = (row: object): void => void process.stdout.write(`${JSON.stringify(row)}\n`);

function sentencesOf(text: string): string[] {
  const body = openingPolarity(text) ? text.replace(OPENING, '') : text;
  return splitSentences(body).map(({ start, end }) => body.slice(start, end));
}

const tag = await startTagger();
for (const one of allClaims()) {
  const support = supportOfClaim(one, tag);
  const [passes, may] = [claimFault(one.claim, support) === undefined, mayBeReworded(one.claim, support)];
  const common = { set: 'claims', group: one.group, follows: one.follows, kind: '' };
  write({ ...common, claims: [{ text: one.claim, passes, may }], place: one.place, quoted: one.quote });
}
for (const company of companiesIn(DRAFTS)) {
  for (const one of company.cases.filter(({ kind, options }) => kind !== 'other question' && !options)) {
    const quoted = quotesOf(draftOf(one), evidenceOf(company));
    if (!Array.isArray(quoted)) continue;
    const statements = quoted.flatMap((quote) => quote.statements);
    const support = supportOf(statements, one.question, new Set(), tag);
    const claims = [one.answer, one.comment ?? ''].flatMap(sentencesOf).map((text) => ({
      text,
      passes: claimFault(text, support) === undefined,
      may: mayBeReworded(text, support),
    }));
    const common = { set: 'drafts', group: company.company, follows: one.expect === 'accept', kind: one.kind };
    const [first] = statements;
    const quotes = statements.map((statement) => statement.text).join(' ');
    write({ ...common, claims, place: first ? contextOf(first) : '', quoted: quotes });
  }
}
