import { z } from 'zod';
import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { oneOf, page, reference, word } from '../schemas.js';
import { claimList } from './resource.js';

export const listClaims = route({
  method: 'get',
  path: '/v1/claims',
  operationId: 'listClaims',
  summary: 'What customers were told: every answer that was exported or completed',
  description:
    'Each answer is kept as it was given, with its quotes, the versions of the documents and who approved it. The same answer given again adds nothing; another one follows the claim before it.',
  tag: 'Told to customers',
  access: READ,
  family: 'questionnaire',
  query: z.object({
    query: word('Words of question, answer and quotes'),
    customer: word('A part of the customer’s name'),
    document_id: reference('Only what stands on this document or library answer'),
    questionnaire_id: reference('Only of this questionnaire'),
    superseded: oneOf(['true', 'false'], 'true: also what the customer was told otherwise since'),
    ...page(100),
  }),
  reply: claimList,
  handle: ({ clients, from, query: { limit, offset, superseded, document_id, questionnaire_id, ...filter } }) =>
    clients.ledger.claims(
      from,
      {
        ...filter,
        documentId: document_id,
        questionnaireId: questionnaire_id,
        superseded: superseded === 'true',
      },
      { limit, offset },
    ),
});
