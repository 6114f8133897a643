export { composeInsights, type InsightsOptions } from './compose.js';
