import { z } from 'zod';
import { download } from '../../http/download.js';
import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { oneOf, page, reference, word } from '../schemas.js';
import { BACKTEST_VERDICTS, BANDS, backtestAnswerList, backtestDetail, backtestList, SETTLED } from './resource.js';

export const listBacktests = route({
  method: 'get',
  path: '/v1/backtests',
  operationId: 'listBacktests',
  summary: 'Backtests, the newest first',
  tag: 'Backtests',
  access: READ,
  family: 'questionnaire',
  query: z.object(page(20)),
  reply: backtestList,
  handle: ({ clients, from, query }) => clients.backtests.list(from, query),
});

export const getBacktest = route({
  method: 'get',
  path: '/v1/backtests/{backtest_id}',
  operationId: 'getBacktest',
  summary: 'A backtest: how far it is, and what it comes to so far',
  tag: 'Backtests',
  access: READ,
  family: 'questionnaire',
  reply: backtestDetail,
  handle: ({ clients, from, params }) => clients.backtests.get(from, params.backtest_id),
});

const SHOWN = ['differences', ...BACKTEST_VERDICTS, 'all'] as const;

/** The verdicts that a word of the query names. */
function verdictsOf(verdict: (typeof SHOWN)[number] = 'differences'): string[] {
  if (verdict === 'all') return [];
  return verdict === 'differences' ? ['CONTRADICTED', 'ANSWERED_WHERE_OPEN', 'OPEN_WHERE_ANSWERED'] : [verdict];
}

export const listBacktestAnswers = route({
  method: 'get',
  path: '/v1/backtests/{backtest_id}/answers',
  operationId: 'listBacktestAnswers',
  summary: 'What would be answered beside what was sent, with the sources of both',
  tag: 'Backtests',
  access: READ,
  family: 'questionnaire',
  query: z.object({
    verdict: oneOf(SHOWN, 'differences, also when absent: contradicted, answered where open, open where answered'),
    settled: oneOf(SETTLED, 'Only what people settled so; OPEN: not at all'),
    topic: word('The whole name of a topic, as the figures give it'),
    customer: word('The whole name of a customer, as the figures give it'),
    questionnaire_id: reference('Only of this questionnaire'),
    band: oneOf(BANDS, 'Only answers of this confidence'),
    ...page(100),
  }),
  reply: backtestAnswerList,
  exists: ({ clients, from, params }) => clients.backtests.get(from, params.backtest_id),
  handle: ({ clients, from, params, query: { limit, offset, verdict, questionnaire_id, settled, band, ...filter } }) =>
    clients.backtests.answers(
      from,
      {
        ...filter,
        id: params.backtest_id,
        verdicts: verdictsOf(verdict),
        settled: settled ?? '',
        band: band ?? '',
        questionnaireId: questionnaire_id,
      },
      { limit, offset },
    ),
});

export const exportBacktest = route({
  method: 'get',
  path: '/v1/backtests/{backtest_id}/export',
  operationId: 'exportBacktest',
  summary: 'A backtest as a file: a PDF of the figures, or a CSV of every question',
  tag: 'Backtests',
  access: READ,
  family: 'questionnaire',
  query: z.object({ format: oneOf(['csv', 'pdf'], 'pdf when absent') }),
  reply: download,
  produces: ['text/csv', 'application/pdf'],
  exists: ({ clients, from, params }) => clients.backtests.get(from, params.backtest_id),
  handle: async ({ clients, from, params, query }) =>
    clients.review.prepared(from, await clients.backtests.export(from, params.backtest_id, query.format ?? 'pdf')),
});
