import { TopicServiceService, type TopicServiceServer } from '@candor/proto/candor/questionnaire/v1/topics';
import type * as pb from '@candor/proto/candor/questionnaire/v1/topics';
import type { CallContext, RpcService } from '@candor/runtime';
import { TOPIC_ACTIONS, type TopicRuleDocument } from '../store/topic-rules.js';
import type { TopicRuleFields, TopicRules } from '../topics/topic-rules.js';
import { callOf } from './questionnaire-service.js';

/** Rules by topic: messages in, use case, messages out. */
export function topicService(rules: TopicRules): RpcService {
  const handlers = {
    async listTopicRules(_request: pb.ListTopicRulesRequest, context: CallContext): Promise<pb.ListTopicRulesReply> {
      return { rules: (await rules.list(callOf(context).organizationId)).map(toRule) };
    },

    async createTopicRule({ fields }: pb.CreateTopicRuleRequest, context: CallContext): Promise<pb.TopicRule> {
      return toRule(await rules.create(callOf(context), fromFields(fields)));
    },

    async changeTopicRule({ id, fields }: pb.ChangeTopicRuleRequest, context: CallContext): Promise<pb.TopicRule> {
      return toRule(await rules.change(callOf(context), id, fromFields(fields)));
    },

    async deleteTopicRule({ id }: pb.DeleteTopicRuleRequest, context: CallContext): Promise<pb.DeleteTopicRuleReply> {
      await rules.remove(callOf(context).organizationId, id);
      return {};
    },
  };
  return {
    definition: TopicServiceService,
    handlers: handlers satisfies Record<keyof TopicServiceServer, unknown>,
  };
}

function fromFields(fields: pb.TopicRuleFields | undefined): TopicRuleFields {
  const { name, words, sections, action, documentIds, answerId, ownerId, ownerType, active } = fields ?? {};
  return {
    name,
    words: words?.texts,
    sections: sections?.texts,
    documentIds: documentIds?.texts,
    answerId,
    ownerId,
    action: action === undefined ? undefined : TOPIC_ACTIONS.find((one) => one === action),
    ownerType: ownerType === 'USER' || ownerType === 'GROUP' || ownerType === '' ? ownerType : undefined,
    active,
  };
}

const toRule = ({ _id, updatedAt, ...rule }: TopicRuleDocument): pb.TopicRule => ({
  id: _id,
  name: rule.name,
  words: rule.words,
  sections: rule.sections,
  action: rule.action,
  documentIds: rule.documentIds,
  answerId: rule.answerId,
  ownerId: rule.ownerId,
  ownerType: rule.ownerType,
  active: rule.active,
  updatedAt: updatedAt || undefined,
});
