import {
  InterviewServiceClient,
  type AnswerFactRequest,
  type Fact as FactMessage,
  type Interview as InterviewMessage,
  type PassFactRequest,
  type PlanInterviewRequest,
} from '@candor/proto/candor/questionnaire/v1/interviews';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Fact, FactList, Interview, InterviewList, OpenedFact } from '../routes/interviews/resource.js';
import type { Deleted } from '../routes/schemas.js';
import { totalOf } from './questionnaire-json.js';
import { suggestionsJson } from './review-json.js';
import { wholePage } from './whole-page.js';

/** Undefined leaves a field as it is; null: nobody. */
export interface FactChange {
  id: string;
  question?: string | undefined;
  assignee?: { id: string; type: 'USER' | 'GROUP' } | null | undefined;
  leftOut?: boolean | undefined;
}

/** Interviews, and what they ask of people. */
export class InterviewsClient {
  private readonly rpc: RpcClient<InterviewServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(InterviewServiceClient, address, token);
  }

  async plan(from: CallFor, wish: PlanInterviewRequest): Promise<Interview> {
    return interviewJson(await this.rpc.unary(this.rpc.stub.planInterview, wish, from));
  }

  async list(from: CallFor, page: { limit: number; offset: number }): Promise<InterviewList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listInterviews, part, from);
      return { items: reply.interviews, total: totalOf(reply), reply };
    });
    return { interviews: items.map(interviewJson), pagination };
  }

  async get(from: CallFor, id: string): Promise<Interview> {
    return interviewJson(await this.rpc.unary(this.rpc.stub.getInterview, { id }, from));
  }

  async send(from: CallFor, id: string): Promise<Interview> {
    return interviewJson(await this.rpc.unary(this.rpc.stub.sendInterview, { id }, from));
  }

  async remove(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteInterview, { id }, from);
    return { id, deleted: true };
  }

  async change(from: CallFor, { assignee, ...change }: FactChange): Promise<Fact> {
    const person = { assigneeId: assignee === undefined ? undefined : (assignee?.id ?? '') };
    const request = { ...change, ...person, assigneeType: assignee?.type ?? '' };
    return factJson(await this.rpc.unary(this.rpc.stub.changeFact, request, from));
  }

  async asked(from: CallFor, assigneeIds: string[]): Promise<FactList> {
    const { facts } = await this.rpc.unary(this.rpc.stub.listAskedFacts, { assigneeIds }, from);
    return { facts: facts.map(factJson) };
  }

  async open(from: CallFor, id: string, assigneeIds: string[]): Promise<OpenedFact> {
    const reply = await this.rpc.unary(this.rpc.stub.getFact, { id, assigneeIds }, from);
    return { ...factJson(reply), found: suggestionsJson({ suggestions: reply.found }).suggestions };
  }

  async answer(from: CallFor, answer: AnswerFactRequest): Promise<Fact> {
    return factJson(await this.rpc.unary(this.rpc.stub.answerFact, answer, from));
  }

  async pass(from: CallFor, pass: PassFactRequest): Promise<Fact> {
    return factJson(await this.rpc.unary(this.rpc.stub.passFact, pass, from));
  }

  close(): void {
    this.rpc.close();
  }
}

const factJson = (fact: FactMessage): Fact => ({
  id: fact.id,
  interview_id: fact.interviewId,
  question: fact.question,
  section: fact.section,
  places: fact.places.map(({ questionnaireId, questionId, text, link }) => ({
    questionnaire_id: questionnaireId,
    question_id: questionId,
    text,
    link: link as Fact['places'][number]['link'],
  })),
  promised: roundedOf(fact.promised),
  real: fact.real,
  minutes: fact.minutes,
  standard_places: fact.standardPlaces.map(({ id, text, link }) => ({
    id,
    text,
    link: link as Fact['places'][number]['link'],
  })),
  standard_promised: roundedOf(fact.standardPromised),
  standard_real: fact.standardReal,
  assignee:
    fact.assigneeId === '' ? null : { id: fact.assigneeId, type: fact.assigneeType === 'GROUP' ? 'GROUP' : 'USER' },
  state: fact.state as Fact['state'],
  note: fact.note || null,
  answer: fact.answer || null,
  answered_by: fact.answeredBy || null,
  answered_at: fact.answeredAt ?? null,
  expires_at: fact.expiresAt ?? null,
  document_id: fact.documentId || null,
});

const interviewJson = (one: InterviewMessage): Interview => ({
  id: one.id,
  title: one.title,
  state: one.state as Interview['state'],
  questionnaire_ids: one.questionnaireIds,
  open_questions: one.open,
  total_questions: one.total,
  answered_before: one.answeredBefore,
  answered_now: one.answeredNow,
  promised: roundedOf(one.promised),
  real: one.real,
  minutes: one.minutes,
  facts: one.facts.map(factJson),
  standard_set: one.standardSet
    ? {
        answered_before: one.standardSet.answeredBefore,
        answered_now: one.standardSet.answeredNow,
        total: one.standardSet.total,
        open: one.standardSet.open,
        real: one.standardSet.real,
        promised: roundedOf(one.standardSet.promised),
      }
    : null,
  created_by: one.createdBy,
  created_at: one.createdAt,
  sent_at: one.sentAt ?? null,
});

const roundedOf = (gain: number): number => Math.round(gain * 10) / 10;
