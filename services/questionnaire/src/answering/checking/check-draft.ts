import { confidenceOf } from '../deciding/confidence.js';
import { splitSentences } from '../finding/sentences.js';
import { isStopWord, normalizedKey, tokenize } from '../finding/tokens.js';
import { openingPolarity } from '../reading/opening-words.js';
import type { AnswerRequest, EvidenceItem } from '../types.js';
import { leansElsewhere } from './claim-fragment.js';
import { claimFault } from './claims.js';
import { supportOf, type Fault, type Support } from './support.js';
import type { Draft, DraftJudge, DraftVerdict } from './draft.js';
import { openingFault, optionFault, unanswered, unfitFault, wholeQuestionFault } from './answer-faults.js';
import { fitOf, type Fit } from './question-fit.js';
import { quotesOf, type Quoted } from './quotes.js';
import { startTagger } from './tagging.js';

const LONGEST_ANSWER = 900;
const LONGEST_COMMENT = 2_000;
/** Of a text of so many words or more fewer than these are words that English cannot do without: it is in another language. */
const LEAST_WORDS = 6;
const LEAST_ENGLISH = 0.12;
/** "What the evidence does not state" tells what stays open, and claims nothing. */
const OPEN =
  /\b(?:not|nothing|no information)\b[^.]{0,60}\b(?:stated?|documented|covered|mentioned|described|specified|say|says|evidence)\b|\bremains? open\b/i;
const OPENING = /^[^\p{L}\p{N}]*\p{L}+[\s,.:;!—–-]*/u;

/**
 * Accepts a draft when each of its claims stands in what it quotes, read in whole sentences and in their place, and the quotes
 * answer the question; says otherwise what is wrong, in a sentence that can be sent back. Confidence is that of the quotes as
 * an answer, by the calibration that ships.
 */
export async function checkDraft(
  draft: Draft,
  request: AnswerRequest,
  evidence: readonly EvidenceItem[],
  judge: DraftJudge,
): Promise<DraftVerdict> {
  const quoted = quotesOf(draft, evidence);
  const shape = shapeFault(draft, request) ?? citationFault(quoted);
  if (shape || !Array.isArray(quoted)) return rejected(shape!);
  const statements = quoted.flatMap((q) => q.statements);
  const support = supportOf(statements, request.text, ownNames(evidence), await startTagger());
  const wording = wordingFault(draft, request, support);
  if (wording) return rejected(wording);
  const fit = await fitTo(draft, request, quoted, support, judge);
  const fault = questionFault(draft, request, support, fit) ?? polarFault(draft, request, support, fit);
  if (fault) return rejected(fault);
  return { accepted: true, citations: quoted.map((q) => q.citation), confidence: confidenceOf(fit.score, request) };
}

function fitTo(draft: Draft, request: AnswerRequest, quoted: readonly Quoted[], support: Support, judge: DraftJudge) {
  const body = claimsOf(draft.answer).join(' ') || draft.comment;
  return fitOf(quoted, support, request, draft.answer, body, judge);
}

/** How a draft stands to its question, whatever its claims; undefined where its quotes are not found. For measuring. */
export async function readDraft(
  draft: Draft,
  request: AnswerRequest,
  evidence: readonly EvidenceItem[],
  judge: DraftJudge,
): Promise<{ support: Support; fit: Fit } | undefined> {
  const quoted = quotesOf(draft, evidence);
  if (!Array.isArray(quoted) || quoted.length === 0) return undefined;
  const statements = quoted.flatMap((q) => q.statements);
  const support = supportOf(statements, request.text, ownNames(evidence), await startTagger());
  return { support, fit: await fitTo(draft, request, quoted, support, judge) };
}

/** What of a draft's wording its quotes do not say, whatever its question; undefined where nothing. For measuring; no model reads. */
export async function readWording(
  draft: Draft,
  request: AnswerRequest,
  evidence: readonly EvidenceItem[],
): Promise<Fault | undefined> {
  const quoted = quotesOf(draft, evidence);
  const shape = citationFault(quoted);
  if (shape || !Array.isArray(quoted)) return shape;
  const statements = quoted.flatMap((q) => q.statements);
  return wordingFault(draft, request, supportOf(statements, request.text, ownNames(evidence), await startTagger()));
}

/** Whether a draft answers another question than its own. */
export function questionFault(
  { answer }: Draft,
  request: AnswerRequest,
  support: Support,
  fit: Fit,
): Fault | undefined {
  const body = claimsOf(answer).join(' ');
  const mayLean = request.options.length === 0 && !openingPolarity(answer) && /\p{L}/u.test(body);
  return (
    unfitFault(answer, fit) ??
    (mayLean && leansElsewhere(body, fit, support) ? unanswered('say what your answer is about') : undefined)
  );
}

