import type { Access } from '../../middleware/access.js';

export const READ: Access = { role: 'ADMIN', scope: 'Trust portal: read' };
export const WRITE: Access = { role: 'ADMIN', scope: 'Trust portal: write' };
