import type { Route } from '../route.js';
import { cancelBacktest, deleteBacktest, settleBacktestAnswer } from './change.js';
import { exportBacktest, getBacktest, listBacktestAnswers, listBacktests } from './look-up.js';
import { startBacktest } from './start.js';

/** Past questionnaires answered as if they were new. */
export const backtestRoutes: readonly Route[] = [
  startBacktest,
  listBacktests,
  getBacktest,
  listBacktestAnswers,
  settleBacktestAnswer,
  exportBacktest,
  cancelBacktest,
  deleteBacktest,
];