const rejected = ({ fault, detail }: Fault): DraftVerdict => ({ accepted: false, fault, detail });

function shapeFault({ answer, comment }: Draft, { options, answerType }: AnswerRequest): Fault | undefined {
  if (answer.trim() === '')
    return { fault: 'answer_empty', detail: 'The answer is empty: answer, or give NEEDS_INFO.' };
  if (answer.length > LONGEST_ANSWER)
    return { fault: 'answer_too_long', detail: `The answer is longer than ${LONGEST_ANSWER} characters: shorten it.` };
  if (comment.length > LONGEST_COMMENT)
    return {
      fault: 'answer_too_long',
      detail: `The comment is longer than ${LONGEST_COMMENT} characters: shorten it.`,
    };
  const chosen = answerType === 'multi_choice' ? answer.split('; ') : [answer];
  if (options.length > 0 && !chosen.every((c) => options.includes(c)))
    return {
      fault: 'not_an_option',
      detail: 'The answer is none of the options: choose one of them, character by character.',
    };
  return undefined;
}

function citationFault(quoted: ReturnType<typeof quotesOf>): Fault | undefined {
  if (!Array.isArray(quoted))
    return {
      fault: 'quote_not_in_evidence',
      detail: `The quote “${quoted.quote.slice(0, 120)}” does not stand in ${quoted.key.slice(0, 20)}: copy it character by character.`,
    };
  return quoted.length === 0
    ? { fault: 'citation_missing', detail: 'Nothing is quoted: quote the evidence that the answer stands on.' }
    : undefined;
}

/** What of the answer and its comment the quotes do not say. */
function wordingFault({ answer, comment }: Draft, request: AnswerRequest, support: Support): Fault | undefined {
  const isChoice = request.options.length > 0;
  const claims = [...(isChoice ? [] : claimsOf(answer)), ...claimsOf(comment).filter((claim) => !OPEN.test(claim))];
  for (const claim of claims) {
    if (stands(claim, support)) continue;
    if (!isEnglish(claim))
      return {
        fault: 'language_not_read',
        detail: 'Only English can be compared with the evidence: repeat a whole sentence of it.',
      };
    const fault = claimFault(claim, support);
    if (fault) return fault;
  }
  return isChoice ? optionFault(answer, request, support) : undefined;
}

/** The sentences of a text, without the yes or no that opens it. */
function claimsOf(text: string): string[] {
  const body = openingPolarity(text) ? text.replace(OPENING, '') : text;
  return splitSentences(body).map(({ start, end }) => body.slice(start, end));
}

/** A whole statement, word for word. */
function stands(claim: string, { statements }: Support): boolean {
  const key = normalizedKey(claim);
  return statements.some((s) => normalizedKey(s.text) === key);
}

function isEnglish(text: string): boolean {
  const words = tokenize(text).filter((t) => /^\p{L}/u.test(t.word));
  return words.length < LEAST_WORDS || words.filter((t) => isStopWord(t.word)).length / words.length >= LEAST_ENGLISH;
}

/** Whether its yes or no is that of the evidence; one without a word behind it claims the whole question. */
function polarFault({ answer, comment }: Draft, request: AnswerRequest, support: Support, fit: Fit): Fault | undefined {
  const says = openingPolarity(answer);
  if (says === undefined) return undefined;
  const claims = [...claimsOf(answer), ...claimsOf(comment)].filter((claim) => /\p{L}/u.test(claim));
  const body = request.options.length > 0 ? claimsOf(comment) : claims;
  if (body.length === 0 || body.every((claim) => OPEN.test(claim)))
    return wholeQuestionFault(says, request, support, fit);
  return openingFault(says, body[0]!, request, fit);
}

/** Names that stand in titles, or in more than one piece of evidence: those of the company and its products. */
function ownNames(evidence: readonly EvidenceItem[]): Set<string> {
  const counts = new Map<string, number>();
  const namesOf = (text: string): string[] => text.match(/\b\p{Lu}\p{Ll}[\p{L}\d]+/gu) ?? [];
  for (const item of evidence) {
    const place = item.kind === 'library' ? item.question : `${item.title} ${item.locator}`;
    for (const name of namesOf(place)) counts.set(name.toLowerCase(), 2);
    for (const name of new Set(namesOf(item.kind === 'library' ? item.answer : item.text)))
      counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
}
