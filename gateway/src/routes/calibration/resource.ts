import { z } from 'zod';
import { share } from '../backtests/resource.js';
import { id, microseconds, orNull } from '../schemas.js';

const score = (description: string) => orNull(z.number()).meta({ description, example: 0.97 });

const calibratedBand = z
  .object({
    promise: z.number().meta({ description: 'How many answers of the band are to be right, in percent', example: 95 }),
    shipped_from: z.number().meta({ description: 'The score from which it is given as it ships', example: 0.95 }),
    from: score('The score from which the backtest has it given; null: no score keeps the promise'),
    outcome: z.enum(['RAISED', 'KEPT', 'TOO_FEW']).meta({
      description:
        'RAISED: fewer answers agreed than promised, even at the upper end of the interval; KEPT: the interval holds the promise; TOO_FEW: fewer than 20 answers could be compared',
      example: 'RAISED',
    }),
    before: share.meta({ description: 'Of the answers from the shipped score on, those that agree' }),
    after: share.meta({ description: 'The same from the new score on' }),
  })
  .meta({ id: 'CalibratedBand', description: 'What a backtest says of a band' });

export const calibration = z
  .object({
    version: z.int().meta({ description: 'Raised by every change; 0: never calibrated', example: 1 }),
    calibrated: z.boolean().meta({ description: 'false: what ships holds' }),
    high_from: score('The score from which an answer is HIGH, 0 to 1; null: none is'),
    medium_from: score('The score from which it is MEDIUM; null: none is'),
    backtest_id: orNull(id).meta({ description: 'The backtest that it was taken from; null: what ships holds' }),
    changed_by: orNull(z.string()).meta({
      description: 'Who changed it last, as in the history of a question; null: nobody',
      example: 'user:7c9e6679-7425-40de-944b-e07fc1f90ae7',
    }),
    changed_at: microseconds.nullable().meta({ description: 'Since when it holds; null: it was never changed' }),
    high: orNull(calibratedBand).meta({ description: 'What was measured of HIGH; null: what ships holds' }),
    medium: orNull(calibratedBand).meta({ description: 'What was measured of MEDIUM; null: what ships holds' }),
  })
  .meta({ id: 'Calibration', description: 'From which scores answers are HIGH and MEDIUM in this organization' });
export type Calibration = z.infer<typeof calibration>;

export const calibrationChange = z
  .object({
    dry_run: z.boolean().meta({ description: 'Whether nothing was changed' }),
    raises: z.boolean().meta({ description: 'Whether the backtest raises a band; if not, there is nothing to apply' }),
    high: calibratedBand,
    medium: calibratedBand,
    calibration: calibration.meta({ description: 'What holds now' }),
  })
  .meta({ id: 'CalibrationChange', description: 'What a backtest says of both bands, and what holds' });
export type CalibrationChange = z.infer<typeof calibrationChange>;
