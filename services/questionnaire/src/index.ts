export { check, type Finding } from './admin/check.js';
export { composeQuestionnaire, type QuestionnaireOptions } from './compose.js';
export { startWorkers, type Workers, type WorkerOptions } from './workers.js';
