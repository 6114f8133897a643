import type { Status } from '../api/types.js';
import type { Tone } from '../ui/badges.js';

export const STATUS_NAMES: Record<Status, string> = {
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

/** What a list is narrowed to; what is under way passes too quickly to be looked for. */
export const FILTERED_STATUSES: readonly Status[] = [
  'ANSWERING_COMPLETED',
  'READY_FOR_APPROVAL',
  'COMPLETED',
  'ANSWERING_IN_PROGRESS',
  'ANALYSIS_FAILED',
  'QUESTION_EXTRACTION_FAILED',
  'ANSWERING_FAILED',
];

export const isFailure = (status: Status): boolean => status.endsWith('_FAILED');

export function toneOf(status: Status): Tone {
  if (isFailure(status)) return 'bad';
  if (status === 'COMPLETED') return 'good';
  if (status === 'ANSWERING_COMPLETED' || status === 'READY_FOR_APPROVAL') return 'attention';
  return 'busy';
}

/** The steps of the processing as people see them, with the statuses in which each is under way. */
export const STEPS: readonly { name: string; during: readonly Status[]; failed: Status }[] = [
  { name: 'Checking the file', during: ['UPLOADED', 'QUEUED_PENDING_REVIEW'], failed: 'ANALYSIS_FAILED' },
  {
    name: 'Reading the layout',
    during: ['QUEUED_FOR_EXTRACTION', 'ANALYSIS_IN_PROGRESS'],
    failed: 'ANALYSIS_FAILED',
  },
  {
    name: 'Finding the questions',
    during: ['QUESTION_EXTRACTION_IN_PROGRESS'],
    failed: 'QUESTION_EXTRACTION_FAILED',
  },
  { name: 'Answering', during: ['ANSWERING_IN_PROGRESS'], failed: 'ANSWERING_FAILED' },
];

export type StepState = 'done' | 'now' | 'waiting' | 'failed';

/**
 * How far each step is. `reached`: the statuses that the questionnaire has been in, oldest first, the present one last; a
 * failed analysis may have failed in either of its steps.
 */
export function stepStates(reached: readonly Status[]): StepState[] {
  const status = reached.at(-1) ?? 'UPLOADED';
  const before = reached.findLast((one) => !isFailure(one)) ?? 'UPLOADED';
  const current = STEPS.findIndex(({ during }) => during.includes(before));
  return STEPS.map((_step, index) => {
    if (current < 0 || index < current) return 'done';
    if (index > current) return 'waiting';
    return isFailure(status) ? 'failed' : 'now';
  });
}
