import {
  AppError,
  deterministicId,
  failpoint,
  invalid,
  micros,
  newId,
  notFound,
  type Bus,
  type Clock,
} from '@candor/runtime';
import type { OrganizationBands } from '../calibration/bands.js';
import { JOBS } from '../jobs/catalogue.js';
import { libraryAnswers } from '../review/approval-completion.js';
import type { LifecycleActor } from '../review/lifecycle.js';
import type { BacktestAnswerFilter, BacktestAnswerStore } from '../store/backtest-answers.js';
import type {
  BacktestAnswerDocument,
  BacktestDocument,
  BacktestPartDocument,
  Settled,
  Undated,
} from '../store/backtest-documents.js';
import type { BacktestProgress, BacktestStore } from '../store/backtests.js';
import type { PastKnowledge, SentQuestionnaire } from '../store/past-knowledge.js';
import type { QuestionStore } from '../store/questions.js';
import type { ExportStore } from '../store/review-exports.js';
import type { LibrarySyncStore } from '../store/review-library.js';
import { firstWork } from '../store/work.js';
import { DIFFERENCES, resultOf, type Result } from './figures.js';
import { noCounts } from './past.js';

export interface BacktestsDependencies {
  backtests: BacktestStore;
  backtestAnswers: BacktestAnswerStore;
  pastKnowledge: PastKnowledge;
  questions: QuestionStore;
  librarySync: LibrarySyncStore;
  exports: ExportStore;
  bands: OrganizationBands;
  bus: Bus;
  clock: Clock;
}

/** What is to be tested. */
export interface BacktestRequest {
  /** Empty: all that are completed, the latest first, as many as one backtest may have. */
  questionnaires: readonly {
    id: string;
    /** Day, YYYY-MM-DD; '' when it was sent when it was completed here. */ sentOn: string;
  }[];
  undated: Undated;
  minutesPerAnswer: number;
}

export interface BacktestView {
  backtest: BacktestDocument;
  progress: BacktestProgress;
}

interface Page {
  limit: number;
  offset: number;
}

/** Questionnaires of one backtest. */
export const MOST_QUESTIONNAIRES = 100;
/** A backtest gets its parts within moments, microseconds. */
const PARTS_WITHIN = 60e6;

/** Backtests: started, looked up, and what people say of what they found. */
export class Backtests {
  constructor(private readonly deps: BacktestsDependencies) {}

  /** Throws `nothing_to_test`, `backtest_running`, `invalid_input` (a questionnaire that is not there or not completed). */
  async start(by: LifecycleActor, request: BacktestRequest): Promise<BacktestView> {
    const { backtests, bus, clock } = this.deps;
    const { organizationId } = by;
    const _id = by.creationId || newId();
    const known = await backtests.get(organizationId, _id);
    if (known && (await backtests.partsOf(organizationId, _id)).length > 0) return this.view(known);
    if (!known && (await this.anotherRuns(organizationId, _id))) throw running();
    const chosen = chosenOf(request, await this.deps.pastKnowledge.sent(organizationId));
    if (chosen.length === 0) throw nothingToTest();
    const { undated, minutesPerAnswer } = request;
    const backtest = await backtests.insert({
      _id,
      organizationId,
      state: 'RUNNING',
      createdBy: by.actor,
      createdAt: micros(clock),
      finishedAt: 0,
      undated,
      minutesPerAnswer,
      bands: await this.deps.bands.read(organizationId),
    });
    await failpoint('backtest.inserted');
    // Of two that start at once each sees the other here: one at most goes on.
    if (await backtests.running(organizationId, _id)) {
      await backtests.remove(organizationId, _id);
      throw running();
    }
    const parts = await this.partsOf(organizationId, _id, chosen);
    await backtests.insertParts(organizationId, parts);
    for (const part of parts) await bus.publish(JOBS.backtest, { id: part._id }, by);
    return this.view(backtest);
  }

