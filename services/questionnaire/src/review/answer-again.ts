import { AppError, failpoint, invalid, micros, notFound, type Bus, type Clock } from '@candor/runtime';
import { AGAIN_BANDS, AGAIN_STATUSES, answeredAgain, type AgainFilter } from '../domain/answer-again.js';
import type { Status } from '../domain/status.js';
import { JOBS } from '../jobs/catalogue.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { ReviewLifecycleStore } from '../store/review-lifecycle.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import { nextWork } from '../store/work.js';
import type { LifecycleActor } from './lifecycle.js';
import { beingCompleted, notEditable } from './questions-writer.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  reviewQuestions: ReviewQuestionStore;
  reviewLifecycle: ReviewLifecycleStore;
  bus: Bus;
  clock: Clock;
}

/** As a caller gives it; '' is not given. */
export interface AgainWish {
  status: string;
  /** Id or name. */
  sheet: string;
  band: string;
  /** Only these questions; none means any. */
  questionIds: string[];
}

/** Statuses in which people may edit and no run is under way. */
const ALLOWED: ReadonlySet<Status> = new Set<Status>([
  ...(['ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'ANSWERING_FAILED'] as const),
]);

/** Answers many questions of a questionnaire again, in the background, from the knowledge as it is then. */
export class AnswerAgain {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Moves the questionnaire back into answering; the plan of the run chooses the questions. Gives how many they are now; with
   * none nothing moves. A repeat of the same call gives what the first one gave.
   */
  async start(by: LifecycleActor, id: string, wish: AgainWish): Promise<{ status: Status; questions: number }> {
    const { questionnaires, reviewQuestions, reviewLifecycle, bus, clock } = this.deps;
    const { organizationId, actor, creationId = '' } = by;
    const questionnaire = await questionnaires.get(organizationId, id);
    if (!questionnaire) throw notFound('questionnaire');
    const { status, again } = questionnaire;
    if (again && creationId !== '' && again.creationId === creationId) return { status, questions: again.questions };
    const filter = await this.filterOf(questionnaire, wish);
    if (!ALLOWED.has(status)) throw refused(status);
    if (reviewLifecycle.isLocked(questionnaire)) throw beingCompleted();
    const candidates = await reviewQuestions.againCandidates(organizationId, id);
    const questions = answeredAgain(candidates, filter).length;
    if (questions === 0) return { status, questions };
    const moved = await questionnaires.moveByPerson(
      organizationId,
      questionnaire,
      { to: 'ANSWERING_IN_PROGRESS', actor, reason: 'answer_again' },
      {
        again: { ...filter, questions, actor, creationId, at: micros(clock) },
        openBatches: [],
        ...nextWork(JOBS.plan, clock),
      },
    );
    if (!moved) throw await this.whyNot(organizationId, id);
    await failpoint('again.moved');
    await bus.publish(JOBS.plan, { id }, by);
    return { status: moved.status, questions };
  }

  private async filterOf({ organizationId, _id }: QuestionnaireDocument, wish: AgainWish): Promise<AgainFilter> {
    const status = AGAIN_STATUSES.find((known) => known === (wish.status || 'unapproved'));
    const band = AGAIN_BANDS.find((known) => known === wish.band) ?? '';
    if (status === undefined) throw invalid([wrong('status', AGAIN_STATUSES)]);
    if (band !== wish.band) throw invalid([wrong('band', AGAIN_BANDS)]);
    const only = wish.questionIds.length === 0 ? {} : { questionIds: [...new Set(wish.questionIds)] };
    if (wish.sheet === '') return { status, band, sheetId: '', ...only };
    const sheets = await this.deps.questions.listSheets(organizationId, _id);
    const sheet = sheets.find((one) => one._id === wish.sheet) ?? sheets.find((one) => one.name === wish.sheet);
    if (!sheet) throw invalid([{ path: 'filter.sheet', message: 'filter.sheet must be the id or name of a sheet.' }]);
    return { status, band, sheetId: sheet._id, ...only };
  }

  /** Somebody else has moved it. */
  private async whyNot(organizationId: string, id: string): Promise<AppError> {
    const now = await this.deps.questionnaires.get(organizationId, id);
    return now ? refused(now.status) : notFound('questionnaire');
  }
}

const wrong = (field: string, known: readonly string[]): { path: string; message: string } => ({
  path: `filter.${field}`,
  message: `filter.${field} must be one of ${known.join(', ')}.`,
});

const refused = (status: Status): AppError =>
  status === 'ANSWERING_IN_PROGRESS'
    ? new AppError('conflict', 'being_answered', 'The questionnaire is being answered right now. Try again after that.')
    : notEditable(status);
