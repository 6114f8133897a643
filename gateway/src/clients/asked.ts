import { AskedServiceClient } from '@candor/proto/candor/questionnaire/v1/asked';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { AskedList, AskedQuestion, Load } from '../routes/asked/resource.js';
import type { BulkEdit } from '../routes/review/resource.js';
import { askedJson, assigneeJson, editedJson, present, totalOf } from './questionnaire-json.js';
import { wholePage } from './whole-page.js';

/** Undefined leaves a field as it is; '' clears it. */
export interface AskedAnswer {
  questionId: string;
  /** The caller's user and groups. */
  assigneeIds: string[];
  expectedVersion?: number | undefined;
  answer?: string | undefined;
  comment?: string | undefined;
  answerStatus?: string | undefined;
}

/** What is asked of people, and how much each has to do. */
export class AskedClient {
  private readonly rpc: RpcClient<AskedServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(AskedServiceClient, address, token);
  }

  async list(
    from: CallFor,
    filter: { assigneeIds: string[]; questionnaireId: string; all: boolean },
    page: { limit: number; offset: number },
  ): Promise<AskedList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listAsked, { ...filter, ...part }, from);
      return { items: reply.questions, total: totalOf(reply), reply };
    });
    return { questions: items.map(askedJson), pagination };
  }

  async answer(from: CallFor, answer: AskedAnswer): Promise<AskedQuestion> {
    return askedJson(await this.rpc.unary(this.rpc.stub.answerAsked, answer, from));
  }

  async finish(from: CallFor, questionIds: string[], assigneeIds: string[]): Promise<BulkEdit> {
    const { results } = await this.rpc.unary(this.rpc.stub.finishAsked, { questionIds, assigneeIds }, from);
    return { results: results.map(editedJson) };
  }

  async load(from: CallFor): Promise<Load> {
    const { rows } = await this.rpc.unary(this.rpc.stub.getLoad, {}, from);
    return {
      people: rows.map(({ assignee, open, overdue, nextDueAt }) => ({
        assignee: assigneeJson(present(assignee, 'assignee')),
        open_questions: open,
        overdue_questions: overdue,
        next_due_at: nextDueAt ?? null,
      })),
    };
  }

  close(): void {
    this.rpc.close();
  }
}
