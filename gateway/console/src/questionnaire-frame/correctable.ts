import type { Overview, Status } from '../api/types.js';

const CORRECTABLE: ReadonlySet<Status> = new Set([
  'ANSWERING_COMPLETED',
  'READY_FOR_APPROVAL',
  'ANSWERING_FAILED',
  'QUESTION_EXTRACTION_FAILED',
]);

/** Whether a person may say what in the file asks, as it is now: the server decides again. */
export const canCorrect = ({ status }: Pick<Overview, 'status'>): boolean => CORRECTABLE.has(status);

/** The page where it is said, at a sheet and a place in it. */
export function correctionsPath(questionnaireId: string, sheetId?: string, at?: string): string {
  const query = new URLSearchParams({ ...(sheetId && { area: sheetId }), ...(at && { at }) });
  return `/questionnaires/${questionnaireId}/corrections${query.size > 0 ? `?${query.toString()}` : ''}`;
}
