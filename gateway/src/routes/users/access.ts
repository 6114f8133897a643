import { SCOPES, type Access } from '../../middleware/access.js';

/**
 * Users and groups: every key reads, administrators write. A key that may only ask, as of a page that anybody opens, sees
 * no people.
 */
export const READ: Access = { role: 'VIEWER', scope: SCOPES.filter((scope) => scope !== 'Insights: ask') };
export const WRITE: Access = { role: 'ADMIN', scope: 'Organizations: write' };
