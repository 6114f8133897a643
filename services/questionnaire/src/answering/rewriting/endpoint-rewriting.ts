import { AppError } from '@candor/runtime';
import { evidenceKey, type DraftToCheck, type DraftVerdict } from '../checking/draft.js';
import { isAboutItself } from '../rules/expressions.js';
import type { EvidenceItem } from '../types.js';
import { cleanAnswerText } from '../writing/clean.js';
import type { RewriteRejection, Rewriting, RewriteTask, Rewritten } from './goals.js';
import { detectLanguage, primaryOf } from './languages.js';
import { readRewrite, REWRITE_SCHEMA, rewriteMessages, type RewriteMessage } from './rewrite-prompt.js';
import { knowsNegations, sentencesOf, wordingFault } from './same-facts.js';

/** What is asked of the endpoint's client. */
export interface RewriteAsk<T> {
  messages: RewriteMessage[];
  schema: { name: string; schema: Readonly<Record<string, unknown>> };
  read: (value: unknown) => T;
  mostTokens: number;
}

/** The endpoint's client: a reply in the wanted shape, or an error that says in `reason` why none came. */
export interface RewriteEndpoint {
  complete<T>(ask: RewriteAsk<T>, patience: { urgent: boolean; until: number }): Promise<{ value: T }>;
}

/** Reads drafts where the models are; one verdict for each, in order. */
export type CheckRewrites = (organizationId: string, drafts: DraftToCheck[]) => Promise<DraftVerdict[]>;

export interface EndpointRewritingOptions {
  /** A person waits for no longer, milliseconds; default 20,000. */
  deadlineMs?: number;
  /** Told what became of a task: "proposed", "unchanged", the code of a rejection, or why the endpoint gave nothing. */
  observe?: (outcome: string) => void;
}

const DEADLINE_MS = 20_000;
/** Of a reply; the answer has at most 2,000 characters. */
const MOST_TOKENS = 1_500;
const LONGEST_TEXT = 4_000;
/** Times that a text is asked for: the first, and once more with the reason why it was rejected. */
const MOST_ROUNDS = 2;
/** The check reads texts of so many characters. */
const MOST_CHECKED = 900;
const MOST_CITED = 2;
const RETRY_AFTER_S = 30;

/** Rewrites answers by an endpoint. What it gives is proposed only when nothing in it goes beyond the answer and what that cites. */
export class EndpointRewriting implements Rewriting {
  private readonly deadlineMs: number;
  private readonly observe: (outcome: string) => void;

  constructor(
    private readonly endpoint: RewriteEndpoint,
    private readonly check: CheckRewrites,
    { deadlineMs = DEADLINE_MS, observe = () => undefined }: EndpointRewritingOptions = {},
  ) {
    this.deadlineMs = deadlineMs;
    this.observe = observe;
  }

  /** Throws `unavailable` with the time to wait when there is nothing to propose in time. */
  async rewrite(task: RewriteTask): Promise<Rewritten> {
    try {
      return await this.inTime(task, performance.now() + this.deadlineMs);
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.observe(reasonOf(error));
      throw away(error);
    }
  }

