import { z } from 'zod';
import { JSON_LINES_TYPES } from '../../multipart/file-types.js';
import { multipart, route } from '../route.js';
import { streamForm } from '../stream-form.js';
import { conversationImport } from './resource.js';

const form = z.strictObject({
  file: z.string().meta({ format: 'binary', description: `One of ${JSON_LINES_TYPES.extensions.join(', ')}` }),
});

export const importConversations = route({
  method: 'post',
  path: '/v1/insights/conversations/import',
  operationId: 'importConversations',
  summary: 'Add conversations from elsewhere, one JSON object a line; repeats add nothing',
  description:
    'Each line: `question`, `answer`, `source_type`, `answered_at` (microseconds or ISO 8601), and `id` (a UUID), `user_name`, `user_email`, `user_profile_image`, `unanswered` if known.',
  tag: 'Insights',
  access: { role: 'ADMIN', scope: 'Insights: ask' },
  family: 'general',
  body: multipart(form),
  reply: conversationImport,
  handle: ({ clients, from, request, maxUploadBytes, once }) =>
    streamForm(clients.insights.import(from), {
      request,
      maxFileBytes: maxUploadBytes,
      once,
      form,
      actsAtOnce: true,
      types: JSON_LINES_TYPES,
      read: () => undefined,
      check: () => undefined,
    }),
});
