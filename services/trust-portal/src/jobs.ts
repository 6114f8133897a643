import { workTarget, type WorkJob } from '@candor/runtime';

/** A turn takes some seconds; the rest is for mail servers that take long over each email. */
const turn = { schema: workTarget, timeoutMs: 15 * 60_000, attempts: 5, backoffMs: [1000, 5000, 30_000] };

/** Every job of this service: a message names what is due, and everything else is in the database. */
export const JOBS = {
  /** The emails of one update. */
  notify: { name: 'trust-portal.notify', ...turn, concurrency: 4, guests: 4 },
  /** The link that one subscriber asked for. */
  confirm: { name: 'trust-portal.confirm', ...turn, concurrency: 6, guests: 4 },
  /** What one organization's documents owe to visitors, and the emails about them. */
  documents: { name: 'trust-portal.document-email', ...turn, concurrency: 4, guests: 4 },
  /** What one organization tells other services. */
  announce: { name: 'trust-portal.announce', ...turn, concurrency: 2, guests: 2 },
} as const satisfies Record<string, WorkJob>;
