import type { Bus, Clock } from '@candor/runtime';
import { JOBS } from '../jobs/catalogue.js';
import type { Stage } from '../jobs/stage.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import { endOfWork } from '../store/work.js';
import { takeWaiting } from './waiting-questions.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  bus: Bus;
  clock: Clock;
}

/** What follows on the answering of a web form: pages that came meanwhile are taken. */
export function continueFormStage(deps: Dependencies): Stage<QuestionnaireDocument> {
  const { questionnaires } = deps;
  const end = async (claim: QuestionnaireDocument): Promise<void> => {
    await questionnaires.work.change(claim, { set: endOfWork() });
  };
  return {
    job: JOBS.continueForm,
    store: questionnaires.work,
    async work(claim, { requestId }) {
      const { organizationId, status } = claim;
      const after = await takeWaiting(deps, claim, { organizationId, requestId, actor: 'pipeline' });
      if (after.status === status) await end(claim);
    },
    // The questions wait until the next page comes, or the form is sent again.
    fail: end,
  };
}
