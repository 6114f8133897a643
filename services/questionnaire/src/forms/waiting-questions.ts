import { failpoint, type Bus, type Clock } from '@candor/runtime';
import type { Status } from '../domain/status.js';
import { JOBS } from '../jobs/catalogue.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import { nextWork } from '../store/work.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  bus: Bus;
  clock: Clock;
}

/** Statuses in which no run is under way that would come to the waiting questions by itself. */
const IDLE: ReadonlySet<Status> = new Set<Status>([
  ...(['ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'ANSWERING_FAILED', 'QUESTION_EXTRACTION_FAILED'] as const),
]);

/** Whether pages of the form came after its questions were stored. */
export const hasWaiting = ({ form }: Pick<QuestionnaireDocument, 'form'>): boolean =>
  form !== undefined && form.taken < form.revision;

/** Whether waiting questions begin a run of their own. */
export const isIdle = ({ status }: Pick<QuestionnaireDocument, 'status'>): boolean => IDLE.has(status);

/**
 * Starts the run that stores and answers the questions of later pages, where none is under way: one that is looks again when
 * it ends (`continueFormStage`). Gives the questionnaire as it is then.
 */
export async function takeWaiting(
  { questionnaires, bus, clock }: Dependencies,
  questionnaire: QuestionnaireDocument,
  by: { organizationId: string; requestId: string; actor: string },
): Promise<QuestionnaireDocument> {
  if (!hasWaiting(questionnaire) || !isIdle(questionnaire)) return questionnaire;
  const { organizationId, _id } = questionnaire;
  const moved = await questionnaires.moveByPerson(
    organizationId,
    questionnaire,
    { to: 'QUEUED_FOR_EXTRACTION', actor: by.actor, reason: 'form_continued' },
    { again: null, openBatches: [], ...nextWork(JOBS.extract, clock) },
  );
  // Whoever moved it meanwhile began a run, which looks again when it ends.
  if (!moved) return (await questionnaires.get(organizationId, _id)) ?? questionnaire;
  await failpoint('form.continued');
  await bus.publish(JOBS.extract, { id: _id }, by);
  return moved;
}