  private async inTime(task: RewriteTask, until: number): Promise<Rewritten> {
    let rejected: { text: string; rejection: RewriteRejection } | undefined;
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const text = await this.ask(task, until, rejected);
      if (text === task.answer.trim()) return this.told('unchanged', { unchanged: true });
      const found = await withinTime(until, this.judge(task, text));
      if (!('rejection' in found)) return this.told('proposed', found);
      rejected = { text, rejection: found.rejection };
    }
    const { rejection } = rejected!;
    return this.told(rejection.code, { rejection });
  }

  private told(outcome: string, rewritten: Rewritten): Rewritten {
    this.observe(outcome);
    return rewritten;
  }

  private async ask(
    task: RewriteTask,
    until: number,
    rejected: { text: string; rejection: RewriteRejection } | undefined,
  ): Promise<string> {
    const again = rejected && { text: rejected.text, reason: rejected.rejection.message };
    const ask: RewriteAsk<string> = {
      messages: rewriteMessages(task, again),
      schema: { name: 'rewritten', schema: REWRITE_SCHEMA },
      read: readRewrite,
      mostTokens: MOST_TOKENS,
    };
    const { value } = await withinTime(until, this.endpoint.complete(ask, { urgent: true, until }));
    return cleanAnswerText(value).trim();
  }

  /** Whether a text may be proposed: by the judge where it reads the language, by rules elsewhere. */
  private async judge(task: RewriteTask, text: string): Promise<Exclude<Rewritten, { unchanged: true }>> {
    if (text === '') return { rejection: { code: 'empty', message: 'The model gave no text.' } };
    if (text.length > LONGEST_TEXT)
      return { rejection: { code: 'too_long', message: 'The text is longer than an answer should be.' } };
    const was = detectLanguage(task.answer);
    const is = detectLanguage(text);
    const wanted = task.goal === 'translated' ? task.language : (was ?? '');
    if (wanted !== '' && is !== undefined && is !== primaryOf(wanted))
      return { rejection: { code: 'other_language', message: 'The text is in another language than it should be.' } };
    const before = { text: task.answer, language: was ?? '' };
    const after = { text, language: wanted };
    const isWhole = task.goal === 'translated';
    const cited = task.support.flatMap(({ title, locator, quote }) => [title, locator, quote]);
    const known = isWhole ? [task.question] : [task.question, ...cited];
    const fault = wordingFault(before, after, { known: known.join(' '), isWhole });
    if (fault) return { rejection: fault };
    if (isWhole || (was !== undefined && was !== 'en')) return byRules(text, after.language);
    const verdict = await this.read(task, text);
    if (verdict === undefined) return { text, checked: 'meaning', note: '' };
    if (verdict.code === 'language_not_read') return byRules(text, after.language);
    return { rejection: verdict };
  }

  /** The first thing that the judge does not read out of the answer and what it cites; undefined when it reads all. */
  private async read(task: RewriteTask, text: string): Promise<RewriteRejection | undefined> {
    const evidence = evidenceOf(task);
    const request = {
      questionId: task.questionId,
      text: task.question,
      section: '',
      answerType: 'text' as const,
      options: [],
      instructions: '',
      now: 0,
    };
    const citations = evidence.map((item, at) => ({ key: evidenceKey(at), quote: quoteOf(item) }));
    const drafts = piecesOf(text).map((answer) => ({
      draft: { status: 'ANSWERED' as const, answer, comment: '', citations },
      request,
      evidence,
    }));
    const verdicts = await this.check(task.organizationId, drafts);
    for (const verdict of verdicts) {
      // Its claims stand by then; whether the answer fits the question was the person's to decide.
      if (verdict.accepted || verdict.fault === 'question_not_answered') continue;
      return { code: verdict.fault, message: verdict.detail };
    }
    return undefined;
  }
}

/** The answer itself, then what it cites. */
function evidenceOf({ questionId, question, answer, support }: RewriteTask): EvidenceItem[] {
  return [
    {
      kind: 'library',
      id: questionId,
      question,
      answer,
      tags: [],
      expiresAt: 0,
      verifiedAt: 0,
      approved: true,
    },
    ...support
      .filter(({ quote }) => !isAboutItself(quote))
      .slice(0, MOST_CITED)
      .map(({ sourceId, title, locator, quote }): EvidenceItem => {
        return { kind: 'passage', id: sourceId, documentId: '', title, locator, text: quote };
      }),
  ];
}

const quoteOf = (item: EvidenceItem): string => (item.kind === 'library' ? item.answer : item.text);

/** Whole sentences together, as long as the check reads them. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + sentence.length < MOST_CHECKED)
      pieces[pieces.length - 1] = `${last} ${sentence}`;
    else pieces.push(sentence);
  }
  return pieces;
}

const CHECK_YOURSELF =
  'The meaning could not be checked in this language. Numbers, names and negations agree; check the meaning yourself.';
const CHECK_NEGATIONS =
  'Neither the meaning nor the negations could be checked in this language. Numbers and names agree; check the meaning yourself.';

const byRules = (text: string, language: string): Exclude<Rewritten, { unchanged: true }> => ({
  text,
  ...(knowsNegations(language)
    ? { checked: 'facts', note: CHECK_YOURSELF }
    : { checked: 'names', note: CHECK_NEGATIONS }),
});

class OutOfTime extends Error {
  readonly reason = 'timeout';
}

/** Throws when the work, which goes on, takes longer. */
async function withinTime<T>(until: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTime()), Math.max(0, until - performance.now()));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'reason' in error && typeof error.reason === 'string' ? error.reason : 'failed';

const away = (error: unknown): AppError =>
  new AppError(
    'unavailable',
    'endpoint_unavailable',
    `The language model did not give a text in time. Try again in ${RETRY_AFTER_S} s, or edit the answer yourself.`,
    { cause: error, data: { retry_after: RETRY_AFTER_S } },
  );
