import { z } from 'zod';
import { id, microseconds, orNull, pagination } from '../schemas.js';

export const BACKTEST_VERDICTS = [
  'AGREED',
  'CONTRADICTED',
  'ANSWERED_WHERE_OPEN',
  'OPEN_WHERE_ANSWERED',
  'OPEN_IN_BOTH',
  'NOT_COMPARABLE',
] as const;
export const BACKTEST_REASONS = [
  'words',
  'option',
  'polarity',
  'number',
  'period',
  'name',
  'judge',
  'unclear',
  'not_approved',
] as const;
export const SETTLED = ['OPEN', 'OLDER', 'TAKEN', 'OURS_WRONG'] as const;
export const BANDS = ['HIGH', 'MEDIUM', 'LOW'] as const;
export const UNDATED = ['use', 'by_upload'] as const;

const count = (description: string) => z.int().meta({ description, example: 12 });
const customer = z.string().meta({
  description: 'The customer, as the questionnaire names it; empty when it names none',
  example: 'Northgate Bank',
});

export const undated = z.enum(UNDATED).meta({
  description:
    'Documents that say nowhere from when they hold: use: they count as always there; by_upload: only from their upload on',
  example: 'use',
});

export const backtest = z
  .object({
    id,
    state: z.enum(['RUNNING', 'COMPLETED', 'CANCELLED']).meta({ description: 'How far it is', example: 'COMPLETED' }),
    should_poll: z.boolean().meta({ description: 'Whether it is worth while to ask again' }),
    created_by: z.string().meta({
      description: 'Who started it, as in the history of a question',
      example: 'user:7c9e6679-7425-40de-944b-e07fc1f90ae7',
    }),
    created_at: microseconds,
    finished_at: microseconds.nullable(),
    undated_documents: undated,
    minutes_per_answer: z.int().meta({ description: 'Minutes that writing one answer by hand takes', example: 5 }),
    questionnaires: count('Questionnaires that are tested'),
    questionnaires_done: count('Of these, those that are done, failed or cancelled'),
    questions: count('Questions of all of them'),
    questions_done: count('Questions that have been answered and compared'),
  })
  .meta({ id: 'Backtest', description: 'Past questionnaires answered as if they were new' });
export type Backtest = z.infer<typeof backtest>;

export const backtestList = z
  .object({ backtests: z.array(backtest), pagination })
  .meta({ id: 'BacktestList', description: 'Backtests, the newest first' });
export type BacktestList = z.infer<typeof backtestList>;

const percent = (description: string) => z.number().meta({ description, example: 97.5 });

export const share = z
  .object({
    count: count('How many'),
    of: count('Of how many; 0: there is nothing to say'),
    percent: percent('Share, 0 to 100'),
    low: percent('Lower end of the 95 % interval (Wilson)'),
    high: percent('Upper end of the 95 % interval (Wilson)'),
  })
  .meta({ id: 'BacktestShare', description: 'A share with the interval in which it lies 95 times in 100' });

const figures = z
  .object({
    name: z.string().meta({ description: 'The topic or customer; empty: none', example: 'Encryption' }),
    questions: count('Questions'),
    agreed: count('Answers that say what was sent'),
    contradicted: count('Answers that say otherwise'),
    answered_where_open: count('Answers to questions that were left open'),
    open_where_answered: count('Questions left open that were answered'),
    open_in_both: count('Questions left open then and now'),
    not_comparable: count('Answers that cannot be compared'),
    coverage: share.meta({ description: 'Of the questions that were answered, those that would be answered too' }),
    agreement: share.meta({ description: 'Of the answers that can be compared, those that agree' }),
    agreement_after_review: share.meta({ description: 'The same without those whose sent answer is settled as OLDER' }),
    high: share.meta({ description: 'Of the answers with HIGH confidence that can be compared, those that agree' }),
  })
  .meta({ id: 'BacktestFigures', description: 'What a backtest comes to, for all or a part of its questions' });

const part = z
  .object({
    questionnaire_id: id,
    title: z.string().meta({ description: 'Title of the questionnaire', example: 'ACME 2027' }),
    customer,
    told_at: microseconds,
    state: z
      .enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'])
      .meta({ description: 'How far it is', example: 'DONE' }),
    questions: count('Its questions'),
    questions_done: count('Of these, those that have been answered and compared'),
    failure: orNull(z.string()).meta({ description: 'Why it failed; null: it did not', example: null }),
    evidence: z
      .object({
        documents: count('Documents that were used'),
        undated_documents: count('Of these, documents that say nowhere from when they hold'),
        later_documents: count('Documents that were not used, because they are younger'),
        library_answers: count('Library answers that were used'),
        later_answers: count('Library answers that were not used: younger, or of this or a later questionnaire'),
        undated_answers: count('Of these, answers that were changed since, so that nobody knows what they said'),
        earlier_answers: count('Answers of questionnaires that were sent before'),
        duplicates: count('The same questionnaire under other ids; nothing of them is used'),
      })
      .meta({ id: 'BacktestEvidence', description: 'What the answers could stand on, and what could not be dated' }),
  })
  .meta({ id: 'BacktestPart', description: 'A questionnaire of a backtest' });

