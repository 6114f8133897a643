import type { QuestionnaireDocument } from '../store/documents.js';

type Extracted = Pick<QuestionnaireDocument, 'correction' | 'form'>;

/** Whether an extraction finds questions that people may have worked on: it was corrected, or its form has further pages. */
export const keepsQuestions = ({ correction, form }: Extracted): boolean =>
  correction !== undefined || (form !== undefined && form.taken > 0);

/** When the present extraction was asked for, microseconds; 1 where it is the first one. */
export const extractedAnewAt = ({ correction, form }: Extracted): number =>
  Math.max(1, correction?.at ?? 0, form?.at ?? 0);