  /** One without parts after a minute belongs to nobody: whoever started it died. It ends here. */
  private async anotherRuns(organizationId: string, id: string): Promise<boolean> {
    const { backtests, clock } = this.deps;
    const other = await backtests.running(organizationId, id);
    if (!other) return false;
    const isFresh = micros(clock) - other.createdAt < PARTS_WITHIN;
    if (isFresh || (await backtests.partsOf(organizationId, other._id)).length > 0) return true;
    await backtests.end(organizationId, other._id, 'CANCELLED', micros(clock));
    return this.anotherRuns(organizationId, id);
  }

  private async partsOf(
    organizationId: string,
    backtestId: string,
    chosen: readonly Chosen[],
  ): Promise<BacktestPartDocument[]> {
    const parts: BacktestPartDocument[] = [];
    for (const [position, { sent, toldAt, cameAt }] of chosen.entries())
      parts.push({
        _id: deterministicId(backtestId, 'part', sent._id),
        organizationId,
        backtestId,
        position,
        questionnaireId: sent._id,
        title: sent.title,
        customer: sent.companyName,
        cameAt,
        toldAt,
        state: 'WAITING',
        done: 0,
        failure: '',
        evidence: noCounts(),
        questions: await this.deps.questions.count(organizationId, sent._id, {}),
        ...firstWork(JOBS.backtest, this.deps.clock),
      });
    return parts;
  }

  async list(organizationId: string, page: Page): Promise<{ backtests: BacktestView[]; total: number }> {
    const { backtests, total } = await this.deps.backtests.list(organizationId, page.limit, page.offset);
    const views = [];
    for (const backtest of backtests) views.push(await this.view(backtest));
    return { backtests: views, total };
  }

  /** Throws `backtest_not_found`. */
  async get(
    organizationId: string,
    id: string,
  ): Promise<BacktestView & { result: Result; parts: BacktestPartDocument[] }> {
    const backtest = await this.found(organizationId, id);
    const result = resultOf(await this.deps.backtestAnswers.groups(organizationId, id), backtest.minutesPerAnswer);
    const parts = await this.deps.backtests.partsOf(organizationId, id);
    return { ...(await this.view(backtest)), result, parts };
  }

  /** In order of time. Throws `backtest_not_found`. */
  async answers(
    organizationId: string,
    id: string,
    filter: BacktestAnswerFilter,
    { limit, offset }: Page,
  ): Promise<{ answers: BacktestAnswerDocument[]; total: number }> {
    const { backtestAnswers } = this.deps;
    await this.found(organizationId, id);
    const [answers, total] = await Promise.all([
      backtestAnswers.list(organizationId, id, filter, limit, offset),
      backtestAnswers.count(organizationId, id, filter),
    ]);
    return { answers, total };
  }

  /**
   * What people say of a difference; TAKEN takes what was sent into the library. Throws `backtest_answer_not_found`,
   * `no_difference`, `invalid_input` (OLDER without its reason, TAKEN where nothing was sent that the library could keep).
   */
  async settle(
    by: LifecycleActor,
    id: string,
    answerId: string,
    { settled, note }: { settled: Settled; note: string },
  ): Promise<BacktestAnswerDocument> {
    const { backtestAnswers, librarySync, clock } = this.deps;
    const { organizationId, actor } = by;
    const before = await backtestAnswers.get(organizationId, id, answerId);
    if (!before) throw notFound('backtest_answer');
    if (!DIFFERENCES.some((one) => one === before.verdict)) throw noDifference();
    if (settled === 'OLDER' && note.trim() === '')
      throw invalid([{ path: 'note', message: 'note must say why what was sent is older.' }]);
    if (settled === 'TAKEN') {
      if (before.sent.trim() === '')
        throw invalid([
          { path: 'settled', message: 'TAKEN needs an answer that was sent; this question was left open.' },
        ]);
      const { question: text, sent: answer, sentComment: comment } = before;
      const taken = libraryAnswers([{ text, answer, comment, approvedBy: actor }]);
      if (taken.length === 0)
        throw invalid([
          { path: 'settled', message: 'TAKEN needs a question and an answer that make sense by themselves.' },
        ]);
      await librarySync.sync(organizationId, before.questionnaireId, taken);
    }
    const set = { settled, note: settled === 'OPEN' ? '' : note.trim(), changedBy: actor, changedAt: micros(clock) };
    const changed = await backtestAnswers.settle(organizationId, answerId, set);
    if (!changed) throw notFound('backtest_answer');
    return changed;
  }

