import type { Overview, Status } from '../api/types.js';
import type { Tone } from '../ui/badges.js';
import { t } from '../words/words.js';

/** A status as people call it. */
export const statusName = (status: Status): string => t(`questionnaires:status.${status}`);

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

/** Reasons of failures that lie in the file itself: the same file fails again. */
const FAULTS_OF_FILE: ReadonlySet<string> = new Set([
  'file_empty',
  'file_damaged',
  'password_protected',
  'type_mismatch',
  'too_large_inflated',
  'too_many_cells',
  'no_text_layer',
  'xfa_form',
  'no_questions_found',
]);

type Failed = Pick<Overview, 'status' | 'status_log' | 'file'>;

/** Whether a retry of what failed can succeed. */
export const canRetry = ({ status, status_log: log }: Failed): boolean =>
  isFailure(status) && !FAULTS_OF_FILE.has(log.findLast(({ to }) => to === status)?.reason ?? '');

/** Whether another file can take the place of the one that failed. */
export const canReplaceFile = ({ status, file }: Failed): boolean =>
  file !== null && (status === 'ANALYSIS_FAILED' || status === 'QUESTION_EXTRACTION_FAILED');

export function toneOf(status: Status): Tone {
  if (isFailure(status)) return 'bad';
  if (status === 'COMPLETED') return 'good';
  if (status === 'ANSWERING_COMPLETED' || status === 'READY_FOR_APPROVAL') return 'attention';
  return 'busy';
}

/** The steps of the processing as people see them, with the statuses in which each is under way. */
export const STEPS = [
  { name: 'checking', during: ['UPLOADED', 'QUEUED_PENDING_REVIEW'] },
  { name: 'reading', during: ['QUEUED_FOR_EXTRACTION', 'ANALYSIS_IN_PROGRESS'] },
  { name: 'finding', during: ['QUESTION_EXTRACTION_IN_PROGRESS'] },
  { name: 'answering', during: ['ANSWERING_IN_PROGRESS'] },
] as const satisfies readonly { name: string; during: readonly Status[] }[];

/** A step as people call it. */
export const stepName = (step: (typeof STEPS)[number]['name']): string => t(`questionnaires:step.${step}`);

export type StepState = 'done' | 'now' | 'waiting' | 'failed';

/**
 * How far each step is. `reached`: the statuses that the questionnaire has been in, oldest first, the present one last; a
 * failed analysis may have failed in either of its steps.
 */
export function stepStates(reached: readonly Status[]): StepState[] {
  const status = reached.at(-1) ?? 'UPLOADED';
  const before = reached.findLast((one) => !isFailure(one)) ?? 'UPLOADED';
  const current = STEPS.findIndex(({ during }) => (during as readonly Status[]).includes(before));
  return STEPS.map((_step, index) => {
    if (current < 0 || index < current) return 'done';
    if (index > current) return 'waiting';
    return isFailure(status) ? 'failed' : 'now';
  });
}
