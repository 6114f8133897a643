/** A message that was given up: its payload is invalid, its error terminal, or its last attempt failed. */
export interface DeadLetter {
  job: string;
  organizationId: string;
  requestId: string;
  /** The payload as JSON. */
  body: string;
  /** The attempt that was the last one. */
  attempt: number;
  error: string;
  /** Milliseconds since the epoch. */
  diedAt: number;
}

/** What an operator does with the dead letters of one job. */
export interface DeadLetters {
  /** The oldest ones first, at most `limit`; they stay where they are. */
  listDeadLetters(job: string, limit: number): Promise<DeadLetter[]>;
  /** Publishes the oldest ones again as first attempts, at most `limit`; returns how many. */
  redriveDeadLetters(job: string, limit: number): Promise<number>;
}
