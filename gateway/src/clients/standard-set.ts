import {
  InterviewServiceClient,
  type StandardSet as StandardSetMessage,
} from '@candor/proto/candor/questionnaire/v1/interviews';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { StandardQuestionList, StandardSet } from '../routes/interviews/standard-resource.js';
import { totalOf } from './questionnaire-json.js';
import { wholePage } from './whole-page.js';

/** What customers usually ask, and how much of it an organization's evidence answers. */
export class StandardSetClient {
  private readonly rpc: RpcClient<InterviewServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(InterviewServiceClient, address, token);
  }

  async get(from: CallFor): Promise<StandardSet> {
    return standardSetJson(await this.rpc.unary(this.rpc.stub.getStandardSet, {}, from));
  }

  async answer(from: CallFor): Promise<StandardSet> {
    return standardSetJson(await this.rpc.unary(this.rpc.stub.answerStandardSet, {}, from));
  }

  async questions(
    from: CallFor,
    filter: { topic: string; state: string },
    page: { limit: number; offset: number },
  ): Promise<StandardQuestionList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listStandardQuestions, { ...filter, ...part }, from);
      return { items: reply.questions, total: totalOf(reply), reply };
    });
    const questions = items.map(({ id, topic, question, kind, state, band }) => ({
      id,
      question,
      topic,
      kind,
      state,
      band: band || null,
    })) as StandardQuestionList['questions'];
    return { questions, pagination };
  }

  close(): void {
    this.rpc.close();
  }
}

const standardSetJson = (set: StandardSetMessage): StandardSet => ({
  state: set.state as StandardSet['state'],
  should_poll: set.state === 'RUNNING',
  outdated: set.outdated,
  done: set.done,
  total: set.total,
  answered: set.answered,
  open: set.open,
  failure: set.failure || null,
  asked_at: set.askedAt ?? null,
  finished_at: set.finishedAt ?? null,
  topics: set.topics.map(({ id, ...counts }) => ({ topic: id as StandardSet['topics'][number]['topic'], ...counts })),
});
