/** What a rewritten answer is to be, in the words of the API. */
export const REWRITE_GOALS = ['shorter', 'longer', 'plainer', 'more_formal', 'translated'] as const;
export type RewriteGoal = (typeof REWRITE_GOALS)[number];

/** An answer that is to be written otherwise, and what it stands on. */
export interface RewriteTask {
  organizationId: string;
  questionId: string;
  /** The question as people read it. */
  question: string;
  answer: string;
  goal: RewriteGoal;
  /** Of `translated`: a BCP 47 tag; '' for the other goals, which keep the language. */
  language: string;
  /** What the answer cites, beside what it says itself. */
  support: readonly RewriteSupport[];
}

/** Words that an answer stands on, with the place that they are from. */
export interface RewriteSupport {
  sourceId: string;
  title: string;
  locator: string;
  quote: string;
}

/** Why a rewritten answer is not proposed; goes into logs and metrics. */
export interface RewriteRejection {
  code: string;
  /** A sentence for the person. */
  message: string;
}

/**
 * What was checked of a text. `meaning`: each sentence was read out of the answer and its support; `facts`: rules compared
 * numbers, names and negations; `names`: numbers and names only.
 */
export type RewriteCheck = 'meaning' | 'facts' | 'names';

/** What became of a task. */
export type Rewritten =
  { text: string; checked: RewriteCheck; note: string } | { rejection: RewriteRejection } | { unchanged: true };

/** Writes answers otherwise. Throws `AppError` when the endpoint gives nothing in time. */
export interface Rewriting {
  rewrite(task: RewriteTask): Promise<Rewritten>;
}
