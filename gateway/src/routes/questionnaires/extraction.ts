import { z } from 'zod';
import { route } from '../route.js';
import { oneOf, page, word } from '../schemas.js';
import { READ } from './access.js';
import { ACCOUNT_CLASSES, extractionAccount } from './question.js';

export const getExtraction = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/extraction',
  operationId: 'getExtractionAccount',
  summary: 'What became of every cell, paragraph or line of the document, and why',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  query: z.object({
    sheet_id: word('Only this sheet'),
    class: oneOf(ACCOUNT_CLASSES, 'Only this class'),
    ...page(100),
  }),
  reply: extractionAccount,
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params, query: { sheet_id, class: accountClass, limit, offset } }) =>
    clients.questionnaire.extraction(from, {
      id: params.questionnaire_id,
      sheetId: sheet_id,
      class: accountClass ?? '',
      limit,
      offset,
    }),
});
