import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { MOST_ITEMS } from '../bounds.js';
import { identifier, list } from '../schemas.js';
import { approversOnly } from './approvers.js';
import { bulkApproval } from './resource.js';

const BANDS = ['HIGH', 'MEDIUM', 'LOW'] as const;

export const approveQuestions = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/questions/approve',
  operationId: 'approveQuestions',
  summary: 'Approve many answers at once; says of the rest why not',
  tag: 'Questions',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      question_ids: list(identifier(), MOST_ITEMS.questions).nullish(),
      filter: z
        .strictObject({
          band: z
            .enum(BANDS, { error: `must be one of ${BANDS.join(', ')}` })
            .nullish()
            .meta({ description: 'Only answers of this confidence' }),
          sheet_id: identifier('Only this sheet').nullish(),
          all: z.boolean().nullish().meta({ description: 'Every question' }),
        })
        .nullish(),
    }),
  ),
  reply: bulkApproval,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: async ({ clients, from, params, body: { question_ids, filter } }) =>
    clients.review.approveMany(from, params.questionnaire_id, {
      questionIds: question_ids ?? [],
      filter: filter
        ? { band: filter.band ?? '', sheetId: filter.sheet_id ?? '', all: filter.all ?? false }
        : undefined,
      approversOnly: await approversOnly({ clients, from }),
    }),
});
