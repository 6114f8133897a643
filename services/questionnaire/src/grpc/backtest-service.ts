import { BacktestServiceService, type BacktestServiceServer } from '@candor/proto/candor/questionnaire/v1/backtest';
import type * as pb from '@candor/proto/candor/questionnaire/v1/backtest';
import type { ExportFile } from '@candor/proto/candor/questionnaire/v1/review';
import { invalid, type CallContext, type RpcService } from '@candor/runtime';
import type { BacktestExports } from '../backtest/exporting.js';
import type { Backtests, BacktestView } from '../backtest/backtests.js';
import type { Figures } from '../backtest/figures.js';
import {
  SETTLED,
  UNDATED,
  VERDICTS,
  type BacktestAnswerDocument,
  type BacktestPartDocument,
} from '../store/backtest-documents.js';
import { callOf } from './questionnaire-service.js';

/** Past questionnaires answered as if they were new: messages in, use case, messages out. */
export function backtestService(backtests: Backtests, exports: BacktestExports): RpcService {
  const handlers = {
    async startBacktest(request: pb.StartBacktestRequest, context: CallContext): Promise<pb.Backtest> {
      const questionnaires = request.questionnaires.map(({ questionnaireId, sentOn }) => ({
        id: questionnaireId,
        sentOn,
      }));
      const undated = UNDATED.find((one) => one === request.undated) ?? 'use';
      const { minutesPerAnswer } = request;
      return toBacktest(await backtests.start(callOf(context), { questionnaires, undated, minutesPerAnswer }));
    },

    async listBacktests({ limit, offset }: pb.ListBacktestsRequest, context: CallContext) {
      const { backtests: found, total } = await backtests.list(callOf(context).organizationId, { limit, offset });
      return {
        backtests: found.map(toBacktest),
        pagination: { total, limit, offset },
      } satisfies pb.ListBacktestsReply;
    },

    async getBacktest({ id }: pb.GetBacktestRequest, context: CallContext): Promise<pb.BacktestDetail> {
      const { result, parts, ...view } = await backtests.get(callOf(context).organizationId, id);
      return {
        backtest: toBacktest(view),
        figures: toFigures({ name: '', ...result }),
        settled: result.settled,
        actionsSaved: result.actionsSaved,
        minutesSaved: result.minutesSaved,
        byTopic: result.byTopic.map(toFigures),
        byCustomer: result.byCustomer.map(toFigures),
        parts: parts.map(toPart),
      };
    },

    async listBacktestAnswers(request: pb.ListBacktestAnswersRequest, context: CallContext) {
      const { id, limit, offset, topic, customer, questionnaireId, band } = request;
      const verdicts = VERDICTS.filter((verdict) => request.verdicts.includes(verdict));
      const settled = SETTLED.find((one) => one === request.settled);
      const filter = { verdicts, settled, topic, customer, questionnaireId, band };
      const { organizationId } = callOf(context);
      const { answers, total } = await backtests.answers(organizationId, id, filter, { limit, offset });
      return {
        answers: answers.map(toAnswer),
        pagination: { total, limit, offset },
      } satisfies pb.ListBacktestAnswersReply;
    },

    async settleBacktestAnswer(request: pb.SettleBacktestAnswerRequest, context: CallContext) {
      const { id, answerId, note } = request;
      const settled = SETTLED.find((one) => one === request.settled);
      if (settled === undefined)
        throw invalid([{ path: 'settled', message: `settled must be one of ${SETTLED.join(', ')}.` }]);
      return toAnswer(await backtests.settle(callOf(context), id, answerId, { settled, note }));
    },

    async cancelBacktest({ id }: pb.GetBacktestRequest, context: CallContext): Promise<pb.Backtest> {
      return toBacktest(await backtests.cancel(callOf(context).organizationId, id));
    },

    async deleteBacktest({ id }: pb.GetBacktestRequest, context: CallContext): Promise<pb.DeleteBacktestReply> {
      await backtests.remove(callOf(context).organizationId, id);
      return {};
    },

    async prepareBacktestExport(
      { id, format }: pb.PrepareBacktestExportRequest,
      context: CallContext,
    ): Promise<ExportFile> {
      const { _id, ...file } = await exports.prepare(callOf(context).organizationId, id, format);
      const { fileName, mimeType, size, sha256, generated } = file;
      return { exportId: _id, fileName, mimeType, size, sha256, generated };
    },
  };
  return {
    definition: BacktestServiceService,
    handlers: handlers satisfies Record<keyof BacktestServiceServer, unknown>,
  };
}

const toBacktest = ({ backtest, progress }: BacktestView): pb.Backtest => ({
  id: backtest._id,
  state: backtest.state,
  createdBy: backtest.createdBy,
  createdAt: backtest.createdAt,
  finishedAt: backtest.finishedAt || undefined,
  undated: backtest.undated,
  minutesPerAnswer: backtest.minutesPerAnswer,
  ...progress,
});

const toFigures = (figures: Figures & { name: string }): pb.BacktestFigures => ({
  name: figures.name,
  questions: figures.questions,
  agreed: figures.agreed,
  contradicted: figures.contradicted,
  answeredWhereOpen: figures.answeredWhereOpen,
  openWhereAnswered: figures.openWhereAnswered,
  openInBoth: figures.openInBoth,
  notComparable: figures.notComparable,
  coverage: figures.coverage,
  agreement: figures.agreement,
  agreementAfterReview: figures.agreementAfterReview,
  high: figures.high,
});

const toPart = ({ questionnaireId, title, customer, toldAt, ...part }: BacktestPartDocument): pb.BacktestPart => ({
  questionnaireId,
  title,
  customer,
  toldAt,
  state: part.state,
  questions: part.questions,
  questionsDone: part.done,
  failure: part.failure,
  evidence: part.evidence,
});

const toAnswer = ({ _id, ...answer }: BacktestAnswerDocument): pb.BacktestAnswer => ({
  id: _id,
  questionnaireId: answer.questionnaireId,
  questionnaireTitle: answer.questionnaireTitle,
  questionId: answer.questionId,
  customer: answer.customer,
  topic: answer.topic,
  question: answer.question,
  ours: answer.ours,
  oursComment: answer.oursComment,
  band: answer.band,
  score: answer.score,
  oursSources: answer.oursSources,
  sent: answer.sent,
  sentComment: answer.sentComment,
  sentSources: answer.sentSources,
  verdict: answer.verdict,
  reason: answer.reason,
  settled: answer.settled,
  note: answer.note,
  changedBy: answer.changedBy,
  changedAt: answer.changedAt,
});
