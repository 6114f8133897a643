export { check } from './admin/check.js';
export { keptFiles } from './admin/kept-files.js';
export { composeQuestionnaire, type QuestionnaireOptions } from './compose.js';
export { startWorkers, type Workers, type WorkerOptions } from './workers.js';
export { JOBS } from './jobs/catalogue.js';
export { draftingOf, engineVariables, type EngineVariables } from './answering/engine-config.js';
