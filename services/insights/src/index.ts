export { EngineClient, type Engine } from './clients/engine.js';
export { composeInsights, type InsightsOptions } from './compose.js';
