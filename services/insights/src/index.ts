export { check } from './admin/check.js';
export { EngineClient, type Engine } from './clients/engine.js';
export { PeopleClient, type People } from './clients/people.js';
export { QuestionnairesClient, type Questionnaires } from './clients/questionnaires.js';
export { composeInsights, type InsightsOptions } from './compose.js';
export { JOBS } from './jobs.js';
