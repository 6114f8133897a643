import type { Access } from '../../middleware/access.js';

/** What the organization knows: everyone reads, members and administrators write. */
export const READ: Access = { role: 'VIEWER', scope: 'Knowledge: read' };
export const WRITE: Access = { role: 'MEMBER', scope: 'Knowledge: write' };
