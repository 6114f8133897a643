import { route } from '../route.js';
import { READ } from './access.js';
import { extractionLayout } from './corrections.js';

export const getExtractionLayout = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/extraction/layout',
  operationId: 'getExtractionLayout',
  summary: 'What each sheet and table of the document was taken for',
  description: 'The texts of the cells are in the account of the extraction, a page of `sheet_id` at a time.',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  reply: extractionLayout,
  handle: ({ clients, from, params }) => clients.corrections.layout(from, params.questionnaire_id),
});
