import type { ApiKey } from '../api/types.js';

/** Whether it still can be given a new secret, or be revoked. */
export const isAlive = ({ revoked_at: revoked, expires_at: expires }: ApiKey): boolean =>
  revoked === null && (expires === null || Date.parse(expires) > Date.now());
