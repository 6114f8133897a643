/** Processing statuses in order of progression, then the failures (specification 3.1). */
export const STATUSES = [
  'UPLOADED',
  'QUEUED_PENDING_REVIEW',
  'QUEUED_FOR_EXTRACTION',
  'ANALYSIS_IN_PROGRESS',
  'QUESTION_EXTRACTION_IN_PROGRESS',
  'ANSWERING_IN_PROGRESS',
  'ANSWERING_COMPLETED',
  'READY_FOR_APPROVAL',
  'COMPLETED',
  'ANALYSIS_FAILED',
  'QUESTION_EXTRACTION_FAILED',
  'ANSWERING_FAILED',
] as const;

export type Status = (typeof STATUSES)[number];

export const DISPLAY_NAMES: Record<Status, string> = {
  UPLOADED: 'Uploaded',
  QUEUED_PENDING_REVIEW: 'Pre-validation',
  QUEUED_FOR_EXTRACTION: 'Queued',
  ANALYSIS_IN_PROGRESS: 'Analyzing',
  QUESTION_EXTRACTION_IN_PROGRESS: 'Extracting',
  ANSWERING_IN_PROGRESS: 'Answering',
  ANSWERING_COMPLETED: 'Ready for review',
  READY_FOR_APPROVAL: 'Ready for approval',
  COMPLETED: 'Completed',
  ANALYSIS_FAILED: 'Analysis failed',
  QUESTION_EXTRACTION_FAILED: 'Extraction failed',
  ANSWERING_FAILED: 'Answering failed',
};

/**
 * The one transition table. The pipeline makes the moves up to ANSWERING_COMPLETED and into the failures; people make the
 * rest; `retry` leads from a failure back to the stage that failed, answering again from the review back into answering,
 * corrections of what was extracted back to extraction, another file back to validation. A
 * failure can be completed by force only, and is reopened as the failure that it was.
 */
const TRANSITIONS: Record<Status, readonly Status[]> = {
  UPLOADED: ['QUEUED_PENDING_REVIEW'],
  QUEUED_PENDING_REVIEW: ['QUEUED_FOR_EXTRACTION', 'ANALYSIS_FAILED'],
  QUEUED_FOR_EXTRACTION: ['ANALYSIS_IN_PROGRESS'],
  ANALYSIS_IN_PROGRESS: ['QUESTION_EXTRACTION_IN_PROGRESS', 'ANALYSIS_FAILED'],
  QUESTION_EXTRACTION_IN_PROGRESS: ['ANSWERING_IN_PROGRESS', 'QUESTION_EXTRACTION_FAILED'],
  ANSWERING_IN_PROGRESS: ['ANSWERING_COMPLETED', 'ANSWERING_FAILED'],
  ANSWERING_COMPLETED: ['READY_FOR_APPROVAL', 'COMPLETED', 'ANSWERING_IN_PROGRESS', 'QUEUED_FOR_EXTRACTION'],
  READY_FOR_APPROVAL: ['COMPLETED', 'ANSWERING_COMPLETED', 'ANSWERING_IN_PROGRESS', 'QUEUED_FOR_EXTRACTION'],
  COMPLETED: ['ANSWERING_COMPLETED', 'ANALYSIS_FAILED', 'QUESTION_EXTRACTION_FAILED', 'ANSWERING_FAILED'],
  ANALYSIS_FAILED: ['QUEUED_PENDING_REVIEW', 'COMPLETED'],
  QUESTION_EXTRACTION_FAILED: ['QUEUED_FOR_EXTRACTION', 'QUEUED_PENDING_REVIEW', 'COMPLETED'],
  ANSWERING_FAILED: ['ANSWERING_IN_PROGRESS', 'QUEUED_FOR_EXTRACTION', 'COMPLETED'],
};

export const canMove = (from: Status, to: Status): boolean => TRANSITIONS[from].includes(to);

/** Statuses from which `to` can be reached in one move. */
export const sourcesOf = (to: Status): Status[] => STATUSES.filter((from) => canMove(from, to));

const FAILURES: ReadonlySet<Status> = new Set<Status>([
  'ANALYSIS_FAILED',
  'QUESTION_EXTRACTION_FAILED',
  'ANSWERING_FAILED',
]);
const FINISHED: ReadonlySet<Status> = new Set<Status>(['ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'COMPLETED']);

export const isFailure = (status: Status): boolean => FAILURES.has(status);

/** should_poll: whether the pipeline still works on it. */
export const isProcessing = (status: Status): boolean => !FAILURES.has(status) && !FINISHED.has(status);

/** Stages for metrics and logs. */
export const STAGES = ['validation', 'extraction', 'answering'] as const;
export type Stage = (typeof STAGES)[number];

/** Finds a status by its code or display name, in any case; undefined when there is none. */
export function statusByName(name: string): Status | undefined {
  const wanted = name.trim().toLowerCase();
  return STATUSES.find((status) => status.toLowerCase() === wanted || DISPLAY_NAMES[status].toLowerCase() === wanted);
}
