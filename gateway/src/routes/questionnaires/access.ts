import type { Access } from '../../middleware/access.js';

/** Questionnaires and their tags: everyone reads, members and administrators write. */
export const READ: Access = { role: 'VIEWER', scope: 'Questionnaires: read' };
export const WRITE: Access = { role: 'MEMBER', scope: 'Questionnaires: write' };
