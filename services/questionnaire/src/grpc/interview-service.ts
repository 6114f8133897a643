import { InterviewServiceService, type InterviewServiceServer } from '@candor/proto/candor/questionnaire/v1/interviews';
import type * as pb from '@candor/proto/candor/questionnaire/v1/interviews';
import { ROLES, type CallContext, type RpcService } from '@candor/runtime';
import type { Suggestion } from '../answering/types.js';
import type { FactActor, FactAnswers } from '../interview/fact-answers.js';
import type { Interviews, ShownFact, ShownInterview } from '../interview/interviews.js';
import type { StandardOverview, UsualQuestions } from '../interview/usual-questions.js';
import { callOf } from './questionnaire-service.js';

/** Interviews: messages in, use cases, messages out. */
export function interviewService(parts: {
  interviews: Interviews;
  answers: FactAnswers;
  usual: UsualQuestions;
}): RpcService {
  const { interviews, answers, usual } = parts;
  const handlers = {
    async planInterview(request: pb.PlanInterviewRequest, context: CallContext): Promise<pb.Interview> {
      return toInterview(await interviews.plan(callOf(context), request));
    },

    async listInterviews({ limit, offset }: pb.ListInterviewsRequest, context: CallContext) {
      const { interviews: found, total } = await interviews.list(callOf(context).organizationId, { limit, offset });
      const reply = { interviews: found.map(toInterview), pagination: { total, limit, offset } };
      return reply satisfies pb.ListInterviewsReply;
    },

    async getInterview({ id }: pb.GetInterviewRequest, context: CallContext): Promise<pb.Interview> {
      return toInterview(await interviews.get(callOf(context).organizationId, id));
    },

    async sendInterview({ id }: pb.SendInterviewRequest, context: CallContext): Promise<pb.Interview> {
      return toInterview(await interviews.send(callOf(context), id));
    },

    async deleteInterview({ id }: pb.DeleteInterviewRequest, context: CallContext): Promise<pb.DeleteInterviewReply> {
      await interviews.remove(callOf(context).organizationId, id);
      return {};
    },

    async changeFact(request: pb.ChangeFactRequest, context: CallContext): Promise<pb.Fact> {
      const { id, question, assigneeId, assigneeType, leftOut } = request;
      const assignee = assigneeId === undefined ? undefined : personOf(assigneeId, assigneeType);
      return toFact(await interviews.change(callOf(context), id, { question, assignee, leftOut }));
    },

    async listAskedFacts({ assigneeIds }: pb.ListAskedFactsRequest, context: CallContext) {
      const facts = await answers.asked(callOf(context).organizationId, assigneeIds);
      return { facts: facts.map((fact) => toFact(fact)) } satisfies pb.ListAskedFactsReply;
    },

    async getFact({ id, assigneeIds }: pb.GetFactRequest, context: CallContext): Promise<pb.Fact> {
      const { found, ...fact } = await answers.open(actorOf(context, assigneeIds), id);
      return toFact(fact, found);
    },

    async answerFact(request: pb.AnswerFactRequest, context: CallContext): Promise<pb.Fact> {
      const { id, assigneeIds, answer, expiresAt = 0, question } = request;
      return toFact(await answers.answer(actorOf(context, assigneeIds), id, { answer, expiresAt, question }));
    },

    async passFact({ id, assigneeIds, toId, toType, note }: pb.PassFactRequest, context: CallContext) {
      return toFact(await answers.pass(actorOf(context, assigneeIds), id, personOf(toId, toType), note));
    },

    async getStandardSet(_request: pb.GetStandardSetRequest, context: CallContext): Promise<pb.StandardSet> {
      return toStandardSet(await usual.overview(callOf(context).organizationId));
    },

    async listStandardQuestions(request: pb.ListStandardQuestionsRequest, context: CallContext) {
      const { limit, offset, ...filter } = request;
      const { questions, total } = await usual.list(callOf(context).organizationId, filter, { limit, offset });
      return { questions, pagination: { total, limit, offset } } satisfies pb.ListStandardQuestionsReply;
    },

    async answerStandardSet(_request: pb.AnswerStandardSetRequest, context: CallContext): Promise<pb.StandardSet> {
      const by = callOf(context);
      await usual.begin(by);
      return toStandardSet(await usual.overview(by.organizationId));
    },
  };
  return {
    definition: InterviewServiceService,
    handlers: handlers satisfies Record<keyof InterviewServiceServer, unknown>,
  };
}

function actorOf(context: CallContext, assigneeIds: readonly string[]): FactActor {
  const by = callOf(context);
  return { ...by, assigneeIds, mayWrite: ROLES.indexOf(by.role) >= ROLES.indexOf('MEMBER') };
}

const personOf = (id: string, type: string): { id: string; type: 'USER' | 'GROUP' } | null =>
  id === '' ? null : { id, type: type === 'GROUP' ? 'GROUP' : 'USER' };

const toInterview = ({ interview, facts, now, promised, real, minutes, standard }: ShownInterview): pb.Interview => ({
  id: interview._id,
  title: interview.title,
  state: interview.state,
  open: interview.open,
  questionnaireIds: interview.questionnaireIds,
  createdBy: interview.createdBy,
  createdAt: interview.createdAt,
  answeredBefore: interview.before.answered,
  total: interview.before.total,
  answeredNow: now.answered,
  promised,
  real,
  minutes,
  sentAt: interview.sentAt || undefined,
  facts: facts.map((fact) => toFact(fact)),
  standardSet: interview.standard && {
    answeredBefore: interview.standard.before.answered,
    total: interview.standard.before.total,
    answeredNow: interview.standard.before.answered + standard.real,
    open: interview.standard.open,
    ...standard,
  },
});

const toStandardSet = ({ run, outdated, total, answered, open, topics }: StandardOverview): pb.StandardSet => ({
  state: run?.state ?? 'NEVER',
  outdated,
  done: run?.done ?? 0,
  total,
  answered,
  open,
  topics,
  failure: run?.failure ?? '',
  askedAt: run?.askedAt,
  finishedAt: run?.finishedAt || undefined,
});

const toFact = ({ fact, promised, real, minutes, standard }: ShownFact, found: Suggestion[] = []): pb.Fact => ({
  id: fact._id,
  interviewId: fact.interviewId,
  question: fact.question,
  section: fact.section,
  places: fact.places,
  promised,
  real,
  minutes,
  state: fact.state,
  note: fact.note,
  found,
  assigneeId: fact.assigneeId,
  assigneeType: fact.assigneeType,
  documentId: fact.documentId,
  answer: fact.answer,
  answeredBy: fact.answeredBy,
  standardPlaces: fact.standard?.places ?? [],
  standardPromised: standard.promised,
  standardReal: standard.real,
  answeredAt: fact.answeredAt || undefined,
  expiresAt: fact.expiresAt || undefined,
});
