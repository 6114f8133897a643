import type { Access } from '../../middleware/access.js';

/** Users and groups: every key reads, administrators write. */
export const READ: Access = { role: 'VIEWER', scope: undefined };
export const WRITE: Access = { role: 'ADMIN', scope: 'Organizations: write' };
