import { micros, type Bus, type Clock, type Logger } from '@candor/runtime';
import type { Erasure } from '../erasure/erasure.js';
import type { BacktestStore } from '../store/backtests.js';
import type { BatchStore } from '../store/batches.js';
import type { FileStore } from '../store/files.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { LogStore } from '../store/records.js';
import { convertOldBlocks, refreshBlocks } from '../search/refresh.js';
import type { FormQuestionnaireStore } from '../store/form-questionnaires.js';
import { cascade } from '../cascade/cascading.js';
import type { HangingStore } from '../store/hanging.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import type { StandardSetStore } from '../store/standard-set.js';
import type { SearchBlockStore } from '../store/search-blocks.js';
import type { TagStore } from '../store/tags.js';
import { questionnaireOf } from '../intake/new-questionnaire.js';
import { JOBS, jobByName } from './catalogue.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  batches: BatchStore;
  backtests: BacktestStore;
  standardSet: StandardSetStore;
  knowledgeDocuments: KnowledgeDocumentStore;
  files: FileStore;
  questions: QuestionStore;
  searchBlocks: SearchBlockStore;
  reviewQuestions: ReviewQuestionStore;
  hanging: HangingStore;
  formQuestionnaires: FormQuestionnaireStore;
  tags: TagStore;
  logs: LogStore;
  erasure: Erasure;
  bus: Bus;
  clock: Clock;
  logger: Logger;
}

const EVERY_MS = 2000;
const AT_ONCE = 200;
const COUNT_PATIENCE_US = 60 * 1_000_000;
const UPLOAD_PATIENCE_US = 6 * 3600 * 1_000_000;

/**
 * Publishes again what the database says is due and nobody does: its message was lost, its worker died, or a crash fell
 * between a change and its message. Several sweepers may run; each piece of work is taken up by one.
 */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly deps: Dependencies) {}

  start(): void {
    const next = (): void => {
      if (this.stopped) return;
      this.running = this.sweep().catch((error: unknown) => this.deps.logger.error({ err: error }, 'sweep failed'));
      void this.running.finally(() => {
        if (!this.stopped) this.timer = setTimeout(next, EVERY_MS);
      });
    };
    next();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  async sweep(): Promise<void> {
    const { questionnaires, batches, backtests, standardSet, knowledgeDocuments, files, bus, clock } = this.deps;
    for (const { work } of [questionnaires, batches, backtests, standardSet, knowledgeDocuments]) {
      for (const { id, organizationId, job } of await work.overdue(AT_ONCE)) {
        const definition = jobByName(job);
        if (definition) await bus.publish(definition, { id }, { organizationId, requestId: 'sweeper' });
      }
    }
    for (const { _id, organizationId } of await questionnaires.answeredButNotMoved(AT_ONCE)) {
      await bus.publish(JOBS.finish, { id: _id }, { organizationId, requestId: 'sweeper' });
    }
    // An edit that crashed may have changed an answer and not yet what hangs on it, nor what search reads of it.
    await questionnaires.settle(micros(clock) - COUNT_PATIENCE_US, async (organizationId, id) => {
      await cascade(this.deps, organizationId, id);
      await refreshBlocks(this.deps, organizationId, id);
    });
    await convertOldBlocks(this.deps, AT_ONCE);
    await this.deps.erasure.sweepAgain();
    await files.removeAbandoned(micros(clock) - UPLOAD_PATIENCE_US, async (file) => {
      const { organizationId, _id } = file;
      if (await questionnaires.owns(organizationId, _id)) return true;
      if (await knowledgeDocuments.owns(organizationId, _id)) return true;
      // A repeat of the upload may have brought the questionnaire with another file.
      const id = questionnaireOf(file);
      if (!(await questionnaires.has(organizationId, id))) await this.removeRows(organizationId, id);
      return false;
    });
  }

  /** What an upload writes before its questionnaire (see Intake). */
  private async removeRows(organizationId: string, id: string): Promise<void> {
    const { searchBlocks, tags, logs, formQuestionnaires } = this.deps;
    await tags.purge(organizationId, id);
    await searchBlocks.purge(organizationId, id);
    await logs.purge(organizationId, id);
    await formQuestionnaires.purge(organizationId, id);
  }
}
