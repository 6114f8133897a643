import {
  CalibrationServiceClient,
  type CalibratedBand as BandMessage,
  type Calibration as CalibrationMessage,
} from '@candor/proto/candor/questionnaire/v1/calibration';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Calibration, CalibrationChange } from '../routes/calibration/resource.js';
import { NOTHING, present } from './backtests.js';

/** From which scores answers are HIGH and MEDIUM. */
export class CalibrationClient {
  private readonly rpc: RpcClient<CalibrationServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(CalibrationServiceClient, address, token);
  }

  async get(from: CallFor): Promise<Calibration> {
    return calibrationJson(await this.rpc.unary(this.rpc.stub.getCalibration, {}, from));
  }

  async calibrate(from: CallFor, backtestId: string, dryRun: boolean): Promise<CalibrationChange> {
    const reply = await this.rpc.unary(this.rpc.stub.calibrate, { backtestId, dryRun }, from);
    return {
      dry_run: dryRun,
      raises: reply.raises,
      high: bandJson(present(reply.high)),
      medium: bandJson(present(reply.medium)),
      calibration: calibrationJson(present(reply.calibration)),
    };
  }

  async remove(from: CallFor): Promise<Calibration> {
    return calibrationJson(await this.rpc.unary(this.rpc.stub.deleteCalibration, {}, from));
  }

  close(): void {
    this.rpc.close();
  }
}

const calibrationJson = ({ high, medium, ...message }: CalibrationMessage): Calibration => ({
  version: message.version,
  calibrated: message.calibrated,
  backtest_id: message.backtestId || null,
  high_from: message.highFrom ?? null,
  medium_from: message.mediumFrom ?? null,
  changed_by: message.changedBy || null,
  changed_at: message.changedAt ?? null,
  high: high ? bandJson(high) : null,
  medium: medium ? bandJson(medium) : null,
});

const bandJson = (band: BandMessage): CalibrationChange['high'] => ({
  promise: band.promise,
  shipped_from: band.shippedFrom,
  from: band.from ?? null,
  outcome: band.outcome as CalibrationChange['high']['outcome'],
  before: band.before ?? NOTHING,
  after: band.after ?? NOTHING,
});
