/** What happened in a service and may concern somebody outside of it. */
export interface ServiceEvent {
  /** A UUID, the same however often the event is told: it counts once. */
  id: string;
  organizationId: string;
  /** "thing.happened". */
  type: string;
  /** Microseconds. */
  at: number;
  /** Plain JSON. */
  data: Record<string, unknown>;
}

/**
 * Tells events to the service that hands them on; resolves when they are stored there. The caller keeps what it has not told
 * yet with the change itself, and tells it again after a failure or a crash.
 */
export type PublishEvents = (events: ServiceEvent[]) => Promise<void>;
