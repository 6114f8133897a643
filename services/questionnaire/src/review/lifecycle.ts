import { AppError, notFound, type Bus, type Clock, type JobDefinition, failpoint } from '@candor/runtime';
import { DISPLAY_NAMES, type Status } from '../domain/status.js';
import { JOBS, type Target } from '../jobs/catalogue.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import { nextWork } from '../store/work.js';

export interface LifecycleActor {
  organizationId: string;
  actor: string;
  requestId: string;
  /** For what the call creates; '' for any id. */
  creationId?: string;
}

/** Where a failure is taken up again: the stage that failed, with what the stages before it made. */
const RETRIES: Partial<Record<Status, { to: Status; job: JobDefinition<Target> }>> = {
  ANALYSIS_FAILED: { to: 'QUEUED_PENDING_REVIEW', job: JOBS.validate },
  QUESTION_EXTRACTION_FAILED: { to: 'QUEUED_FOR_EXTRACTION', job: JOBS.extract },
  ANSWERING_FAILED: { to: 'ANSWERING_IN_PROGRESS', job: JOBS.plan },
};

/** What people do to a questionnaire as a whole. */
export class Lifecycle {
  constructor(
    private readonly questionnaires: QuestionnaireStore,
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  async retry(by: LifecycleActor, id: string): Promise<void> {
    const questionnaire = await this.questionnaires.get(by.organizationId, id);
    if (!questionnaire) throw notFound('questionnaire');
    const retry = RETRIES[questionnaire.status];
    const moved =
      retry &&
      (await this.questionnaires.moveByPerson(
        by.organizationId,
        questionnaire,
        { to: retry.to, actor: by.actor, reason: 'retry' },
        nextWork(retry.job, this.clock),
      ));
    if (!moved) throw invalidTransition(questionnaire.status, 'retried');
    await failpoint('retry.moved');
    await this.bus.publish(retry.job, { id }, by);
  }

  async remove(by: LifecycleActor, id: string): Promise<void> {
    const removed = await this.questionnaires.tombstone(by.organizationId, id, JOBS.purge);
    if (!removed) throw notFound('questionnaire');
    await failpoint('delete.tombstone');
    await this.bus.publish(JOBS.purge, { id }, by);
  }
}

export const invalidTransition = (status: Status, wanted: string): AppError =>
  new AppError(
    'conflict',
    'invalid_transition',
    `A questionnaire that is "${DISPLAY_NAMES[status]}" cannot be ${wanted}.`,
    { data: { status } },
  );
