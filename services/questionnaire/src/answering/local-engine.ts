import { calibrationOfOneJudge, confidenceOf, DISAGREEING_AT_MOST, REPEATED_SCORE } from './deciding/confidence.js';
import { alternativesOf, joined, type Alternatives } from './deciding/alternatives.js';
import {
  couldAnswer,
  couldStillAnswer,
  decide,
  isSureOf,
  likelierFirst,
  readingOf,
  type DecisionOptions,
  type PartAnswer,
  type Reading,
} from './deciding/decide.js';
import type { Found, KnowledgeIndex } from './finding/knowledge-index.js';
import type { Statement } from './finding/statements.js';
import { contextOf } from './reading/judge-text.js';
import { questionParts, type QuestionPart } from './reading/question.js';
import { pooled, type Reader, type Verdicts } from './reading/reader.js';
import type { KnowledgeIndex as RulesIndex } from './rules/knowledge-index.js';
import { propose, type Proposal } from './rules/propose.js';
import type { AnswerRequest, EngineAnswer, EvidenceItem, LibraryEvidence } from './types.js';
import { fitOptions, hasPolarOptions } from './writing/options.js';
import { compose, composeApproved } from './writing/writing.js';

/** What is known of an organization, as each way of finding needs it. */
export interface Evidence {
  index: KnowledgeIndex;
  rules: RulesIndex;
}

/** Statements that the judge reads for a part, besides those that the rules propose. */
const CANDIDATES = 8;
const MOST_PROPOSALS = 3;
/** Statements that the second judge reads. With all of them the same answers were right on companies that taught nothing. */
const READ_TWICE = 4;
/** Words of a question below which its section helps to find what it is about. */
const SHORT_QUESTION = 5;

export const USUAL: DecisionOptions = { off: new Set() };

/** The options by which the first judge alone reads (`CANDOR_ANSWER_READING=once`). */
export const readingOnce = (): DecisionOptions => ({
  off: new Set(),
  once: true,
  calibration: calibrationOfOneJudge(),
});

/** Evidence that may be used now: passages and library answers that hold already and have not expired. */
export function isUsable(item: EvidenceItem, now: number): boolean {
  const { expiresAt = 0 } = item;
  const begins = item.kind === 'passage' ? (item.effectiveAt ?? 0) : 0;
  return begins <= now && (expiresAt === 0 || expiresAt > now);
}

/** An answer for a question that nothing known answers. The cell stays empty. */
export function needsInfo(questionId: string, engine: EngineAnswer['engine'], comment = ''): EngineAnswer {
  return {
    questionId,
    status: 'NEEDS_INFO',
    answer: '',
    comment,
    reviewNote: '',
    confidence: null,
    citations: [],
    engine,
  };
}

/**
 * Answers one question from an organization's evidence, offline and deterministically: finds statements, reads each with the
 * question, decides, writes. Every answer is formed of sentences of the evidence and cites them; without evidence for what is
 * asked the result is NEEDS_INFO.
 */
export async function answerLocally(
  { index, rules }: Evidence,
  reader: Reader,
  request: AnswerRequest,
  options: DecisionOptions = USUAL,
): Promise<EngineAnswer> {
  const usable = (item: EvidenceItem): boolean => isUsable(item, request.now);
  const repeated = await repeatedAnswer(index, reader, request, options);
  if (repeated) return repeated;
  const polar = hasPolarOptions(request);
  const proposed = propose(rules, request, polar, usable);
  const whole = proposed.get('');
  const parts = questionParts(request.text, { polar });
  const decided = await Promise.all(
    parts.map(async (part, i) => {
      const proposals = whole && i === 0 ? whole : (proposed.get(part.text) ?? []);
      const answer = decide(part, await readFor(index, reader, part, request, proposals, options), options);
      const list = part.kind === 'polar' && whole === undefined ? alternativesOf(part.asked) : undefined;
      if (list === undefined) return [answer];
      return joined(list, answer, await answersOfEach({ index, rules }, reader, part, list, request, options));
    }),
  );
  const answers = decided.flat();
  const found = answers.filter((a) => a.evidence.length > 0);
  // What opens with the main part unanswered is no answer to the question.
  if (found.length === 0 || (answers[0]?.evidence.length === 0 && found.every((a) => a.part.leaning)))
    return needsInfo(request.questionId, 'local');
  const reusedWhole = answers[0]?.evidence[0]?.signals.reused === 1;
  const told = reusedWhole ? answers.slice(0, 1) : found;
  const open = reusedWhole ? [] : answers.filter((a) => a.evidence.length === 0).map((a) => a.part.text);
  const written = compose(told, open, request);
  const fitted = fitOptions(written, told, request);
  if (!fitted) return needsInfo(request.questionId, 'local');
  let score = Math.min(...told.map((a) => a.score));
  if (open.length > 0) score = Math.min(score, DISAGREEING_AT_MOST);
  return {
    questionId: request.questionId,
    status: 'AI_ANSWERED',
    answer: fitted.answer,
    comment: fitted.comment,
    reviewNote: written.reviewNote,
    confidence: confidenceOf(score, request),
    citations: written.citations,
    engine: 'local',
  };
}

