import { TerminalError, type Bus, type Clock, failpoint } from '@candor/runtime';
import type { OrganizationBands } from '../calibration/bands.js';
import { AnsweringLimitError } from '../answering/errors.js';
import type { EngineAnswer } from '../answering/types.js';
import { answeredAgain, isEngines } from '../domain/answer-again.js';
import type { BatchDocument, QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import type { BatchStore } from '../store/batches.js';
import type { DraftingTotalsStore } from '../store/drafting-totals.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import type { LogStore } from '../store/records.js';
import { BLOCK_SIZE } from '../search/block-words.js';
import { refreshBlock } from '../search/refresh.js';
import { cascade, keepDependences } from '../cascade/cascading.js';
import type { HangingStore } from '../store/hanging.js';
import type { SearchBlockStore } from '../store/search-blocks.js';
import { endOfWork, nextWork } from '../store/work.js';
import type { Answering } from '../knowledge/answering.js';
import { JOBS } from './catalogue.js';
import { tellContradictions } from './contradictions.js';
import { existingAnswersToKeep } from './existing-answers.js';
import { extractedAnewAt, keepsQuestions } from './extracted-anew.js';
import { tellHeld } from './held.js';
import type { Stage } from './stage.js';
import { counted, stageDone } from './stage-log.js';
import { undraftedEntries } from './undrafted.js';

export interface AnswerDependencies {
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  reviewQuestions: ReviewQuestionStore;
  hanging: HangingStore;
  batches: BatchStore;
  draftingTotals: DraftingTotalsStore;
  revisions: KnowledgeRevisions;
  searchBlocks: SearchBlockStore;
  logs: LogStore;
  answering: Answering;
  bands: OrganizationBands;
  bus: Bus;
  clock: Clock;
}

const PIPELINE = 'pipeline';

/**
 * Pins a knowledge revision, keeps what the file already answered, and cuts the questions into batches: all of them, or those
 * that are to be answered again, each with the revision of the answer that may be replaced.
 */
export function planStage(deps: AnswerDependencies): Stage<QuestionnaireDocument> {
  const { questionnaires, questions, reviewQuestions, batches, revisions, answering, logs, bus, clock } = deps;
  return {
    job: JOBS.plan,
    store: questionnaires.work,
    async work(claim, { requestId }) {
      const { organizationId, _id, again } = claim;
      await questionnaires.stageStarted(claim, 'answering', Math.max(again?.at ?? 0, extractedAnewAt(claim)));
      const { revision } = await revisions.current(organizationId);
      await answering.settle(organizationId, revision);
      const all = await questions.range(organizationId, _id, 0, Number.MAX_SAFE_INTEGER);
      await keepDependences(deps, claim, all);
      // What a person has emptied since stays empty.
      const kept = existingAnswersToKeep(all.filter(({ answerRevision }) => answerRevision === 0));
      await questionnaires.counting(organizationId, _id, () =>
        questions.keepExistingAnswers(organizationId, _id, kept),
      );
      await failpoint('plan.kept');
      const run = { organizationId, questionnaireId: _id, knowledgeRevision: revision, number: claim.workAttempt };
      const chosen = again
        ? answeredAgain(await reviewQuestions.againCandidates(organizationId, _id), again)
        : undefined;
      // By the last place, not by their number: a position may be missing, and the questions behind it are asked too.
      const total = (all.at(-1)?.position ?? -1) + 1;
      const openBatches = await batches.cut(run, total, BLOCK_SIZE, JOBS.answerBatch, chosen);
      await failpoint('plan.cut');
      const bands = await deps.bands.read(organizationId);
      const set = { knowledgeRevision: revision, bands, openBatches, ...nextWork(JOBS.finish, clock) };
      if (!(await questionnaires.work.change(claim, { set }))) return;
      await failpoint('plan.stored');
      for (const id of openBatches) await bus.publish(JOBS.answerBatch, { id }, { organizationId, requestId });
      if (openBatches.length === 0) await bus.publish(JOBS.finish, { id: _id }, { organizationId, requestId });
    },
    fail: (claim, failure) => failAnswering(questionnaires, logs, claim, failure),
    held: (claim, failure) => tellHeld(logs, claim, 'answering', failure),
  };
}

/** Answers one batch, writes where nobody else has, and closes it; the last one to close moves the questionnaire on. */
export function answerBatchStage(deps: AnswerDependencies): Stage<BatchDocument> {
  const { questionnaires, batches, logs, bus } = deps;
  return {
    job: JOBS.answerBatch,
    store: batches.work,
    async work(batch, { requestId }) {
      const { organizationId, questionnaireId } = batch;
      const questionnaire = await questionnaires.get(organizationId, questionnaireId);
      if (questionnaire?.status === 'ANSWERING_IN_PROGRESS') {
        const isOpen = questionnaire.openBatches.includes(batch._id);
        if (!isOpen && questionnaire.workJob === JOBS.plan.name) {
          // Too early: the run that it belongs to is not stored yet.
          await batches.work.giveBack(batch);
          return;
        }
        // What is closed is answered, and what an earlier run has left behind must not answer for this one.
        if (isOpen) await answerOpen(deps, questionnaire, batch);
        const after = await questionnaires.closeBatch(organizationId, questionnaireId, batch._id);
        await failpoint('batch.closed');
        if (after?.openBatches.length === 0)
          await bus.publish(JOBS.finish, { id: questionnaireId }, { organizationId, requestId });
      }
      await failpoint('batch.announced');
      await batches.work.change(batch, { set: endOfWork() });
    },
    async fail(batch, failure) {
      const questionnaire = await questionnaires.get(batch.organizationId, batch.questionnaireId);
      if (questionnaire?.status === 'ANSWERING_IN_PROGRESS' && questionnaire.openBatches.includes(batch._id))
        await failAnswering(questionnaires, logs, questionnaire, failure);
      await batches.work.change(batch, { set: endOfWork() });
    },
    held: ({ organizationId, questionnaireId }, failure) =>
      tellHeld(logs, { organizationId, _id: questionnaireId }, 'answering', failure),
  };
}

async function answerOpen(
  deps: AnswerDependencies,
  questionnaire: QuestionnaireDocument,
  batch: BatchDocument,
): Promise<void> {
  const { instructions, again, bands } = questionnaire;
  const { questionnaires, questions, reviewQuestions, answering, draftingTotals, logs } = deps;
  const { organizationId, questionnaireId, from, to, knowledgeRevision, chosen } = batch;
  const read = await questions.range(organizationId, questionnaireId, from, to);
  // What a person has emptied before the questions were extracted anew stays empty.
  const own = toAnswer(read, batch).filter(
    ({ answerRevision }) => !keepsQuestions(questionnaire) || chosen || answerRevision === 0,
  );
  const approved = await reviewQuestions.approved(organizationId, questionnaireId);
  const ask = (some: QuestionDocument[]): Promise<Answered[]> =>
    answering.answer(organizationId, { revision: knowledgeRevision, bands }, some, instructions, approved);
  // A batch that has failed before is answered one by one, so that one question does not take the others with it.
  const answers = batch.workFailures === 0 ? await ask(own) : await oneByOne(deps, batch, own, ask);
  await failpoint('batch.answered');
  await questionnaires.counting(organizationId, questionnaireId, async () => {
    if (chosen) await reviewQuestions.answerAgain(organizationId, answers, again?.actor ?? PIPELINE);
    else await questions.writeEngineAnswers(organizationId, answers);
  });
  await failpoint('batch.written');
  await draftingTotals.add(
    organizationId,
    questionnaireId,
    answers.map(({ answer }) => answer),
  );
  const untold = undraftedEntries(batch, answers);
  if (untold.length > 0) await logs.add(organizationId, questionnaireId, untold);
  await refreshBlock(deps, organizationId, questionnaireId, Math.floor(from / BLOCK_SIZE));
  await failpoint('batch.indexed');
}

interface Answered {
  question: QuestionDocument;
  answer: EngineAnswer;
}

/** Questions of one batch that may exceed the limits of answering; with more the evidence is to blame. */
const MOST_PASSED_OVER = 2;

/** An answer for each question; one that exceeds the limits of answering is left to people, who are told so. */
async function oneByOne(
  { logs }: AnswerDependencies,
  { organizationId, questionnaireId }: BatchDocument,
  questions: QuestionDocument[],
  ask: (some: QuestionDocument[]) => Promise<Answered[]>,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  let passedOver = 0;
  for (const question of questions) {
    try {
      answers.push(...(await ask([question])));
    } catch (error) {
      if (!(error instanceof AnsweringLimitError) || ++passedOver > MOST_PASSED_OVER) throw error;
      answers.push({ question, answer: leftToPeople(question._id) });
      const message = `Question ${question.position + 1} could not be read within the limits of answering. Answer it yourself, or shorten it.`;
      const entry = { stage: 'answering' as const, level: 'WARNING' as const, code: 'question_passed_over', message };
      await logs.add(organizationId, questionnaireId, [{ ...entry, identity: question._id }]);
    }
  }
  return answers;
}

const leftToPeople = (questionId: string): EngineAnswer => ({
  questionId,
  status: 'NEEDS_INFO',
  answer: '',
  comment: '',
  reviewNote: 'This question could not be read within the limits of answering.',
  confidence: null,
  citations: [],
  engine: 'local',
});

/** Those of a batch's questions that it answers: what is unanswered, or what was chosen and nobody has changed since. */
function toAnswer(questions: QuestionDocument[], { chosen }: BatchDocument): QuestionDocument[] {
  if (!chosen) return questions.filter(({ answerStatus }) => answerStatus === 'UNANSWERED');
  const revisions = new Map(chosen.map(({ id, answerRevision }) => [id, answerRevision]));
  return questions.filter((question) => isEngines(question) && question.answerRevision === revisions.get(question._id));
}

/** ANSWERING_IN_PROGRESS → ANSWERING_COMPLETED once no batch is open. */
export function finishStage(deps: AnswerDependencies): Stage<QuestionnaireDocument> {
  const { questionnaires, questions, logs, bus, clock } = deps;
  return {
    job: JOBS.finish,
    store: questionnaires.work,
    async work(claim, { requestId }) {
      const { organizationId, _id } = claim;
      if (claim.openBatches.length > 0) {
        await questionnaires.work.giveBack(claim);
        return;
      }
      await failpoint('finish.claimed');
      // What a person has emptied and this run was not asked for is no oversight.
      const own = claim.again || keepsQuestions(claim) ? { answerRevision: 0 } : {};
      const unanswered = await questions.count(organizationId, _id, { status: 'UNANSWERED', ...own });
      if (unanswered > 0)
        throw new TerminalError(
          'questions_unanswered',
          `${unanswered} questions were passed over. Retry the questionnaire.`,
        );
      // What follows on a question that is answered otherwise than it supposes asks nothing.
      await questionnaires.counting(organizationId, _id, () => cascade(deps, organizationId, _id));
      await failpoint('finish.settled');
      await tellContradictions(deps, claim);
      await logs.add(organizationId, _id, [stageDone(claim, 'answering', await whatIsAnswered(deps, claim), clock)]);
      const next = claim.form ? nextWork(JOBS.continueForm, clock) : endOfWork();
      const set = { ...questionnaires.stageFinished(claim, 'answering'), ...next };
      const moved = await questionnaires.move(claim, { to: 'ANSWERING_COMPLETED', actor: PIPELINE }, { set });
      if (moved && claim.form) await bus.publish(JOBS.continueForm, { id: _id }, { organizationId, requestId });
    },
    fail: (claim, failure) => failAnswering(questionnaires, logs, claim, failure),
    held: (claim, failure) => tellHeld(logs, claim, 'answering', failure),
  };
}

async function whatIsAnswered({ questions }: AnswerDependencies, claim: QuestionnaireDocument): Promise<string> {
  const { organizationId, _id, again } = claim;
  const { all } = await questions.recount(organizationId, _id);
  const { total, aiAnswered, manualAnswered } = all;
  const answered = aiAnswered + manualAnswered;
  const asked = again ? `Asked ${counted(again.questions, 'question')} again; answered now are` : 'Answered';
  const left = total - answered;
  return `${asked} ${answered} of ${counted(total, 'question')}, ${aiAnswered} from the evidence; ${left} ${left === 1 ? 'is' : 'are'} left to people.`;
}

async function failAnswering(
  questionnaires: QuestionnaireStore,
  logs: LogStore,
  questionnaire: QuestionnaireDocument,
  failure: { code: string; message: string },
): Promise<void> {
  const { organizationId, _id } = questionnaire;
  await logs.add(organizationId, _id, [{ stage: 'answering', level: 'ERROR', ...failure }]);
  const set = { ...questionnaires.stageFinished(questionnaire, 'answering'), ...endOfWork() };
  await questionnaires.moveByPerson(
    organizationId,
    questionnaire,
    { to: 'ANSWERING_FAILED', actor: PIPELINE, reason: failure.code },
    set,
  );
}
