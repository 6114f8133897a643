import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { someName, text } from '../schemas.js';
import { tag } from './resource.js';

export const createTag = route({
  method: 'post',
  path: '/v1/tags/',
  operationId: 'createTag',
  summary: 'Create a tag',
  tag: 'Tags',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      name: someName('Unique in the organization, folded', MOST.label),
      description: text(MOST.labelDescription).nullish(),
    }),
  ),
  reply: tag,
  failures: [409],
  handle: ({ clients, from, body: { name, description } }) =>
    clients.questionnaire.createTag(from, { name, description: description ?? '' }),
});
