import { AppError, micros, notFound, type Clock } from '@candor/runtime';
import { sameBands } from '../answering/deciding/confidence.js';
import type { LifecycleActor } from '../review/lifecycle.js';
import type { BacktestAnswerStore } from '../store/backtest-answers.js';
import type { BacktestStore } from '../store/backtests.js';
import type { CalibrationDocument, CalibrationStore } from '../store/calibrations.js';
import type { OrganizationBands } from './bands.js';
import { LEAST_COMPARED, measuredOf, type Measured } from './rule.js';

export interface CalibrationsDependencies {
  backtests: BacktestStore;
  backtestAnswers: BacktestAnswerStore;
  calibrations: CalibrationStore;
  bands: OrganizationBands;
  clock: Clock;
}

/** What a backtest says of the bands, and what holds now. */
export interface CalibrationChange extends Measured {
  /** Whether it raises a band. */
  raises: boolean;
  holds: CalibrationDocument;
}

/** What an organization's bands were calibrated to: from a backtest, never less careful than what ships, and back. */
export class Calibrations {
  constructor(private readonly deps: CalibrationsDependencies) {}

  /** What holds; where nothing was ever calibrated, what ships, as version 0. */
  async get(organizationId: string): Promise<CalibrationDocument> {
    return (await this.deps.calibrations.get(organizationId)) ?? never(organizationId);
  }

  /**
   * Raises the bands that did not keep their promise in a backtest; `dryRun` only tells what would change. A repeat changes
   * nothing. Throws `backtest_not_found`, `backtest_not_completed`, `nothing_to_calibrate` (not when it is a dry run).
   */
  async calibrate(by: LifecycleActor, backtestId: string, dryRun: boolean): Promise<CalibrationChange> {
    const { backtests, backtestAnswers, clock } = this.deps;
    const { organizationId, actor } = by;
    const backtest = await backtests.get(organizationId, backtestId);
    if (!backtest) throw notFound('backtest');
    if (backtest.state !== 'COMPLETED') throw notCompleted();
    const measured = measuredOf(await backtestAnswers.byScore(organizationId, backtestId));
    const raises = [measured.high, measured.medium].some(({ outcome }) => outcome === 'RAISED');
    const holds = await this.get(organizationId);
    if (dryRun) return { ...measured, raises, holds };
    if (!raises) throw nothingToCalibrate();
    const bands = { highFrom: measured.high.from, mediumFrom: measured.medium.from };
    if (holds.backtestId === backtestId && sameBands(holds.bands, bands)) return { ...measured, raises, holds };
    const changed = { bands, backtestId, ...measured, changedBy: actor, changedAt: micros(clock) };
    return { ...measured, raises, holds: await this.put(organizationId, changed) };
  }

  /** Back to what ships; a repeat changes nothing. */
  async reset({ organizationId, actor }: LifecycleActor): Promise<CalibrationDocument> {
    const holds = await this.get(organizationId);
    if (holds.bands === null) return holds;
    const { changedBy, changedAt } = { changedBy: actor, changedAt: micros(this.deps.clock) };
    const shipped = { bands: null, backtestId: '', high: null, medium: null };
    return this.put(organizationId, { ...shipped, changedBy, changedAt });
  }

  private async put(organizationId: string, set: Parameters<CalibrationStore['put']>[1]): Promise<CalibrationDocument> {
    const stored = await this.deps.calibrations.put(organizationId, set);
    this.deps.bands.forget(organizationId);
    return stored;
  }
}

const never = (organizationId: string): CalibrationDocument => ({
  _id: organizationId,
  organizationId,
  version: 0,
  bands: null,
  backtestId: '',
  high: null,
  medium: null,
  changedBy: '',
  changedAt: 0,
});

const notCompleted = (): AppError =>
  new AppError('conflict', 'backtest_not_completed', 'Only a backtest that is completed can calibrate the bands.');

const nothingToCalibrate = (): AppError =>
  new AppError(
    'conflict',
    'nothing_to_calibrate',
    `Nothing in this backtest speaks against the bands that ship, or fewer than ${LEAST_COMPARED} answers of a band could be compared. To go back to what ships, delete the calibration.`,
  );
