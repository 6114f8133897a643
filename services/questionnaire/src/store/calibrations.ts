import type { IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { Share } from '../backtest/figures.js';
import type { Bands } from '../answering/types.js';

export const CALIBRATION_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1 } }];

/** RAISED: the band starts higher than it ships; KEPT: what was measured does not speak against it; TOO_FEW comparisons. */
export const CALIBRATION_OUTCOMES = ['RAISED', 'KEPT', 'TOO_FEW'] as const;
export type CalibrationOutcome = (typeof CALIBRATION_OUTCOMES)[number];

/** What a backtest says of one band. Scores are 0 to 1; null: no score keeps the promise. */
export interface MeasuredBand {
  /** How many answers of the band are to be right, in percent. */
  promise: number;
  shippedFrom: number;
  from: number | null;
  outcome: CalibrationOutcome;
  /** Of the answers from the shipped score on, and of those from the new one on, those that agree with what was sent. */
  before: Share;
  after: Share;
}

/** From which scores the answers of an organization are HIGH and MEDIUM; one for each. Times are microseconds. */
export interface CalibrationDocument {
  /** The organization's id. */
  _id: string;
  organizationId: string;
  /** Raised by every change, also by going back to what ships. */
  version: number;
  /** Null: those that ship. */
  bands: Bands | null;
  /** '' and null where those hold that ship. */
  backtestId: string;
  high: MeasuredBand | null;
  medium: MeasuredBand | null;
  /** As in the history of a question. */
  changedBy: string;
  changedAt: number;
}

/** What the answers of a run are HIGH and MEDIUM by. Absent: what ships, and in what releases of before wrote. */
export interface BandedFields {
  bands?: Bands;
}

/** What organizations' bands were calibrated to. */
export class CalibrationStore {
  private readonly collection: Collection<CalibrationDocument>;

  constructor(db: Db) {
    this.collection = db.collection<CalibrationDocument>('calibrations');
  }

  /** Null where it was never calibrated. */
  get(organizationId: string): Promise<CalibrationDocument | null> {
    return this.collection.findOne({ _id: organizationId, organizationId });
  }

  /** Writes it whole, as its next version; of two at once the later one holds. */
  async put(
    organizationId: string,
    set: Omit<CalibrationDocument, '_id' | 'organizationId' | 'version'>,
  ): Promise<CalibrationDocument> {
    const stored = await this.collection.findOneAndUpdate(
      { _id: organizationId, organizationId },
      { $set: set, $inc: { version: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!stored) throw new Error('the calibration was not stored');
    return stored;
  }
}
