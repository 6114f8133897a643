import { z } from 'zod';
import { MOST } from '../bounds.js';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { deleted, text } from '../schemas.js';
import { backtest, backtestAnswer, SETTLED } from './resource.js';

export const settleBacktestAnswer = route({
  method: 'patch',
  path: '/v1/backtests/{backtest_id}/answers/{backtest_answer_id}',
  operationId: 'settleBacktestAnswer',
  summary: 'Say what a difference is: what was sent was older, is taken into the answer library, or ours is wrong',
  description: 'The figures follow. TAKEN changes the answer library as completing a questionnaire does.',
  tag: 'Backtests',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      settled: z.enum(SETTLED, { error: `must be one of ${SETTLED.join(', ')}` }).meta({
        description: 'OLDER needs a note, TAKEN an answer that was sent; OPEN takes it back',
        example: 'OLDER',
      }),
      note: text(MOST.note, 'Why').nullish(),
    }),
  ),
  reply: backtestAnswer,
  failures: [409],
  exists: ({ clients, from, params }) => clients.backtests.get(from, params.backtest_id),
  handle: ({ clients, from, params, body }) =>
    clients.backtests.settle(from, {
      id: params.backtest_id,
      answerId: params.backtest_answer_id,
      settled: body.settled,
      note: body.note ?? '',
    }),
});

export const cancelBacktest = route({
  method: 'post',
  path: '/v1/backtests/{backtest_id}/cancel',
  operationId: 'cancelBacktest',
  summary: 'Stop a backtest; what is done stays',
  tag: 'Backtests',
  access: WRITE,
  family: 'questionnaire',
  reply: backtest,
  failures: [409],
  handle: ({ clients, from, params }) => clients.backtests.cancel(from, params.backtest_id),
});

export const deleteBacktest = route({
  method: 'delete',
  path: '/v1/backtests/{backtest_id}',
  operationId: 'deleteBacktest',
  summary: 'Delete a backtest with all that it found',
  tag: 'Backtests',
  access: WRITE,
  family: 'questionnaire',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.backtests.remove(from, params.backtest_id),
});
