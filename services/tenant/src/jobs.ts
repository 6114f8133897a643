import { workTarget, type WorkJob } from '@candor/runtime';

/** A turn takes some seconds; the rest is for servers that take long over each email or call. */
const turn = { schema: workTarget, timeoutMs: 15 * 60_000, attempts: 5, backoffMs: [1000, 5000, 30_000] };

/** Every job of this service: a message names what is due, and everything else is in the database. */
export const JOBS = {
  /** The emails of one organization to its people. */
  notification: { name: 'tenant.notification', ...turn, concurrency: 8, guests: 8 },
  /** The calls of one webhook, one at a time, so that a slow one holds up nobody else. */
  webhook: { name: 'tenant.webhook', ...turn, concurrency: 24, guests: 8 },
} as const satisfies Record<string, WorkJob>;
