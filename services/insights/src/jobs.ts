import type { JobDefinition } from '@candor/runtime';
import { z } from 'zod';

/** A message says only which conversation, or which item: what was said is in the database, never in the broker. */
const target = z.object({ id: z.string() });
export type Target = z.infer<typeof target>;

/** Every job of this service. */
export const JOBS = {
  /** Moves accepted conversations into the log: one job takes along what waits, so that more at once would help nobody. */
  record: {
    name: 'insights.record',
    schema: target,
    timeoutMs: 30_000,
    attempts: 5,
    backoffMs: [1000, 5000, 30_000],
    concurrency: 1,
  },
  /** Answers what came from Slack; it keeps its own account of tries, so that one attempt of a message is enough. */
  slack: {
    name: 'insights.slack',
    schema: target,
    timeoutMs: 120_000,
    attempts: 3,
    backoffMs: [1000, 5000],
    concurrency: 4,
    guests: 4,
  },
} as const satisfies Record<string, JobDefinition<Target>>;
