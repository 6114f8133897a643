export { composeTenant, type ComposedTenant, type TenantOptions } from './compose.js';
export { DEFAULT_ORGANIZATION_ID } from './bootstrap.js';
