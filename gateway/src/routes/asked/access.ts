import type { Access } from '../../middleware/access.js';

/** Being asked is the right to answer: any role, for the questions that are assigned to the person; the service looks at that. */
export const ANSWER: Access = { role: 'VIEWER', scope: 'Questionnaires: write' };
