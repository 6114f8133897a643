import { AskedServiceService, type AskedServiceServer } from '@candor/proto/candor/questionnaire/v1/asked';
import type * as pb from '@candor/proto/candor/questionnaire/v1/asked';
import type { AskedQuestion as AskedMessage } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { CallContext, RpcService } from '@candor/runtime';
import type { Asked } from '../review/asked.js';
import { toAsked } from './list-mapping.js';
import { callOf } from './questionnaire-service.js';

/** What is asked of people: messages in, use case, messages out. */
export function askedService(asked: Asked): RpcService {
  const handlers = {
    async listAsked(request: pb.ListAskedRequest, context: CallContext): Promise<pb.ListAskedReply> {
      const { limit, offset } = request;
      const { questions, total } = await asked.list(callOf(context).organizationId, request, { limit, offset });
      return { questions: questions.map(toAsked), pagination: { total, limit, offset } };
    },

    async answerAsked(request: pb.AnswerAskedRequest, context: CallContext): Promise<AskedMessage> {
      const { questionId, assigneeIds, expectedVersion, answer, comment, answerStatus } = request;
      const edit = {
        ...(answer === undefined ? {} : { answer }),
        ...(comment === undefined ? {} : { comment }),
        ...(answerStatus === undefined ? {} : { answerStatus }),
      };
      return toAsked(await asked.answer({ ...callOf(context), assigneeIds }, questionId, expectedVersion, edit));
    },

    async finishAsked({ questionIds, assigneeIds }: pb.FinishAskedRequest, context: CallContext) {
      return { results: await asked.finish({ ...callOf(context), assigneeIds }, questionIds) };
    },

    async getLoad(_request: pb.GetLoadRequest, context: CallContext): Promise<pb.GetLoadReply> {
      const rows = await asked.load(callOf(context).organizationId);
      return { rows: rows.map((row) => ({ ...row, nextDueAt: row.nextDueAt || undefined })) };
    },
  };
  return {
    definition: AskedServiceService,
    handlers: handlers satisfies Record<keyof AskedServiceServer, unknown>,
  };
}
