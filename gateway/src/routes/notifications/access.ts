import { SCOPES, type Access } from '../../middleware/access.js';

/** Everybody's own: of whoever acts, never of anybody else. A key that may only ask tells of nobody. */
export const OWN: Access = { role: 'VIEWER', scope: SCOPES.filter((scope) => scope !== 'Insights: ask') };
