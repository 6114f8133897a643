export { check } from './admin/check.js';
export { composeTenant, type ComposedTenant, type TenantOptions } from './compose.js';
export { DEFAULT_ORGANIZATION_ID } from './bootstrap.js';
export { JOBS } from './jobs.js';
export { DEFAULT_RATES, type RateBudget, type RateBudgets } from './rate-limits.js';
export { SCOPES } from './scopes.js';
