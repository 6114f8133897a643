import type { AnsweringWorkers } from './knowledge/answering.js';
import type { RowReading } from './knowledge/import.js';
import type { DocumentReading } from './jobs/reading.js';

/** The threads that do this service's CPU work. */
export interface Workers {
  reading: DocumentReading & RowReading;
  answering: AnsweringWorkers;
  close(): Promise<void>;
}