/** Each of the things that a question names, asked by itself; a statement that does not name it answers nothing. */
function answersOfEach(
  { index, rules }: Evidence,
  reader: Reader,
  part: QuestionPart,
  { items }: Alternatives,
  request: AnswerRequest,
  options: DecisionOptions,
): Promise<PartAnswer[]> {
  const usable = (item: EvidenceItem): boolean => isUsable(item, request.now);
  return Promise.all(
    items.map(async (item) => {
      const one: QuestionPart = { ...part, text: item.asked, asked: item.asked, leaning: false };
      const proposals = propose(rules, { ...request, text: item.asked }, true, usable).get(item.asked) ?? [];
      const readings = await readFor(index, reader, one, request, proposals, options);
      return decide(
        one,
        readings.filter(({ statement }) => item.isNamed(statement)),
        {},
      );
    }),
  );
}

/** A short question is about its section, and a choice about its options, too. */
function searchTextFor({ asked }: QuestionPart, request: AnswerRequest): string {
  const isShort = asked.split(/\s+/).length < SHORT_QUESTION && request.section !== '';
  const options = hasPolarOptions(request) ? [] : request.options;
  return [...(isShort ? [`${request.section}:`] : []), asked, ...options].join(' ');
}

/** What the best statements for a part say to it. */
async function readFor(
  index: KnowledgeIndex,
  reader: Reader,
  part: QuestionPart,
  request: AnswerRequest,
  proposals: readonly Proposal[],
  options: DecisionOptions,
  usable = (item: EvidenceItem): boolean => isUsable(item, request.now),
): Promise<Reading[]> {
  const searched = searchTextFor(part, request);
  const [vector] = await reader.encode([searched]);
  const found: (Found & { proposal?: Proposal })[] = index.find(searched, vector!, CANDIDATES, usable);
  for (const proposal of proposals.slice(0, MOST_PROPOSALS)) {
    const statement = proposal.reused
      ? wholeAnswer(proposal)
      : (index.statementAt(proposal.item.id, proposal.span) ?? wholeAnswer(proposal));
    const known = found.find((f) => f.item.id === proposal.item.id && f.statement === statement);
    if (known) known.proposal ??= proposal;
    else {
      const likeness = index.likeness(proposal.item.id, statement, searched, vector!);
      found.push({ item: proposal.item, statement, ...likeness, proposal });
    }
  }
  const readable = found.filter((f) => couldAnswer(f, f.proposal, options));
  const read = ({ proposal, ...f }: (typeof found)[number], said: Verdicts): Reading =>
    readingOf(part, f, said, request.now, proposal, options);
  const verdicts = await reader.judge(part.asked, readable.map(saidOf));
  const first = readable.map((f, i) => ({ f, said: verdicts[i]!, reading: read(f, verdicts[i]!) }));
  if (options.once === true) return first.map(({ reading }) => reading);
  // The second judge reads what the first takes for the likeliest; what only one of them has read is not told.
  const chosen = first
    .filter(({ reading }) => couldStillAnswer(reading, options))
    .sort((a, b) => likelierFirst(a.reading, b.reading))
    .slice(0, READ_TWICE);
  const again = await reader.judgeAgain(
    part.asked,
    chosen.map(({ f }) => saidOf(f)),
  );
  return chosen.map(({ f, said }, i) => read(f, pooled(said, again[i]!)));
}

const saidOf = ({ statement }: Pick<Found, 'statement'>): { context: string; text: string } => ({
  context: contextOf(statement),
  text: statement.text,
});

/** A stretch of an item as a statement: an approved answer as a whole, or what a heading alone says. */
function wholeAnswer({ item, span }: Proposal): Statement {
  const text = item.kind === 'library' ? item.answer : item.text;
  return {
    span,
    text: text.slice(span.start, span.end),
    place: item.kind === 'library' ? [] : item.locator.split(' > '),
    question: item.kind === 'library' ? item.question : '',
    before: '',
    row: false,
  };
}

/**
 * The approved answer to a question with the same words; of several the last verified. What another approved answer or a document
 * says against it is cited beside it.
 */
async function repeatedAnswer(
  index: KnowledgeIndex,
  reader: Reader,
  request: AnswerRequest,
  options: DecisionOptions,
): Promise<EngineAnswer | undefined> {
  const entries = index
    .sameQuestion(request.text)
    .filter((item): item is LibraryEvidence => item.kind === 'library' && isUsable(item, request.now))
    .sort((a, b) => b.verifiedAt - a.verifiedAt);
  const entry = entries[0];
  if (!entry) return undefined;
  const against = await contradicting(index, reader, entry, request, options);
  const written = composeApproved(entry, entries.slice(1), against);
  const fitted = fitOptions(written, [], request);
  if (!fitted) return undefined;
  const score = written.reviewNote === '' ? REPEATED_SCORE : DISAGREEING_AT_MOST;
  return {
    questionId: request.questionId,
    status: 'AI_ANSWERED',
    answer: fitted.answer,
    comment: fitted.comment,
    reviewNote: written.reviewNote,
    confidence: confidenceOf(score, request),
    citations: written.citations,
    engine: 'local',
  };
}

/** A statement of a document that surely says the opposite of an approved yes or no. */
async function contradicting(
  index: KnowledgeIndex,
  reader: Reader,
  entry: LibraryEvidence,
  request: AnswerRequest,
  options: DecisionOptions,
): Promise<Reading | undefined> {
  const approved = /^\W*(yes|no)\b/i.exec(entry.answer)?.[1]?.toLowerCase();
  const part = questionParts(request.text, { polar: true })[0];
  if (approved === undefined || part === undefined) return undefined;
  const isDocument = (item: EvidenceItem): boolean => item.kind === 'passage' && isUsable(item, request.now);
  const readings = await readFor(index, reader, part, request, [], options, isDocument);
  const { evidence } = decide(part, readings, {});
  return evidence.find((r) => r.polarity !== approved && isSureOf(r));
}
