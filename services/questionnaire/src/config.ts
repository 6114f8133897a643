import {
  brokerConfig,
  loadConfig,
  processEnvironment,
  serviceConfig,
  wholeNumber,
  type Environment,
} from '@candor/runtime';
import { z } from 'zod';
import { engineVariables } from './answering/engine-config.js';
import { keptVersionsVariables } from './store/kept-versions-config.js';
import { ocrVariables } from './documents/ocr/ocr-config.js';

const work = {
  ...brokerConfig,
  ...engineVariables,
  ...ocrVariables,
  /** host:port of the tenant service, which hands events on to webhooks. */
  CANDOR_TENANT_ADDRESS: z.string().default('127.0.0.1:50051'),
  /** Largest file of an upload, in megabytes of 1024 × 1024 bytes. */
  CANDOR_MAX_UPLOAD_MB: wholeNumber(1, 10_000).default(100),
  /** Questionnaires of one organization that may be under way; further uploads get 503. */
  CANDOR_MAX_PENDING_UPLOADS: wholeNumber(1, 1_000_000).default(1000),
  ...keptVersionsVariables,
  /** Threads that read documents, and as many that answer; absent: one less than the cores, at least one. */
  CANDOR_WORKER_THREADS: wholeNumber(1, 256).optional(),
};

/** The questionnaire process that serves calls; the database is `candor_questionnaire`. */
export const questionnaireConfig = serviceConfig(9466).extend({
  ...work,
  /** host:port of the gRPC server. */
  CANDOR_QUESTIONNAIRE_ADDRESS: z.string().default('0.0.0.0:50052'),
});

/** The questionnaire process that takes jobs, on the same database. */
export const workerConfig = serviceConfig(9469).extend(work);

export const readConfig = (environment: Environment = processEnvironment()) =>
  loadConfig(questionnaireConfig, environment);
export const readWorkerConfig = (environment: Environment = processEnvironment()) =>
  loadConfig(workerConfig, environment);
