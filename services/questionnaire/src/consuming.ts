import { PastAnswering } from './backtest/past-answering.js';
import { backtestStage } from './backtest/testing.js';
import type { OrganizationBands } from './calibration/bands.js';
import type { QuestionnaireOptions } from './compose.js';
import { continueFormStage } from './forms/continue-form.js';
import type { InterviewParts } from './interview/parts.js';
import { answerBatchStage, finishStage, planStage } from './jobs/answer.js';
import type { Target } from './jobs/catalogue.js';
import { extractStage } from './jobs/extract.js';
import { indexDocumentStage, purgeDocumentStage } from './jobs/knowledge.js';
import { purgeStage } from './jobs/purge.js';
import { stageHandler } from './jobs/stage.js';
import { validateStage } from './jobs/validate.js';
import type { Answering } from './knowledge/answering.js';
import { KeepingVersions } from './knowledge/keeping-versions.js';
import type { ClaimJudging } from './ledger/judging.js';
import type { ReviewStores } from './store/review-stores.js';
import type { Stores } from './store/stores.js';

interface ConsumerParts {
  answering: Answering;
  judging: ClaimJudging;
  bands: OrganizationBands;
  standardSet: InterviewParts['stage'];
}

/** Takes the jobs of this service from the bus: each stage of a questionnaire, of a document, of a backtest, and the usual questions. */
export async function consumeAll(
  { bus, clock, logger, workers, keptVersions }: QuestionnaireOptions,
  stores: Stores & ReviewStores,
  { standardSet, ...own }: ConsumerParts,
): Promise<void> {
  const keepingVersions = new KeepingVersions(stores.documentVersions, clock, keptVersions);
  const deps = { ...stores, ...own, reading: workers.reading, keepingVersions, bus, clock };
  const onQuestionnaires = [
    validateStage(deps),
    extractStage(deps),
    planStage(deps),
    finishStage(deps),
    continueFormStage(deps),
    purgeStage(deps),
  ];
  for (const stage of onQuestionnaires) await bus.consume<Target>(stage.job, stageHandler(stage, clock, logger));
  const pastAnswering = new PastAnswering(workers.answering, stores.revisions);
  const backtest = backtestStage({ ...deps, pastAnswering });
  await bus.consume<Target>(backtest.job, stageHandler(backtest, clock, logger));
  await bus.consume<Target>(standardSet.job, stageHandler(standardSet, clock, logger));
  const batch = answerBatchStage(deps);
  await bus.consume<Target>(batch.job, stageHandler(batch, clock, logger));
  for (const stage of [indexDocumentStage(deps), purgeDocumentStage(deps)])
    await bus.consume<Target>(stage.job, stageHandler(stage, clock, logger));
}
