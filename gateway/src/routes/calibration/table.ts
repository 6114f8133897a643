import { z } from 'zod';
import type { Access } from '../../middleware/access.js';
import { READ } from '../questionnaires/access.js';
import { json, route, type Route } from '../route.js';
import { calibration, calibrationChange } from './resource.js';

/** How sure an answer is called is an administrator's to say. */
const CALIBRATE: Access = { role: 'ADMIN', scope: 'Questionnaires: write' };

const calibrate = route({
  method: 'post',
  path: '/v1/backtests/{backtest_id}/calibration',
  operationId: 'calibrate',
  summary: 'Give HIGH and MEDIUM more carefully, by what a backtest has measured; a dry run unless told otherwise',
  description:
    'Where fewer answers of a band agreed than it promises, even at the upper end of the interval, the band is given from the lowest score from which at least 20 comparisons keep the promise; never below the shipped score. It counts for what is answered from then on, and within five seconds everywhere. Answers from before keep their band: regenerate them.',
  tag: 'Backtests',
  access: CALIBRATE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      dry_run: z.boolean('must be true or false').nullish().meta({
        description: 'Only tell what would change; true when absent',
        example: true,
      }),
    }),
  ),
  reply: calibrationChange,
  failures: [409],
  exists: ({ clients, from, params }) => clients.backtests.get(from, params.backtest_id),
  handle: ({ clients, from, params, body }) =>
    clients.calibration.calibrate(from, params.backtest_id, body.dry_run ?? true),
});

const getCalibration = route({
  method: 'get',
  path: '/v1/calibration',
  operationId: 'getCalibration',
  summary: 'From which scores answers are HIGH and MEDIUM, since when, by whom, and what was measured',
  tag: 'Backtests',
  access: READ,
  family: 'questionnaire',
  reply: calibration,
  handle: ({ clients, from }) => clients.calibration.get(from),
});

const deleteCalibration = route({
  method: 'delete',
  path: '/v1/calibration',
  operationId: 'deleteCalibration',
  summary: 'Give HIGH and MEDIUM from the scores that ship again',
  tag: 'Backtests',
  access: CALIBRATE,
  family: 'questionnaire',
  reply: calibration,
  handle: ({ clients, from }) => clients.calibration.remove(from),
});

/** From which scores answers are HIGH and MEDIUM. */
export const calibrationRoutes: readonly Route[] = [calibrate, getCalibration, deleteCalibration];
