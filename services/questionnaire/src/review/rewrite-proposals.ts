import { AppError, invalid, lengthOf, notFound } from '@candor/runtime';
import {
  REWRITE_GOALS,
  type RewriteCheck,
  type RewriteGoal,
  type RewriteRejection,
  type RewriteSupport,
  type Rewriting,
} from '../answering/rewriting/goals.js';
import { detectLanguage, primaryOf } from '../answering/rewriting/languages.js';
import type { QuestionStore } from '../store/questions.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import type { LifecycleActor } from './lifecycle.js';
import { isAnswered, noAnswer } from './questions-answer.js';
import { stale, type QuestionTarget, type QuestionWriter } from './questions-writer.js';
import type { RewriteRate } from './rewrite-rate.js';
import { textDifference, type TextChange } from './text-difference.js';

/** Characters of an answer that is rewritten: what the check reads as one quote. */
export const MOST_REWRITTEN = 2_000;
/** Questions whose words tell the language of the questionnaire. */
const MOST_SAMPLED = 200;

/** Another wording of an answer, for a person to take or leave. */
export interface RewriteProposal {
  /** Of the question whose answer was rewritten. */
  version: number;
  outcome: 'proposed' | 'unchanged' | 'rejected';
  /** '' unless proposed. */
  text: string;
  /** BCP 47 tag of what it was translated into; '' for the other goals. */
  language: string;
  checked: RewriteCheck | '';
  note: string;
  rejection: RewriteRejection | undefined;
  changes: TextChange[];
}

interface Dependencies {
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  reviewQuestions: ReviewQuestionStore;
  writer: QuestionWriter;
  /** Undefined where no endpoint drafts. */
  rewriting: Rewriting | undefined;
  rate: RewriteRate;
}

/** Proposes other wordings of answers. Nothing is stored: who takes one edits the question. */
export class RewriteProposals {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Throws `not_found`, `stale`, `conflict` for what cannot be rewritten, `rate_limited`, and `unavailable` when the endpoint
   * gives nothing in time. `language` counts for `translated` alone; '' is the language of the questionnaire.
   */
  async propose(
    { organizationId }: LifecycleActor,
    target: QuestionTarget,
    wanted: { goal: string; language: string },
  ): Promise<RewriteProposal> {
    const { questionnaires, reviewQuestions, writer, rewriting, rate } = this.deps;
    const { questionnaireId, questionId, expectedVersion } = target;
    if (!(await questionnaires.get(organizationId, questionnaireId))) throw notFound('questionnaire');
    const question = await reviewQuestions.get(organizationId, questionnaireId, questionId);
    if (!question) throw notFound('question');
    const goal = goalOf(wanted.goal);
    if (!rewriting) throw notOffered();
    if (expectedVersion !== undefined && expectedVersion !== question.version) throw stale();
    await writer.whileEditable(organizationId, questionnaireId, () => Promise.resolve());
    checkAnswer(question);
    const language = goal === 'translated' ? await this.languageOf(question, wanted.language) : '';
    const { version, answer } = question;
    const none = { version, text: '', language, checked: '' as const, note: '', rejection: undefined, changes: [] };
    if (language !== '' && primaryOf(language) === detectLanguage(answer)) return { ...none, outcome: 'unchanged' };
    rate.take(organizationId);
    const rewritten = await rewriting.rewrite({
      organizationId,
      questionId,
      answer,
      goal,
      language,
      question: [question.stem, question.text].filter((part) => part !== '').join(' '),
      support: supportOf(question),
    });
    if ('unchanged' in rewritten) return { ...none, outcome: 'unchanged' };
    if ('rejection' in rewritten) return { ...none, ...rewritten, outcome: 'rejected' };
    return { ...none, ...rewritten, outcome: 'proposed', changes: textDifference(answer, rewritten.text) };
  }

  private async languageOf(
    { organizationId, questionnaireId }: ReviewedQuestionDocument,
    wanted: string,
  ): Promise<string> {
    if (wanted !== '') return canonical(wanted);
    const asked = await this.deps.questions.range(organizationId, questionnaireId, 0, MOST_SAMPLED);
    const detected = detectLanguage(asked.map(({ text }) => text).join('\n'));
    if (detected === undefined) throw languageUnknown();
    return detected;
  }
}

function goalOf(goal: string): RewriteGoal {
  const found = REWRITE_GOALS.find((known) => known === goal);
  if (found === undefined)
    throw invalid([{ path: 'goal', message: `goal must be one of ${REWRITE_GOALS.join(', ')}.` }]);
  return found;
}

function checkAnswer(question: ReviewedQuestionDocument): void {
  if (!isAnswered(question) || question.answer.trim() === '') throw noAnswer();
  if (question.answerType !== 'text' || question.options.length > 0)
    throw new AppError(
      'conflict',
      'answer_not_text',
      'Only answers in free text can be rewritten. Choose another option, or edit the answer.',
    );
  if (lengthOf(question.answer) > MOST_REWRITTEN)
    throw new AppError(
      'conflict',
      'answer_too_long',
      `Answers of more than ${MOST_REWRITTEN.toLocaleString('en')} characters are not rewritten. Shorten it yourself first.`,
    );
}

/** What the rewritten answer may say: what the answer says, and what it cites. */
const supportOf = ({ citations }: ReviewedQuestionDocument): RewriteSupport[] =>
  citations.map(({ sourceId, title, locator, quote }) => ({ sourceId, title, locator, quote }));

/** The tag as it is written by convention ("de-AT"). Throws `invalid` for what is none. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    throw invalid([{ path: 'language', message: 'language must be a BCP 47 tag, such as de or pt-BR.' }]);
  }
}

const notOffered = (): AppError =>
  new AppError(
    'conflict',
    'rewriting_not_offered',
    'Answers are rewritten by a language model, and none is set up here. Edit the answer yourself, or ask your operator to set CANDOR_ANSWER_ENGINE to openai.',
  );

const languageUnknown = (): AppError =>
  new AppError(
    'conflict',
    'language_not_detected',
    'The language of the questionnaire was not recognized. Name one in language, such as de or pt-BR.',
  );
