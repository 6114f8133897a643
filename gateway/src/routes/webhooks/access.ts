import type { Access } from '../../middleware/access.js';

/** Webhooks send what the organization does to somebody else: they are administered like the organization itself. */
export const MANAGE: Access = { role: 'ADMIN', scope: 'Organizations: write' };
