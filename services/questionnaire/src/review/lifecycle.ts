import { AppError, failpoint, notFound, type Bus, type Clock, type JobDefinition, type Role } from '@candor/runtime';
import { DISPLAY_NAMES, type Status } from '../domain/status.js';
import { JOBS, type Target } from '../jobs/catalogue.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import { nextWork } from '../store/work.js';

export interface LifecycleActor {
  organizationId: string;
  actor: string;
  role: Role;
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

/** What goes on in each status in which the pipeline works: begun anew, it comes to the same. */
const STAGES_UNDER_WAY: Partial<Record<Status, JobDefinition<Target>>> = {
  UPLOADED: JOBS.validate,
  QUEUED_PENDING_REVIEW: JOBS.validate,
  QUEUED_FOR_EXTRACTION: JOBS.extract,
  ANALYSIS_IN_PROGRESS: JOBS.extract,
  QUESTION_EXTRACTION_IN_PROGRESS: JOBS.extract,
  ANSWERING_IN_PROGRESS: JOBS.plan,
};

/** What people do to a questionnaire as a whole. */
export class Lifecycle {
  constructor(
    private readonly questionnaires: QuestionnaireStore,
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  /** Takes a failure up again at the stage that failed, or a stage that should be under way and that nobody works on. */
  async retry(by: LifecycleActor, id: string): Promise<void> {
    const questionnaire = await this.questionnaires.get(by.organizationId, id);
    if (!questionnaire) throw notFound('questionnaire');
    const underWay = STAGES_UNDER_WAY[questionnaire.status];
    if (underWay && (await this.questionnaires.resume(by.organizationId, questionnaire, underWay))) {
      await this.bus.publish(underWay, { id }, by);
      return;
    }
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
