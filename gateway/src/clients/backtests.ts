import {
  BacktestServiceClient,
  type Backtest as BacktestMessage,
  type BacktestAnswer as AnswerMessage,
  type BacktestFigures as FiguresMessage,
  type BacktestPart as PartMessage,
  type BacktestSource as SourceMessage,
  type ListBacktestAnswersRequest,
  type SettleBacktestAnswerRequest,
  type StartBacktestRequest,
} from '@candor/proto/candor/questionnaire/v1/backtest';
import type { ExportFile } from '@candor/proto/candor/questionnaire/v1/review';
import { RpcClient, type CallFor } from '@candor/runtime';
import type {
  Backtest,
  BacktestAnswer,
  BacktestAnswerList,
  BacktestDetail,
  BacktestList,
} from '../routes/backtests/resource.js';
import type { Deleted } from '../routes/schemas.js';
import { totalOf } from './questionnaire-json.js';
import { wholePage } from './whole-page.js';

interface Page {
  limit: number;
  offset: number;
}

/** As long as an export of a questionnaire may take. */
const EXPORT_DEADLINE_MS = 180_000;

/** Past questionnaires answered as if they were new. */
export class BacktestsClient {
  private readonly rpc: RpcClient<BacktestServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(BacktestServiceClient, address, token);
  }

  async start(from: CallFor, request: StartBacktestRequest): Promise<Backtest> {
    return backtestJson(await this.rpc.unary(this.rpc.stub.startBacktest, request, from));
  }

  async list(from: CallFor, page: Page): Promise<BacktestList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listBacktests, part, from);
      return { items: reply.backtests, total: totalOf(reply), reply };
    });
    return { backtests: items.map(backtestJson), pagination };
  }

  async get(from: CallFor, id: string): Promise<BacktestDetail> {
    const reply = await this.rpc.unary(this.rpc.stub.getBacktest, { id }, from);
    const { open = 0, older = 0, taken = 0, oursWrong = 0 } = reply.settled ?? {};
    return {
      backtest: backtestJson(present(reply.backtest)),
      figures: figuresJson(present(reply.figures)),
      settled: { open, older, taken, ours_wrong: oursWrong },
      actions_saved: reply.actionsSaved,
      minutes_saved: reply.minutesSaved,
      by_topic: reply.byTopic.map(figuresJson),
      by_customer: reply.byCustomer.map(figuresJson),
      parts: reply.parts.map(partJson),
    };
  }

  async answers(
    from: CallFor,
    filter: Omit<ListBacktestAnswersRequest, keyof Page>,
    page: Page,
  ): Promise<BacktestAnswerList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listBacktestAnswers, { ...filter, ...part }, from);
      return { items: reply.answers, total: totalOf(reply), reply };
    });
    return { answers: items.map(answerJson), pagination };
  }

  async settle(from: CallFor, change: SettleBacktestAnswerRequest): Promise<BacktestAnswer> {
    return answerJson(await this.rpc.unary(this.rpc.stub.settleBacktestAnswer, change, from));
  }

  async cancel(from: CallFor, id: string): Promise<Backtest> {
    return backtestJson(await this.rpc.unary(this.rpc.stub.cancelBacktest, { id }, from));
  }

  async remove(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteBacktest, { id }, from);
    return { id, deleted: true };
  }

  /** `format`: csv or pdf. The review's client reads the file. */
  export(from: CallFor, id: string, format: string): Promise<ExportFile> {
    const call = { ...from, deadlineMs: EXPORT_DEADLINE_MS };
    return this.rpc.unary(this.rpc.stub.prepareBacktestExport, { id, format }, call);
  }

  close(): void {
    this.rpc.close();
  }
}

/** A part of a message that is always there. */
export function present<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the questionnaire service left out a part of a backtest');
  return part;
}

const backtestJson = (message: BacktestMessage): Backtest => ({
  id: message.id,
  state: message.state as Backtest['state'],
  should_poll: message.state === 'RUNNING',
  created_by: message.createdBy,
  created_at: message.createdAt,
  finished_at: message.finishedAt ?? null,
  undated_documents: message.undated as Backtest['undated_documents'],
  minutes_per_answer: message.minutesPerAnswer,
  questionnaires: message.questionnaires,
  questionnaires_done: message.questionnairesDone,
  questions: message.questions,
  questions_done: message.questionsDone,
});

/** A share of nothing. */
export const NOTHING = { count: 0, of: 0, percent: 0, low: 0, high: 0 };

const figuresJson = ({
  name,
  questions,
  agreed,
  contradicted,
  ...more
}: FiguresMessage): BacktestDetail['figures'] => ({
  name,
  questions,
  agreed,
  contradicted,
  answered_where_open: more.answeredWhereOpen,
  open_where_answered: more.openWhereAnswered,
  open_in_both: more.openInBoth,
  not_comparable: more.notComparable,
  coverage: more.coverage ?? NOTHING,
  agreement: more.agreement ?? NOTHING,
  agreement_after_review: more.agreementAfterReview ?? NOTHING,
  high: more.high ?? NOTHING,
});

const NO_EVIDENCE = {
  documents: 0,
  undatedDocuments: 0,
  laterDocuments: 0,
  libraryAnswers: 0,
  laterAnswers: 0,
  undatedAnswers: 0,
  earlierAnswers: 0,
  duplicates: 0,
};

function partJson({ evidence, ...part }: PartMessage): BacktestDetail['parts'][number] {
  const counts = evidence ?? NO_EVIDENCE;
  return {
    questionnaire_id: part.questionnaireId,
    title: part.title,
    customer: part.customer,
    told_at: part.toldAt,
    state: part.state as BacktestDetail['parts'][number]['state'],
    questions: part.questions,
    questions_done: part.questionsDone,
    failure: part.failure || null,
    evidence: {
      documents: counts.documents,
      undated_documents: counts.undatedDocuments,
      later_documents: counts.laterDocuments,
      library_answers: counts.libraryAnswers,
      later_answers: counts.laterAnswers,
      undated_answers: counts.undatedAnswers,
      earlier_answers: counts.earlierAnswers,
      duplicates: counts.duplicates,
    },
  };
}

const sourceJson = ({ sourceId, sourceType, title, locator, quote }: SourceMessage) => ({
  source_id: sourceId,
  source_type: sourceType as 'library' | 'document' | 'questionnaire',
  title,
  locator,
  quote,
});

const answerJson = (message: AnswerMessage): BacktestAnswer => ({
  id: message.id,
  questionnaire_id: message.questionnaireId,
  questionnaire_title: message.questionnaireTitle,
  question_id: message.questionId,
  customer: message.customer,
  topic: message.topic,
  question: message.question,
  ours: message.ours,
  ours_comment: message.oursComment,
  ours_sources: message.oursSources.map(sourceJson),
  band: (message.band || null) as BacktestAnswer['band'],
  score: message.band === '' ? null : message.score,
  sent: message.sent,
  sent_comment: message.sentComment,
  sent_sources: message.sentSources.map(sourceJson),
  verdict: message.verdict as BacktestAnswer['verdict'],
  reason: (message.reason || null) as BacktestAnswer['reason'],
  settled: message.settled as BacktestAnswer['settled'],
  note: message.note || null,
  changed_by: message.changedBy || null,
  changed_at: message.changedAt || null,
});
