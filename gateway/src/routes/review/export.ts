import { z } from 'zod';
import { download } from '../../http/download.js';
import { QUESTIONNAIRE_TYPES } from '../../multipart/file-types.js';
import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { oneOf } from '../schemas.js';

export const EXPORT_FORMATS = ['original', 'xlsx', 'csv', 'json'] as const;

export const EXPORTED_ANSWERS = ['all', 'approved'] as const;

/** Which answers are written. */
export const whichAnswers = oneOf(
  EXPORTED_ANSWERS,
  'approved: only answers that are approved are written, the places of others stay as they were; all when absent',
);

export const exportQuestionnaire = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/export',
  operationId: 'exportQuestionnaire',
  summary: 'The questionnaire with its answers, as a file',
  description:
    '`original` is the uploaded file with the answers written into it and nothing else changed; where that cannot be (.xls, flat PDF, pasted text), a new .xlsx, and the receipt says so.',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  query: z.object({ format: oneOf(EXPORT_FORMATS, 'original when absent'), answers: whichAnswers }),
  reply: download,
  produces: [...QUESTIONNAIRE_TYPES.mimeTypes, 'application/json', 'application/octet-stream'],
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params, query }) =>
    clients.review.export(from, params.questionnaire_id, query.format ?? 'original', query.answers ?? 'all'),
});
