import { deterministicId, failpoint, micros, type Clock } from '@candor/runtime';
import type { EngineAnswer } from '../answering/types.js';
import { JOBS } from '../jobs/catalogue.js';
import type { Stage } from '../jobs/stage.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { StandardAnswerDocument, StandardRunDocument, StandardSetStore } from '../store/standard-set.js';
import { endOfWork } from '../store/work.js';
import type { StandardAnswering } from './standard-answering.js';
import { topicName, type StandardSet } from './standard-set.js';

interface Dependencies {
  standardSet: StandardSetStore;
  revisions: Pick<KnowledgeRevisions, 'current'>;
  standardAnswering: StandardAnswering;
  set: StandardSet;
  clock: Clock;
}

/** Questions that are answered and stored together. */
const AT_ONCE = 25;

/** Answers the standard set page by page; whoever takes it up after a crash goes on at the page that is not stored. */
export function standardStage(deps: Dependencies): Stage<StandardRunDocument> {
  const { standardSet, clock } = deps;
  const end = (run: StandardRunDocument, set: Partial<StandardRunDocument>): Promise<boolean> =>
    standardSet.work.change(run, { set: { ...set, finishedAt: micros(clock), ...endOfWork() } });
  return {
    job: JOBS.standardSet,
    store: standardSet.work,
    async work(run) {
      if (!(await answerAll(deps, run))) return;
      const { set } = deps;
      await standardSet.keepOnly(
        run.organizationId,
        set.questions.map(({ id }) => id),
      );
      await end(run, { state: 'COMPLETED', done: set.questions.length, digest: set.digest });
    },
    async fail(run, { message }) {
      await end(run, { state: 'FAILED', failure: message });
    },
  };
}

/** False: the claim was lost, because the organization is erased or another worker took it. */
async function answerAll(
  { standardSet, revisions, standardAnswering, set }: Dependencies,
  run: StandardRunDocument,
): Promise<boolean> {
  const { organizationId } = run;
  const { settled } = await revisions.current(organizationId);
  const revision = run.done === 0 ? settled : run.revision;
  for (let from = run.done; from < set.questions.length; from += AT_ONCE) {
    const page = set.questions.slice(from, from + AT_ONCE);
    if (!(await standardSet.work.change(run, { set: { revision, done: from } }))) return false;
    const asked = page.map(({ id, question, topic }) => ({ id, text: question, section: topicName(set, topic) }));
    const answers = await standardAnswering.answer(organizationId, revision, asked);
    await failpoint('standard_set.answered');
    await standardSet.put(
      organizationId,
      answers.map((answer) => rowOf(organizationId, answer)),
    );
  }
  return true;
}

function rowOf(organizationId: string, { questionId, status, confidence }: EngineAnswer): StandardAnswerDocument {
  const isAnswer = status === 'AI_ANSWERED';
  return {
    _id: deterministicId(organizationId, 'standard question', questionId),
    organizationId,
    question: questionId,
    answered: isAnswer && confidence?.band !== 'LOW',
    band: isAnswer ? (confidence?.band ?? '') : '',
  };
}
