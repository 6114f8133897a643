import { AppError, micros, notFound, type Clock } from '@candor/runtime';
import { isProcessing } from '../domain/status.js';
import { isOpen, type AskedQuestionStore, type AskedRow } from '../store/asked-questions.js';
import type { QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import { doneFields } from './assigning.js';
import { markOf } from './edit-mark.js';
import type { LifecycleActor } from './lifecycle.js';
import type { Page } from './comments.js';
import { decidedEdit, type QuestionEdit } from './questions-answer.js';
import type { EditedQuestion } from './questions-many.js';
import type { QuestionTarget, QuestionWriter } from './questions-writer.js';

interface Dependencies {
  asked: AskedQuestionStore;
  questionnaires: QuestionnaireStore;
  writer: QuestionWriter;
  clock: Clock;
}

/** A question that is asked of somebody, and the questionnaire it stands in. */
export interface AskedQuestion {
  question: QuestionDocument;
  questionnaire: QuestionnaireDocument;
}

/** Who is asked: the caller's user and groups. */
export interface AskedOf {
  assigneeIds: readonly string[];
}

/** How much one user or group has to do. */
export interface LoadRow {
  assignee: { id: string; type: 'USER' | 'GROUP' };
  open: number;
  overdue: number;
  /** Microseconds; 0: nothing is due. */
  nextDueAt: number;
}

/** What a list of asked questions is narrowed to. */
export interface AskedFilter extends AskedOf {
  /** '': all. */
  questionnaireId: string;
  /** Also what is done, approved or completed. */
  all: boolean;
}

/** What is asked of people, and their answers, whatever their role: being asked is the right to answer. */
export class Asked {
  constructor(private readonly deps: Dependencies) {}

  /** By due date, those without one last, then in the order of their questionnaires. */
  async list(
    organizationId: string,
    { assigneeIds, questionnaireId, all }: AskedFilter,
    { limit, offset }: Page,
  ): Promise<{ questions: AskedQuestion[]; total: number }> {
    const { asked } = this.deps;
    const rows = await asked.rows(organizationId, assigneeIds, questionnaireId);
    const wanted = all ? rows : rows.filter(isWaiting);
    const questionnaires = await this.questionnairesOf(organizationId, wanted, all);
    const there = wanted.filter((row) => questionnaires.has(row.questionnaireId)).sort(byDue(questionnaires));
    const page = there.slice(offset, offset + limit);
    const whole = await asked.byIds(
      organizationId,
      page.map(({ _id }) => _id),
    );
    const byId = new Map(whole.map((question) => [question._id, question]));
    const questions = page.flatMap((row): AskedQuestion[] => {
      const question = byId.get(row._id);
      const questionnaire = questionnaires.get(row.questionnaireId);
      return question && questionnaire ? [{ question, questionnaire }] : [];
    });
    return { questions, total: there.length };
  }

  /** Answers a question that is asked of the caller. */
  async answer(
    by: LifecycleActor & AskedOf,
    questionId: string,
    expectedVersion: number | undefined,
    edit: Pick<QuestionEdit, 'answer' | 'comment' | 'answerStatus'>,
  ): Promise<AskedQuestion> {
    const mark = markOf(by, this.deps.clock);
    return this.change(by, questionId, expectedVersion, (target) =>
      this.deps.writer.change(by.organizationId, target, (question, questionnaire) => {
        checkAsked(question, by);
        return decidedEdit(question, questionnaire, edit, mark);
      }),
    );
  }

  /** Says "done" of questions that are asked of the caller; who asked is told. Of each it says what became of it. */
  async finish(by: LifecycleActor & AskedOf, questionIds: readonly string[]): Promise<EditedQuestion[]> {
    const ids = [...new Set(questionIds)];
    const found = await this.deps.asked.byIds(by.organizationId, ids);
    const mine = found.filter(({ assigneeId }) => by.assigneeIds.includes(assigneeId));
    const questionnaireIds = [...new Set(mine.map(({ questionnaireId }) => questionnaireId))];
    return this.holding(by.organizationId, questionnaireIds, () => this.finishEach(by, ids));
  }

  private async finishEach(by: LifecycleActor & AskedOf, ids: readonly string[]): Promise<EditedQuestion[]> {
    const mark = markOf(by, this.deps.clock);
    const results: EditedQuestion[] = [];
    for (const questionId of ids) {
      const marked = new Set<string>();
      const finishOne = (target: QuestionTarget): Promise<QuestionDocument> =>
        this.deps.writer.change(by.organizationId, target, (question) => {
          checkAsked(question, by);
          const set = doneFields(question, mark);
          if (set) marked.add(questionId);
          return set && { action: 'done', actor: by.actor, set };
        });
      try {
        const { question } = await this.change(by, questionId, undefined, finishOne);
        const outcome = marked.has(questionId) ? 'changed' : 'unchanged';
        results.push({ questionId, outcome, code: '', message: '', version: question.version });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        results.push({ questionId, outcome: 'refused', code: error.code, message: error.message, version: 0 });
      }
    }
    return results;
  }

  /** Of every user and group to whom open questions are assigned, the most loaded first. */
  async load(organizationId: string): Promise<LoadRow[]> {
    const now = micros(this.deps.clock);
    const rows = await this.deps.asked.assigned(organizationId);
    const questionnaires = await this.questionnairesOf(organizationId, rows, false);
    const loads = new Map<string, LoadRow>();
    for (const { assigneeId, assigneeType, dueAt = 0, questionnaireId } of rows) {
      if (!questionnaires.has(questionnaireId)) continue;
      const type = assigneeType || 'USER';
      const key = `${type} ${assigneeId}`;
      const load = loads.get(key) ?? { assignee: { id: assigneeId, type }, open: 0, overdue: 0, nextDueAt: 0 };
      load.open++;
      if (dueAt > 0 && dueAt < now) load.overdue++;
      if (dueAt >= now && (load.nextDueAt === 0 || dueAt < load.nextDueAt)) load.nextDueAt = dueAt;
      loads.set(key, load);
    }
    return [...loads.values()].sort((a, b) => b.open - a.open || (a.assignee.id < b.assignee.id ? -1 : 1));
  }

  /** Keeps a write open in each questionnaire meanwhile, so that nothing of the call is told before all of it is written. */
  private async holding<R>(
    organizationId: string,
    [first, ...others]: readonly string[],
    work: () => Promise<R>,
  ): Promise<R> {
    if (first === undefined) return work();
    return this.deps.questionnaires.counting(organizationId, first, () => this.holding(organizationId, others, work));
  }

  private async change(
    { organizationId, assigneeIds }: LifecycleActor & AskedOf,
    questionId: string,
    expectedVersion: number | undefined,
    write: (target: QuestionTarget) => Promise<QuestionDocument>,
  ): Promise<AskedQuestion> {
    const { asked, questionnaires } = this.deps;
    const [found] = await asked.byIds(organizationId, [questionId]);
    if (!found) throw notFound('question');
    checkAsked(found, { assigneeIds });
    const { questionnaireId } = found;
    const question = await write({ questionnaireId, questionId, expectedVersion });
    const questionnaire = await questionnaires.get(organizationId, questionnaireId);
    if (!questionnaire) throw notFound('question');
    return { question, questionnaire };
  }

  /** Those of these rows that are there; without `all` only those that people can work on. */
  private async questionnairesOf(
    organizationId: string,
    rows: readonly AskedRow[],
    all: boolean,
  ): Promise<Map<string, QuestionnaireDocument>> {
    const found = new Map<string, QuestionnaireDocument>();
    for (const id of new Set(rows.map(({ questionnaireId }) => questionnaireId))) {
      const questionnaire = await this.deps.questionnaires.get(organizationId, id);
      if (!questionnaire) continue;
      if (all || (questionnaire.status !== 'COMPLETED' && !isProcessing(questionnaire.status)))
        found.set(id, questionnaire);
    }
    return found;
  }
}

/** Whether the assignee has not said "done" of it. */
const isWaiting = (row: AskedRow): boolean => isOpen(row) || (!row.approved && row.assignmentState === 'answered');

const byDue =
  (questionnaires: ReadonlyMap<string, QuestionnaireDocument>) =>
  (a: AskedRow, b: AskedRow): number => {
    const dueOf = ({ dueAt = 0 }: AskedRow): number => dueAt || Infinity;
    if (dueOf(a) !== dueOf(b)) return dueOf(a) - dueOf(b);
    const createdAt = (row: AskedRow): number => questionnaires.get(row.questionnaireId)?.createdAt ?? 0;
    return createdAt(a) - createdAt(b) || a.position - b.position || (a._id < b._id ? -1 : 1);
  };

function checkAsked({ assigneeId }: QuestionDocument, { assigneeIds }: AskedOf): void {
  if (assigneeId !== '' && assigneeIds.includes(assigneeId)) return;
  throw new AppError(
    'forbidden',
    'not_asked',
    'This question is not assigned to you or a group of yours. Ask who reviews the questionnaire to assign it.',
  );
}
