/** Questions with drafts, right and misdirected ones, from the invented companies of test/bench. */
import { companyFiles, gradedOf, passagesOf, requestOf as textRequestOf, shareHeld } from './answers-sets.js';
import { companiesIn, draftOf, DRAFTS, evidenceOf, requestOf } from './drafts-sets.js';
import { denialsOf } from '../../services/questionnaire/src/answering/checking/clauses.js';
import { evidenceKey, type Draft } from '../../services/questionnaire/src/answering/checking/draft.js';
import { statementsOf } from '../../services/questionnaire/src/answering/finding/statements.js';
import { searchTextOf } from '../../services/questionnaire/src/answering/reading/judge-text.js';
import { cosine, type Reader } from '../../services/questionnaire/src/answering/reading/reader.js';
import type { Pair } from '../../services/questionnaire/tools/drafts/fit-question.js';

/** A draft is given to so many other questions, the nearest ones: far ones are told apart by any rule. */
const NEAREST_QUESTIONS = 3;
/** A question is given so many statements that do not answer it, the nearest ones. */
const NEAREST_STATEMENTS = 2;
/** Share of the graded words in a statement that answers, and at most in one that does not. */
const ANSWERS_FROM = 0.6;
const NO_ANSWER_TO = 0.2;
const ASKS_YES_OR_NO = /^(?:is|are|do|does|did|has|have|can|will|would|was|were)\b/i;

/** All pairs, always in the same order. */
export async function pairsOf(reader: Reader): Promise<Pair[]> {
  return [...(await draftPairs(reader)), ...(await statementPairs(reader))];
}

/** Drafts of test/bench/drafts with their own questions, and with the nearest ones that share no quoted item with them. */
async function draftPairs(reader: Reader): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const company of companiesIn(DRAFTS)) {
    const evidence = evidenceOf(company);
    const faithful = company.cases.filter((one) => one.expect === 'accept');
    const vectors = await reader.encode(faithful.map(({ question }) => question));
    const common = { company: company.company, evidence };
    const quotes = (question: string): string[] =>
      company.cases.filter((one) => one.question === question).flatMap((one) => one.quotes.map(([, quote]) => quote));
    faithful.forEach((one, i) => {
      pairs.push({ ...common, source: 'drafts', request: requestOf(one), draft: draftOf(one), right: 1 });
      const own = one.quotes.map(([, quote]) => quote);
      const others = faithful
        .map((other, k) => ({ other, near: cosine(vectors[i]!, vectors[k]!) }))
        .filter(({ other }) => !quotes(other.question).some((quote) => own.some((q) => overlap(q, quote))))
        .filter(({ other }) => (other.options ?? []).length === 0 && (one.options ?? []).length === 0)
        .sort((a, b) => b.near - a.near)
        .slice(0, NEAREST_QUESTIONS);
      for (const { other } of others)
        pairs.push({ ...common, source: 'other questions', request: requestOf(other), draft: draftOf(one), right: 0 });
    });
    for (const one of company.cases.filter(({ kind, expect }) => kind === 'other question' && expect === 'reject'))
      pairs.push({ ...common, source: 'written lookalikes', request: requestOf(one), draft: draftOf(one), right: 0 });
  }
  return pairs;
}

const overlap = (a: string, b: string): boolean => a.includes(b) || b.includes(a);

/** Graded questions with the statement that answers them, word for word, and with the nearest that do not. */
async function statementPairs(reader: Reader): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const set of companyFiles) {
    const evidence = passagesOf(set.evidence);
    const all = evidence.flatMap((item, at) => statementsOf(item).map((statement) => ({ item, at, statement })));
    const vectors = await reader.encode(all.map(({ statement }) => searchTextOf(statement)));
    const graded = gradedOf(set).filter(({ grade }) => grade !== 'partial');
    const asked = await reader.encode(graded.map(({ question }) => question));
    graded.forEach(({ question, gold, grade }, i) => {
      const body = gold.replace(/\s*\([^()]*\)\s*$/, '');
      const found = all
        .map((one, k) => ({ ...one, near: cosine(asked[i]!, vectors[k]!), held: shareHeld(body, one.statement.text) }))
        .sort((a, b) => b.near - a.near);
      const given = ({ item, at, statement }: (typeof found)[number], says: string): Omit<Pair, 'source' | 'right'> => {
        const text = item.kind === 'library' ? item.answer : item.text;
        const quote = text.slice(statement.span.start, statement.span.end);
        const answer = says === '' ? statement.text : `${says} — ${statement.text}`;
        const citations = [{ key: evidenceKey(at), quote }];
        const draft: Draft = { status: 'ANSWERED', answer, comment: '', citations };
        return { company: set.name, evidence, request: textRequestOf(question), draft };
      };
      const best =
        grade === 'evidenced'
          ? found.filter((one) => one.held >= ANSWERS_FROM).sort((a, b) => b.held - a.held)[0]
          : undefined;
      const opens = /^(?:yes|no)\b/i.exec(body)?.[0] ?? '';
      if (best) pairs.push({ ...given(best, opens), source: 'right statements', right: 1 });
      if (grade === 'evidenced' && !best) return;
      const wrong = found.filter(({ held, at }) => grade === 'gap' || (held <= NO_ANSWER_TO && at !== best?.at));
      for (const one of wrong.slice(0, NEAREST_STATEMENTS)) {
        const says = !ASKS_YES_OR_NO.test(question) ? '' : denialsOf(one.statement.text) % 2 === 1 ? 'No' : 'Yes';
        pairs.push({ ...given(one, says), source: 'near statements', right: 0 });
      }
    });
  }
  return pairs;
}
