import { z } from 'zod';
import { download } from '../../http/download.js';
import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { oneOf } from '../schemas.js';
import { EXPORT_FORMATS, whichAnswers } from './export.js';

export const getReceipt = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/export/receipt',
  operationId: 'getExportReceipt',
  summary: 'Every place that the export wrote to, and the proof that the rest is unchanged',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  query: z.object({ format: oneOf(EXPORT_FORMATS, 'original when absent'), answers: whichAnswers }),
  reply: download,
  produces: ['application/json'],
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params, query }) =>
    clients.review.receipt(from, params.questionnaire_id, query.format ?? 'original', query.answers ?? 'all'),
});
