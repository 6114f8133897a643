import { failpoint, micros, type Clock } from '@candor/runtime';
import type { BacktestAnswerStore } from '../store/backtest-answers.js';
import type { BacktestStore } from '../store/backtests.js';
import type { BatchStore } from '../store/batches.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { FileStore } from '../store/files.js';
import type { FormQuestionnaireStore } from '../store/form-questionnaires.js';
import type { InterviewStore } from '../store/interviews.js';
import type { OutlineStore } from '../store/outlines.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { AccountStore, LogStore } from '../store/records.js';
import type { SearchBlockStore } from '../store/search-blocks.js';
import { purgeReview, type ReviewStores } from '../store/review-stores.js';
import type { TagStore } from '../store/tags.js';
import { JOBS } from './catalogue.js';
import type { Stage } from './stage.js';

interface PurgeDependencies extends ReviewStores {
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  batches: BatchStore;
  backtests: BacktestStore;
  backtestAnswers: BacktestAnswerStore;
  interviews: InterviewStore;
  clock: Clock;
  account: AccountStore;
  outlines: OutlineStore;
  formQuestionnaires: FormQuestionnaireStore;
  logs: LogStore;
  searchBlocks: SearchBlockStore;
  tags: TagStore;
  files: FileStore;
}

const HELD_AGAIN_MS = 3000;

/** Removes everything that a deleted questionnaire left behind, then its tombstone. */
export function purgeStage(deps: PurgeDependencies): Stage<QuestionnaireDocument> {
  const { questionnaires, questions, batches, account, outlines, formQuestionnaires } = deps;
  const { logs, searchBlocks, tags, files } = deps;
  return {
    job: JOBS.purge,
    store: questionnaires.work,
    async work(claim) {
      const { organizationId, _id, fileId, replacedFileId } = claim;
      if (await batches.anyHeld(organizationId, _id)) {
        // A batch is still being answered, or its worker died and its lease runs on: no failure, only too early.
        await questionnaires.work.giveBack(claim, HELD_AGAIN_MS);
        return;
      }
      await batches.purge(organizationId, _id);
      await failpoint('purge.batches_gone');
      await questions.purge(organizationId, _id);
      await failpoint('purge.questions_gone');
      await account.purge(organizationId, _id);
      await outlines.purge(organizationId, _id);
      await formQuestionnaires.purge(organizationId, _id);
      await logs.purge(organizationId, _id);
      await searchBlocks.purge(organizationId, _id);
      await tags.purge(organizationId, _id);
      await purgeReview(deps, organizationId, _id);
      await purgeBacktests(deps, organizationId, _id);
      await deps.interviews.removeQuestionnaire(organizationId, _id);
      if (replacedFileId) await files.remove(organizationId, replacedFileId);
      await files.remove(organizationId, fileId);
      await failpoint('purge.file_gone');
      await questionnaires.remove(organizationId, _id);
    },
    fail: (claim) => questionnaires.work.giveBack(claim),
  };
}

/** A questionnaire leaves its backtests with all that they found of it; one that it was the last of ends. */
async function purgeBacktests(
  { backtests, backtestAnswers, clock }: PurgeDependencies,
  organizationId: string,
  questionnaireId: string,
): Promise<void> {
  const left = await backtests.removeQuestionnaire(organizationId, questionnaireId);
  await backtestAnswers.purgeQuestionnaire(organizationId, questionnaireId);
  for (const id of left) await backtests.finish(organizationId, id, micros(clock));
}
