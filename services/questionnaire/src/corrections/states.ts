import { AppError } from '@candor/runtime';
import { DISPLAY_NAMES, isProcessing, type Status } from '../domain/status.js';

/** Why a questionnaire in this status cannot be corrected; undefined when it can. */
export function refusalByStatus(status: Status): AppError | undefined {
  if (status === 'COMPLETED')
    return new AppError(
      'conflict',
      'questionnaire_completed',
      'A completed questionnaire cannot be corrected. Reopen it first.',
    );
  if (status === 'ANALYSIS_FAILED')
    return new AppError(
      'conflict',
      'not_readable',
      'The file could not be read, so there is nothing to correct. Retry it, or upload another file.',
      { data: { status } },
    );
  if (isProcessing(status))
    return new AppError(
      'conflict',
      'not_ready',
      `The questionnaire is still being processed ("${DISPLAY_NAMES[status]}"). Correct it when that is over.`,
      { data: { status } },
    );
  return undefined;
}

/** The questions of a web form were read from the page, not from a document. */
export const noDocument = (): AppError =>
  new AppError(
    'conflict',
    'not_readable',
    'The questions came from a web form, so there is no document to correct. Read the form again with the extension.',
  );
