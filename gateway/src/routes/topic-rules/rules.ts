import { z } from 'zod';
import type { Access } from '../../middleware/access.js';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { checkAssignee } from '../claims/assignees.js';
import { READ } from '../questionnaires/access.js';
import { strictAssignee } from '../review/fields.js';
import { json, route } from '../route.js';
import { deleted, identifier, list, someName } from '../schemas.js';
import { actionWords, TOPIC_ACTIONS, topicRule, topicRuleList } from './resource.js';

/** What the engine may answer is an administrator's to say. */
const RULE: Access = { role: 'ADMIN', scope: 'Questionnaires: write' };

const fields = {
  name: someName('The topic', MOST.label),
  words: list(someName('Words of a question', MOST.label), MOST_ITEMS.tags).meta({
    description:
      'A question is of the topic when all words of one of these stand in it or in its section, in any form; `*` at an end of a word stands for any letters',
    example: ['insurance'],
  }),
  sections: list(someName('Name of a section', MOST.label), MOST_ITEMS.tags).meta({
    description: 'Or when it stands in a section of this name',
  }),
  action: z
    .enum(TOPIC_ACTIONS, { error: `must be one of ${TOPIC_ACTIONS.join(', ')}` })
    .meta({ description: actionWords, example: 'people' }),
  document_ids: list(identifier(), MOST_ITEMS.tags).meta({
    description: 'For documents: those that may answer it',
  }),
  answer_id: identifier('A library answer; null: none').nullable(),
  owner: z
    .strictObject({
      id: strictAssignee.shape.id.meta({ description: 'The user or group' }),
      type: strictAssignee.shape.type.meta({ description: 'Which of both', example: 'USER' }),
    })
    .nullable()
    .meta({ description: 'Who is asked in interviews; null: nobody' }),
  active: z.boolean('must be true or false').meta({ description: 'Whether it counts', example: true }),
};
const { name, action, words, ...others } = fields;
const tag = 'Interviews';

export const listTopicRules = route({
  method: 'get',
  path: '/v1/topic-rules',
  operationId: 'listTopicRules',
  summary: 'What happens to questions of which topic',
  description: 'Contract, liability, insurance and prices are there from the start, not active.',
  tag,
  access: READ,
  family: 'questionnaire',
  reply: topicRuleList,
  handle: ({ clients, from }) => clients.topics.list(from),
});

export const createTopicRule = route({
  method: 'post',
  path: '/v1/topic-rules',
  operationId: 'createTopicRule',
  summary: 'Say what happens to questions of a topic',
  description: 'It counts for what is answered from then on: regenerate what was answered before.',
  tag,
  access: RULE,
  family: 'questionnaire',
  body: json(z.strictObject({ name, action, words, ...z.object(others).partial().shape })),
  reply: topicRule,
  failures: [409],
  handle: async ({ clients, from, body }) => {
    if (body.owner) await checkAssignee({ clients, from }, body.owner, 'owner.id');
    return clients.topics.create(from, body);
  },
});

export const changeTopicRule = route({
  method: 'patch',
  path: '/v1/topic-rules/{topic_rule_id}',
  operationId: 'changeTopicRule',
  summary: 'Change a rule, or make it active; only the fields that are sent change',
  tag,
  access: RULE,
  family: 'questionnaire',
  body: json(z.strictObject(z.object(fields).partial().shape)),
  reply: topicRule,
  failures: [409],
  // A change without fields changes nothing, and finds what is not there.
  exists: ({ clients, from, params }) => clients.topics.change(from, params.topic_rule_id, {}),
  handle: async ({ clients, from, params, body }) => {
    if (body.owner) await checkAssignee({ clients, from }, body.owner, 'owner.id');
    return clients.topics.change(from, params.topic_rule_id, body);
  },
});

export const deleteTopicRule = route({
  method: 'delete',
  path: '/v1/topic-rules/{topic_rule_id}',
  operationId: 'deleteTopicRule',
  summary: 'Delete a rule; a topic that was given comes back as it was given',
  tag,
  access: RULE,
  family: 'questionnaire',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.topics.remove(from, params.topic_rule_id),
});
