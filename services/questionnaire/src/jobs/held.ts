import type { Stage } from '../domain/status.js';
import type { LogStore } from '../store/records.js';
import type { StageFailure } from './stage.js';

/** Says in a questionnaire's log what its stage waits for; each reason once, for an outage may last. */
export async function tellHeld(
  logs: LogStore,
  { organizationId, _id }: { organizationId: string; _id: string },
  stage: Stage,
  { code, message }: StageFailure,
): Promise<void> {
  const text = `Processing waits and goes on by itself: ${message}`;
  const entry = { stage, level: 'WARNING' as const, code: 'processing_waits', message: text, identity: code };
  await logs.add(organizationId, _id, [entry]);
}