  /** Stops it; what is done stays. Throws `backtest_not_found`, `backtest_ended`. */
  async cancel(organizationId: string, id: string): Promise<BacktestView> {
    const { backtests, clock } = this.deps;
    await this.found(organizationId, id);
    const ended = await backtests.end(organizationId, id, 'CANCELLED', micros(clock));
    // A crash in between leaves parts that find nothing to do.
    await backtests.cancelParts(organizationId, id);
    if (!ended) throw hasEnded();
    return this.view(ended);
  }

  /** Removes it with all that it found. Throws `backtest_not_found`. */
  async remove(organizationId: string, id: string): Promise<void> {
    const { backtests, backtestAnswers, exports } = this.deps;
    await this.found(organizationId, id);
    await exports.purge(organizationId, id);
    await backtestAnswers.purge(organizationId, id);
    if (!(await backtests.remove(organizationId, id))) throw notFound('backtest');
    await backtestAnswers.purge(organizationId, id);
  }

  private async view(backtest: BacktestDocument): Promise<BacktestView> {
    const { organizationId, _id } = backtest;
    return { backtest, progress: await this.deps.backtests.progress(organizationId, _id) };
  }

  private async found(organizationId: string, id: string): Promise<BacktestDocument> {
    const backtest = await this.deps.backtests.get(organizationId, id);
    if (!backtest) throw notFound('backtest');
    return backtest;
  }
}

interface Chosen {
  sent: SentQuestionnaire;
  toldAt: number;
  cameAt: number;
}

/** In order of time. Of a day that is told, its beginning counts as when it came and was sent. */
function chosenOf({ questionnaires }: BacktestRequest, sent: readonly SentQuestionnaire[]): Chosen[] {
  const byId = new Map(sent.map((one) => [one._id, one]));
  const asked = new Map(questionnaires.map(({ id, sentOn }) => [id, sentOn]));
  const unknown = questionnaires.findIndex(({ id }) => !byId.has(id));
  if (unknown >= 0) throw notCompleted(unknown);
  const all = asked.size === 0 ? sent : [...asked.keys()].flatMap((id) => byId.get(id) ?? []);
  const timed = all.map((one): Chosen => {
    const day = asked.get(one._id) ?? '';
    const on = day === '' ? Number.MAX_SAFE_INTEGER : Date.parse(`${day}T00:00:00Z`) * 1000;
    return { sent: one, toldAt: Math.min(on, one.completedAt), cameAt: Math.min(on, one.createdAt) };
  });
  const inOrder = timed.sort((a, b) => a.toldAt - b.toldAt || (a.sent._id < b.sent._id ? -1 : 1));
  return inOrder.slice(-MOST_QUESTIONNAIRES);
}

const notCompleted = (index: number): AppError =>
  invalid([
    {
      path: `questionnaires.${index}.questionnaire_id`,
      message: `questionnaires.${index}.questionnaire_id must be of a questionnaire that is completed: complete it first.`,
    },
  ]);

const running = (): AppError =>
  new AppError('conflict', 'backtest_running', 'A backtest is running. Wait until it ends, or cancel it.');

const nothingToTest = (): AppError =>
  new AppError(
    'conflict',
    'nothing_to_test',
    'No questionnaire is completed. Upload past questionnaires as they were sent, and complete them.',
  );

const hasEnded = (): AppError => new AppError('conflict', 'backtest_ended', 'The backtest has ended already.');

const noDifference = (): AppError =>
  new AppError('conflict', 'no_difference', 'This answer is no difference: there is nothing to settle.');
