import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
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
    z.object({
      question_ids: z.array(z.string()).max(10_000).nullish(),
      filter: z
        .object({
          band: z
            .enum(BANDS, { error: `must be one of ${BANDS.join(', ')}` })
            .nullish()
            .meta({ description: 'Only answers of this confidence' }),
          sheet_id: z.string().nullish().meta({ description: 'Only this sheet' }),
          all: z.boolean().nullish().meta({ description: 'Every question' }),
        })
        .nullish(),
    }),
  ),
  reply: bulkApproval,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params, body: { question_ids, filter } }) =>
    clients.review.approveMany(from, params.questionnaire_id, {
      questionIds: (question_ids ?? []).map((id) => id.toLowerCase()),
      filter: filter
        ? { band: filter.band ?? '', sheetId: filter.sheet_id?.toLowerCase() ?? '', all: filter.all ?? false }
        : undefined,
    }),
});
