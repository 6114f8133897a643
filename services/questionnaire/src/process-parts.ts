import type { ComposedService, ProcessParts } from '@candor/runtime';
import { TenantClient } from './clients/tenant.js';
import { draftingOf, type EngineVariables } from './answering/engine-config.js';
import { composeQuestionnaire } from './compose.js';
import { keptVersionsOf } from './store/kept-versions-config.js';
import { startWorkers } from './workers.js';

const MB = 1024 * 1024;

interface WorkConfig extends EngineVariables {
  CANDOR_MAX_UPLOAD_MB: number;
  CANDOR_MAX_PENDING_UPLOADS: number;
  CANDOR_KEPT_VERSIONS: number;
  CANDOR_KEPT_VERSIONS_MB: number;
  CANDOR_WORKER_THREADS?: number | undefined;
  CANDOR_OCR_LANGUAGES: readonly string[];
  CANDOR_TENANT_ADDRESS: string;
  CANDOR_SERVICE_TOKEN: string;
}

/** The service as one of several processes on its database; `works` says whether it takes jobs or serves calls. */
export function composeProcess(
  { db, bus, clock, logger, meter, shutdown }: ProcessParts,
  config: WorkConfig,
  works: boolean,
): Promise<ComposedService> {
  const threads = config.CANDOR_WORKER_THREADS;
  const tenant = new TenantClient(config.CANDOR_TENANT_ADDRESS, config.CANDOR_SERVICE_TOKEN);
  shutdown.add('tenant client', () => {
    tenant.close();
    return Promise.resolve();
  });
  return composeQuestionnaire({
    db,
    bus,
    clock,
    logger,
    meter,
    workers: startWorkers({
      drafting: draftingOf(config),
      ocrLanguages: config.CANDOR_OCR_LANGUAGES,
      readOnce: config.CANDOR_ANSWER_READING === 'once',
      logger,
      meter,
      ...(threads === undefined ? {} : { threads }),
    }),
    maxUploadBytes: config.CANDOR_MAX_UPLOAD_MB * MB,
    maxPending: config.CANDOR_MAX_PENDING_UPLOADS,
    keptVersions: keptVersionsOf(config),
    alone: false,
    works,
    publish: tenant.publish,
    timeZoneOf: tenant.timeZoneOf,
  });
}
