import {
  TopicServiceClient,
  type TopicRule as TopicRuleMessage,
  type TopicRuleFields,
} from '@candor/proto/candor/questionnaire/v1/topics';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Deleted } from '../routes/schemas.js';
import type { TopicRule, TopicRuleList } from '../routes/topic-rules/resource.js';

/** As the API takes it; undefined leaves a field as it is, null clears. */
export interface TopicRuleChange {
  name?: string | undefined;
  words?: string[] | undefined;
  sections?: string[] | undefined;
  action?: TopicRule['action'] | undefined;
  document_ids?: string[] | undefined;
  answer_id?: string | null | undefined;
  owner?: { id: string; type: 'USER' | 'GROUP' } | null | undefined;
  active?: boolean | undefined;
}

/** What happens to questions of which topic. */
export class TopicsClient {
  private readonly rpc: RpcClient<TopicServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(TopicServiceClient, address, token);
  }

  async list(from: CallFor): Promise<TopicRuleList> {
    const { rules } = await this.rpc.unary(this.rpc.stub.listTopicRules, {}, from);
    return { rules: rules.map(ruleJson) };
  }

  async create(from: CallFor, change: TopicRuleChange): Promise<TopicRule> {
    return ruleJson(await this.rpc.unary(this.rpc.stub.createTopicRule, { fields: fieldsOf(change) }, from));
  }

  async change(from: CallFor, id: string, change: TopicRuleChange): Promise<TopicRule> {
    return ruleJson(await this.rpc.unary(this.rpc.stub.changeTopicRule, { id, fields: fieldsOf(change) }, from));
  }

  async remove(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteTopicRule, { id }, from);
    return { id, deleted: true };
  }

  close(): void {
    this.rpc.close();
  }
}

const textsOf = (texts: string[] | undefined): { texts: string[] } | undefined => texts && { texts };
/** Null clears, as '' does; undefined leaves as it is. */
const clearedOf = (text: string | null | undefined): string | undefined => (text === null ? '' : text);

const fieldsOf = ({ name, words, sections, action, owner, active, ...rest }: TopicRuleChange): TopicRuleFields => ({
  name,
  words: textsOf(words),
  sections: textsOf(sections),
  action,
  active,
  documentIds: textsOf(rest.document_ids),
  answerId: clearedOf(rest.answer_id),
  ownerId: owner === null ? '' : owner?.id,
  ownerType: owner === null ? '' : owner?.type,
});

const ruleJson = (rule: TopicRuleMessage): TopicRule => ({
  id: rule.id,
  name: rule.name,
  words: rule.words,
  sections: rule.sections,
  action: rule.action as TopicRule['action'],
  document_ids: rule.documentIds,
  active: rule.active,
  answer_id: rule.answerId || null,
  updated_at: rule.updatedAt ?? null,
  owner: rule.ownerId === '' ? null : { id: rule.ownerId, type: rule.ownerType === 'GROUP' ? 'GROUP' : 'USER' },
});