export const backtestDetail = z
  .object({
    backtest,
    figures,
    settled: z
      .object({
        open: count('Differences that nobody has settled'),
        older: count('Differences whose sent answer was older'),
        taken: count('Sent answers that were taken into the answer library'),
        ours_wrong: count('Differences in which Candor is wrong'),
      })
      .meta({ id: 'BacktestSettlement', description: 'What people said of the differences' }),
    actions_saved: count('Answers that people would only have to approve, because they are what was sent'),
    minutes_saved: count('These, by the minutes that writing one takes'),
    by_topic: z.array(figures),
    by_customer: z.array(figures),
    parts: z.array(part),
  })
  .meta({ id: 'BacktestDetail', description: 'A backtest and what it comes to so far' });
export type BacktestDetail = z.infer<typeof backtestDetail>;

const source = z
  .object({
    source_id: z.string().meta({ description: 'The passage, library answer or questionnaire' }),
    source_type: z
      .enum(['library', 'document', 'questionnaire'])
      .meta({ description: 'questionnaire: an answer that was sent before', example: 'document' }),
    title: z.string().meta({ description: 'Name of the document, or the question', example: 'Logging policy' }),
    locator: z.string().meta({ description: 'Where in it', example: 'Logging policy > Retention' }),
    quote: z.string().meta({ description: 'The words', example: 'Audit logs are kept for 13 months.' }),
  })
  .meta({ id: 'BacktestSource', description: 'What an answer stands on' });

export const backtestAnswer = z
  .object({
    id,
    questionnaire_id: id,
    questionnaire_title: z.string().meta({ description: 'Title of the questionnaire', example: 'ACME 2027' }),
    question_id: id,
    customer,
    topic: z.string().meta({ description: 'What the question is about; empty: no known topic', example: 'Encryption' }),
    question: z.string().meta({ description: 'What was asked', example: 'How long are audit logs kept?' }),
    ours: z.string().meta({ description: 'What would be answered; empty: left open', example: 'For 6 months.' }),
    ours_comment: z.string().meta({ description: 'The comment beside it; empty: none', example: '' }),
    band: orNull(z.enum(BANDS)).meta({ description: 'Its confidence; null: left open', example: 'HIGH' }),
    score: orNull(z.number()).meta({ description: 'Its confidence, 0 to 1; null: left open', example: 0.97 }),
    ours_sources: z.array(source),
    sent: z.string().meta({ description: 'What was sent; empty: left open', example: 'For 13 months.' }),
    sent_comment: z.string().meta({ description: 'The comment that was sent; empty: none', example: '' }),
    sent_sources: z.array(source),
    verdict: z.enum(BACKTEST_VERDICTS).meta({ description: 'How both compare', example: 'CONTRADICTED' }),
    reason: orNull(z.enum(BACKTEST_REASONS)).meta({
      description:
        'In what: same words, option, yes and no, a number, a period, a name, or by what the model that reads takes them for; unclear: it cannot tell; not_approved: nobody stands behind what was sent, or the question does not apply; null: one of them is open',
      example: 'period',
    }),
    settled: z.enum(SETTLED).meta({
      description:
        'OLDER: what was sent was older; TAKEN: it was taken into the answer library; OURS_WRONG: Candor is wrong',
    }),
    note: orNull(z.string()).meta({ description: 'Why, by whoever settled it; null: none', example: null }),
    changed_by: orNull(z.string()).meta({ description: 'Who settled it; null: nobody', example: null }),
    changed_at: microseconds.nullable(),
  })
  .meta({ id: 'BacktestAnswer', description: 'One question: what would be answered, and what was sent' });
export type BacktestAnswer = z.infer<typeof backtestAnswer>;

export const backtestAnswerList = z
  .object({ answers: z.array(backtestAnswer), pagination })
  .meta({ id: 'BacktestAnswerList', description: 'Questions of a backtest, in order of time' });
export type BacktestAnswerList = z.infer<typeof backtestAnswerList>;
