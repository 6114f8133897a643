import {
  CalibrationServiceService,
  type CalibrationServiceServer,
} from '@candor/proto/candor/questionnaire/v1/calibration';
import type * as pb from '@candor/proto/candor/questionnaire/v1/calibration';
import type { CallContext, RpcService } from '@candor/runtime';
import { SHIPPED_BANDS } from '../answering/deciding/confidence.js';
import type { Calibrations } from '../calibration/calibrations.js';
import type { CalibrationDocument, MeasuredBand } from '../store/calibrations.js';
import { callOf } from './questionnaire-service.js';

/** From which scores answers are HIGH and MEDIUM: messages in, use case, messages out. */
export function calibrationService(calibrations: Calibrations): RpcService {
  const handlers = {
    async getCalibration(_request: pb.GetCalibrationRequest, context: CallContext): Promise<pb.Calibration> {
      return toCalibration(await calibrations.get(callOf(context).organizationId));
    },

    async calibrate({ backtestId, dryRun }: pb.CalibrateRequest, context: CallContext): Promise<pb.CalibrateReply> {
      const { high, medium, raises, holds } = await calibrations.calibrate(callOf(context), backtestId, dryRun);
      return { high: toBand(high), medium: toBand(medium), raises, calibration: toCalibration(holds) };
    },

    async deleteCalibration(_request: pb.DeleteCalibrationRequest, context: CallContext): Promise<pb.Calibration> {
      return toCalibration(await calibrations.reset(callOf(context)));
    },
  };
  return {
    definition: CalibrationServiceService,
    handlers: handlers satisfies Record<keyof CalibrationServiceServer, unknown>,
  };
}

function toCalibration({ bands, high, medium, ...calibration }: CalibrationDocument): pb.Calibration {
  const { highFrom, mediumFrom } = bands ?? SHIPPED_BANDS;
  return {
    version: calibration.version,
    calibrated: bands !== null,
    backtestId: calibration.backtestId,
    highFrom: highFrom ?? undefined,
    mediumFrom: mediumFrom ?? undefined,
    changedBy: calibration.changedBy,
    changedAt: calibration.changedAt || undefined,
    high: high ? toBand(high) : undefined,
    medium: medium ? toBand(medium) : undefined,
  };
}

const toBand = ({ from, ...band }: MeasuredBand): pb.CalibratedBand => ({ ...band, from: from ?? undefined });
