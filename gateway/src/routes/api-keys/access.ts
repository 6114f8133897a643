import type { Access } from '../../middleware/access.js';

export const MANAGE: Access = { role: 'ADMIN', scope: 'API keys: write' };
