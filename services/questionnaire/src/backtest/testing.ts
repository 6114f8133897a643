import { deterministicId, failpoint, micros, steadyOf, type Bus, type Clock } from '@candor/runtime';
import type { AnswerPair, PairVerdict } from '../answering/deciding/said-the-same.js';
import type { EngineAnswer } from '../answering/types.js';
import { topicOf } from '../extraction/topics.js';
import { JOBS } from '../jobs/catalogue.js';
import type { Stage } from '../jobs/stage.js';
import type {
  BacktestAnswerDocument,
  BacktestDocument,
  BacktestPartDocument,
  BacktestSource,
  BacktestVerdict,
  VerdictReason,
} from '../store/backtest-documents.js';
import type { BacktestAnswerStore } from '../store/backtest-answers.js';
import type { BacktestStore } from '../store/backtests.js';
import type { QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import type { PastKnowledge } from '../store/past-knowledge.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import { endOfWork, nextWork } from '../store/work.js';
import { pastEvidence, type PastEvidence } from './past.js';
import type { PastAnswering } from './past-answering.js';

export interface TestingDependencies {
  backtests: BacktestStore;
  backtestAnswers: BacktestAnswerStore;
  pastKnowledge: PastKnowledge;
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  pastAnswering: PastAnswering;
  bus: Bus;
  clock: Clock;
}

/** Questions that are answered, compared and stored together. */
const AT_ONCE = 25;
/** So long one claim goes on, milliseconds; then others have their turn, and the next one goes on. */
const TURN_MS = 300_000;
/** Orders of questions of one questionnaire are below this. */
const MOST_POSITIONS = 1_000_000;

/**
 * Answers a past questionnaire as if it were new and compares each answer with what was sent. What is done is stored page by
 * page, so that whoever takes it up goes on from there.
 */
export function backtestStage(deps: TestingDependencies): Stage<BacktestPartDocument> {
  const { backtests, bus, clock } = deps;
  return {
    job: JOBS.backtest,
    store: backtests.work,
    async work(part, { requestId }) {
      const { organizationId } = part;
      const backtest = await backtests.get(organizationId, part.backtestId);
      if (backtest?.state === 'RUNNING' && part.state !== 'DONE') {
        const outcome = await testPart(deps, backtest, part);
        if (outcome === 'lost') return;
        if (outcome === 'later') {
          const again = { ...nextWork(JOBS.backtest, clock), workLeaseUntil: 0 };
          if (await backtests.work.change(part, { set: again }))
            await bus.publish(JOBS.backtest, { id: part._id }, { organizationId, requestId });
          return;
        }
      }
      await failpoint('backtest.tested');
      await endPart(deps, part);
    },
    async fail(part, { message }) {
      await backtests.work.change(part, { set: { state: 'FAILED', failure: message } });
      await endPart(deps, part);
    },
  };
}

/** The last one to end ends the backtest; a crash in between repeats it. */
async function endPart({ backtests, clock }: TestingDependencies, part: BacktestPartDocument): Promise<void> {
  await backtests.finish(part.organizationId, part.backtestId, micros(clock));
  await failpoint('backtest.finished');
  await backtests.work.change(part, { set: endOfWork() });
}

type Outcome = 'done' | 'later' | 'lost';

async function testPart(
  deps: TestingDependencies,
  backtest: BacktestDocument,
  part: BacktestPartDocument,
): Promise<Outcome> {
  const { backtests, questionnaires, pastKnowledge, pastAnswering } = deps;
  const { organizationId, questionnaireId } = part;
  const questionnaire = await questionnaires.get(organizationId, questionnaireId);
  if (!questionnaire || questionnaire.deleted) {
    const gone = { state: 'FAILED' as const, failure: 'The questionnaire was deleted meanwhile.' };
    return (await backtests.work.change(part, { set: gone })) ? 'done' : 'lost';
  }
  const parts = await backtests.partsOf(organizationId, backtest._id);
  const toldAtOf = new Map(parts.map((one) => [one.questionnaireId, one.toldAt]));
  const cut = { ...part, undated: backtest.undated, toldAtOf };
  const evidence = await pastEvidence(pastKnowledge, organizationId, cut);
  const name = `${organizationId} backtest ${part._id}`;
  try {
    const { bands } = backtest;
    return await testPages(deps, { part, questionnaire, evidence, name, bands });
  } finally {
    await pastAnswering.forget(name);
  }
}

interface Task {
  part: BacktestPartDocument;
  questionnaire: QuestionnaireDocument;
  evidence: PastEvidence;
  /** Of the index. */
  name: string;
  bands: BacktestDocument['bands'];
}

async function testPages(deps: TestingDependencies, task: Task): Promise<Outcome> {
  const { backtests, backtestAnswers, questions, pastAnswering, clock } = deps;
  const { part, questionnaire, evidence, name, bands } = task;
  const { organizationId, questionnaireId, toldAt } = part;
  const steady = steadyOf(clock);
  const until = steady.now() + TURN_MS;
  const all = await questions.range(organizationId, questionnaireId, 0, MOST_POSITIONS);
  for (let from = part.done; from < all.length; from += AT_ONCE) {
    if (steady.now() > until) return 'later';
    const page = all.slice(from, from + AT_ONCE);
    const asked = { instructions: questionnaire.instructions, now: toldAt, bands };
    const answers = await pastAnswering.answer(organizationId, name, evidence, page, asked);
    await failpoint('backtest.answered');
    await backtestAnswers.put(organizationId, await comparedPage(deps, task, page, answers));
    await failpoint('backtest.stored');
    const done = from + page.length;
    const set = { state: 'RUNNING' as const, done, questions: all.length, evidence: evidence.counts };
    if (!(await backtests.work.change(part, { set }))) return forgotten(deps, part);
  }
  const set = { state: 'DONE' as const, done: all.length, questions: all.length };
  return (await backtests.work.change(part, { set })) ? 'done' : forgotten(deps, part);
}

/** The claim was lost: to another worker, or because the backtest was deleted; then nothing of it stays. */
async function forgotten({ backtests, backtestAnswers }: TestingDependencies, part: BacktestPartDocument) {
  const { organizationId, backtestId } = part;
  if (!(await backtests.get(organizationId, backtestId))) await backtestAnswers.purge(organizationId, backtestId);
  return 'lost' as const;
}

async function comparedPage(
  { pastAnswering }: TestingDependencies,
  task: Task,
  page: readonly QuestionDocument[],
  answers: readonly EngineAnswer[],
): Promise<BacktestAnswerDocument[]> {
  const both = page.flatMap((question, i): { question: QuestionDocument; ours: EngineAnswer }[] => {
    const ours = answers[i];
    return ours ? [{ question, ours }] : [];
  });
  const pairs = both.filter(({ question, ours }) => ours.answer !== '' && sentBy(question) === 'answered').map(pairOf);
  const compared = await pastAnswering.compare(task.part.organizationId, pairs);
  const verdicts = new Map(compared.map((verdict) => [verdict.id, verdict]));
  return both.map(({ question, ours }) => rowOf(task, question, ours, verdicts.get(question._id)));
}

const pairOf = ({ question, ours }: { question: QuestionDocument; ours: EngineAnswer }): AnswerPair => ({
  id: question._id,
  question: question.text,
  options: question.options,
  ours: { answer: ours.answer, comment: ours.comment },
  sent: { answer: question.answer, comment: question.comment },
});

/** What was sent to a question: an answer that somebody stands behind, nothing, or what an engine alone wrote. */
export function sentBy({ answer, answerStatus, approved }: QuestionDocument): 'answered' | 'open' | 'not_approved' {
  if (answer.trim() === '') return 'open';
  if (answerStatus === 'NOT_APPLICABLE') return 'not_approved';
  return approved || answerStatus === 'MANUALLY_ANSWERED' ? 'answered' : 'not_approved';
}

const OF_PAIRS = { agreed: 'AGREED', contradicted: 'CONTRADICTED', unclear: 'NOT_COMPARABLE' } as const;

function verdictOf(
  question: QuestionDocument,
  ours: EngineAnswer,
  compared: PairVerdict | undefined,
): { verdict: BacktestVerdict; reason: VerdictReason } {
  const sent = sentBy(question);
  const isOpen = ours.answer === '';
  if (sent === 'not_approved') return { verdict: 'NOT_COMPARABLE', reason: 'not_approved' };
  if (sent === 'open') return { verdict: isOpen ? 'OPEN_IN_BOTH' : 'ANSWERED_WHERE_OPEN', reason: '' };
  if (isOpen) return { verdict: 'OPEN_WHERE_ANSWERED', reason: '' };
  return compared
    ? { verdict: OF_PAIRS[compared.verdict], reason: compared.reason }
    : { verdict: 'NOT_COMPARABLE', reason: 'unclear' };
}

function rowOf(
  { part, evidence }: Task,
  question: QuestionDocument,
  ours: EngineAnswer,
  compared: PairVerdict | undefined,
): BacktestAnswerDocument {
  const { organizationId, backtestId, questionnaireId, position } = part;
  const oursSources = ours.citations.map((citation): BacktestSource => {
    const told = evidence.earlier.get(citation.sourceId);
    if (!told) return citation;
    return { ...citation, sourceId: told.questionnaireId, sourceType: 'questionnaire', locator: told.title };
  });
  return {
    _id: deterministicId(part._id, 'answer', question._id),
    organizationId,
    backtestId,
    questionnaireId,
    questionnaireTitle: part.title,
    questionId: question._id,
    customer: part.customer,
    order: position * MOST_POSITIONS + question.position,
    topic: topicOf(question),
    question: question.text,
    ours: ours.answer,
    oursComment: ours.comment,
    oursSources,
    band: ours.confidence?.band ?? ('' as const),
    score: ours.confidence?.score ?? 0,
    sent: question.answer,
    sentComment: question.comment,
    sentSources: question.citations,
    ...verdictOf(question, ours, compared),
    settled: 'OPEN',
    note: '',
    changedBy: '',
    changedAt: 0,
  };
}
