import { z } from 'zod';
import { MOST_ITEMS } from '../bounds.js';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { calendarDate, identifier, list } from '../schemas.js';
import { backtest, undated } from './resource.js';

const MINUTES = 5;
const MOST_MINUTES = 240;

export const startBacktest = route({
  method: 'post',
  path: '/v1/backtests',
  operationId: 'startBacktest',
  summary: 'Answer past questionnaires as if they were new, and compare with what was sent',
  description:
    'In order of time, each questionnaire is answered from what was known then: documents by the date that they state, library answers whose text stood before it came, and answers that were sent before. Nothing of the questionnaire itself or of a later one is used. It runs in the background, while nothing else is to be answered; one at a time.',
  tag: 'Backtests',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      questionnaires: list(
        z.strictObject({
          questionnaire_id: identifier('A questionnaire that is completed'),
          sent_on: calendarDate.nullish().meta({
            description: 'The day on which it was sent; when it was completed here, when absent or later than that',
            example: '2025-03-31',
          }),
        }),
        MOST_ITEMS.backtested,
      )
        .nullish()
        .meta({ description: 'When absent or empty, the latest 100 that are completed' }),
      undated_documents: undated.nullish(),
      minutes_per_answer: z
        .int('must be a whole number of minutes')
        .min(1, `must be from 1 to ${MOST_MINUTES}`)
        .max(MOST_MINUTES, `must be from 1 to ${MOST_MINUTES}`)
        .nullish()
        .meta({ description: `Minutes that writing one answer by hand takes; ${MINUTES} when absent`, example: 5 }),
    }),
  ),
  reply: backtest,
  failures: [409],
  handle: ({ clients, from, body }) =>
    clients.backtests.start(from, {
      questionnaires: (body.questionnaires ?? []).map(({ questionnaire_id: questionnaireId, sent_on: sentOn }) => ({
        questionnaireId,
        sentOn: sentOn ?? '',
      })),
      undated: body.undated_documents ?? 'use',
      minutesPerAnswer: body.minutes_per_answer ?? MINUTES,
    }),
});
