/**
 * Fits whether a draft answers its question (services/questionnaire/tools/drafts) on the invented companies that lie here.
 *
 *   npm run fit:drafts [-- --write] [--least N]    --write: keeps weights and cut; --least: cuts there, not at the knee
 */
import { parseArgs } from 'node:util';
import { fitQuestion } from '../../services/questionnaire/tools/drafts/fit-question.js';
import { pairsOf } from './drafts-pairs.js';
import { startEndableReader } from './ending.js';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false }, least: { type: 'string' } } });
const reader = await startEndableReader();
const least = values.least === undefined ? undefined : Number(values.least);
if (least !== undefined && !Number.isFinite(least))
  throw new Error('--least takes a number: give the log-odds to cut at.');
await fitQuestion(await pairsOf(reader), reader, { write: values.write, least });
