export { composeQuestionnaire, type QuestionnaireOptions } from './compose.js';
export type { Workers } from './workers.js';
