import { AppError, failpoint, invalid, micros, notFound, type Clock } from '@candor/runtime';
import { BLOCK_SIZE } from '../search/block-words.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import type { Change, ReviewQuestionStore } from '../store/review-questions.js';
import { checkApprover, isOwnEdit, ownEdit } from './approval-rule.js';
import { markOf } from './edit-mark.js';
import type { LifecycleActor } from './lifecycle.js';
import { decidedEdit, isAnswered, noAnswer, type QuestionEdit } from './questions-answer.js';
import { stale, type QuestionWriter } from './questions-writer.js';

/** A question, and the version that the caller has seen of it; undefined: whatever it is. */
export interface SeenQuestion {
  questionId: string;
  expectedVersion: number | undefined;
}

/** What became of one question. */
export interface EditedQuestion {
  questionId: string;
  outcome: 'changed' | 'unchanged' | 'refused';
  /** Of the error that a single edit would have met; '' when it was not refused. */
  code: string;
  message: string;
  /** After the call; 0 where there is no such question. */
  version: number;
}

/** Questions that are written with one command. */
const AT_ONCE = 200;
/** What an edit leaves behind. */
const OWN: ReadonlySet<string> = new Set(['edited', 'assigned']);
/** Rounds for questions that others changed between reading and writing. */
const ROUNDS = 5;

/** Does the same to many questions: as so many single edits, in a few writes, and tells of each what became of it. */
export class ManyQuestions {
  constructor(
    private readonly reviewQuestions: ReviewQuestionStore,
    private readonly writer: QuestionWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * Edits the questions, then approves them when `approve` says so. A question that already is as it should be is left alone,
   * whatever its version: a repeat of the call finds its own work.
   */
  async edit(
    by: LifecycleActor,
    questionnaireId: string,
    wanted: readonly SeenQuestion[],
    edit: QuestionEdit,
    approve: { approversOnly: boolean } | undefined,
  ): Promise<EditedQuestion[]> {
    await this.writer.find(by.organizationId, questionnaireId);
    const mark = markOf(by, this.clock);
    const approver = approve && { ...by, ...approve };
    if (approver) checkApprover(approver);
    const isEdit = Object.keys(edit).length > 0;
    if (wanted.length === 0) throw invalid([{ path: 'questions', message: 'Name at least one question.' }]);
    if (!isEdit && !approve)
      throw invalid([
        { path: 'answer', message: 'Give answer, comment, answer_status or assignee, or approve: true.' },
      ]);
    return this.writer.whileEditable(by.organizationId, questionnaireId, async (questionnaire) => {
      const run = new ManyRun(this.reviewQuestions, questionnaire, wanted);
      if (isEdit)
        await run.write((question, isSeen) => {
          const change = decidedEdit(question, questionnaire, edit, mark);
          if (change !== null && !isSeen) throw stale();
          return change;
        });
      await this.writer.refreshSearch(by.organizationId, questionnaireId, run.blocks);
      if (run.changesRoots) await this.writer.cascade(by.organizationId, questionnaireId);
      if (approver)
        await run.write((question, isSeen) => {
          if (question.approved) return null;
          const isOwn = isEdit && question.lastChange?.actor === by.actor && OWN.has(question.lastChange.action);
          // After an edit that was cut short, the version that was seen is the one before it.
          if (!isSeen && !(isOwn && run.isNextOfSeen(question))) throw stale();
          if (!isAnswered(question)) throw noAnswer();
          if (isOwnEdit(question, approver)) throw ownEdit();
          const set = { approved: true, approvedBy: by.actor, approvedAt: micros(this.clock) };
          return { action: 'approved', actor: by.actor, set };
        });
      return run.results();
    });
  }
}

type Decide = (question: ReviewedQuestionDocument, isSeen: boolean) => Change | null;

/** One call: what was seen of each question, how it is now, and what became of it. */
class ManyRun {
  private readonly seen: Map<string, number | undefined>;
  private readonly now = new Map<string, ReviewedQuestionDocument>();
  private readonly changed = new Set<string>();
  private readonly refused = new Map<string, AppError>();
  /** Blocks of the search index whose answers have changed. */
  readonly blocks = new Set<number>();

  constructor(
    private readonly reviewQuestions: ReviewQuestionStore,
    private readonly questionnaire: QuestionnaireDocument,
    wanted: readonly SeenQuestion[],
  ) {
    this.seen = new Map(wanted.map(({ questionId, expectedVersion }) => [questionId, expectedVersion]));
  }

  /** Whether other questions hang on one of these, and its answer was changed. */
  get changesRoots(): boolean {
    return [...this.now.values()].some(({ rootChange }) => rootChange);
  }

  isNextOfSeen({ _id, version }: ReviewedQuestionDocument): boolean {
    return this.seen.get(_id) === version - 1;
  }

  /** Changes each question that is not refused yet, as `decide` says of it as it is now. */
  async write(decide: Decide): Promise<void> {
    const ids = [...this.seen.keys()].filter((id) => !this.refused.has(id));
    for (let from = 0; from < ids.length; from += AT_ONCE)
      await this.writeSome(ids.slice(from, from + AT_ONCE), decide);
  }

  private async writeSome(ids: string[], decide: Decide): Promise<void> {
    let left = ids;
    for (let round = 0; round < ROUNDS && left.length > 0; round++) {
      await this.read(left);
      const changes = left.flatMap((id) => this.decided(id, decide));
      const written = await this.reviewQuestions.changeEach(changes);
      await failpoint('edit.written');
      for (const { question, change } of changes) {
        if (!written.has(question._id)) continue;
        this.changed.add(question._id);
        // Each of our changes is one version on, and is what the next one builds on.
        this.seen.set(question._id, question.version + 1);
        if (change.set.answer !== undefined && change.set.answer !== question.answer)
          this.blocks.add(Math.floor(question.position / BLOCK_SIZE));
      }
      left = changes.map(({ question }) => question._id).filter((id) => !written.has(id));
    }
    for (const id of left) this.refused.set(id, busy());
    await this.read(ids);
  }

  private async read(ids: string[]): Promise<void> {
    const { organizationId, _id } = this.questionnaire;
    for (const question of await this.reviewQuestions.select(organizationId, _id, { ids }))
      this.now.set(question._id, question);
  }

  private decided(id: string, decide: Decide): { question: ReviewedQuestionDocument; change: Change }[] {
    const question = this.now.get(id);
    const expected = this.seen.get(id);
    try {
      if (question === undefined) throw notFound('question');
      const isSeen = expected === undefined || expected === question.version;
      const change = decide(question, isSeen);
      if (change !== null) return [{ question, change }];
      // The call that did it may have ended before search knew.
      if (!isSeen) this.blocks.add(Math.floor(question.position / BLOCK_SIZE));
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.refused.set(id, error);
      return [];
    }
  }

  results(): EditedQuestion[] {
    return [...this.seen.keys()].map((questionId) => {
      const error = this.refused.get(questionId);
      const version = this.now.get(questionId)?.version ?? 0;
      const outcome = error ? 'refused' : this.changed.has(questionId) ? 'changed' : 'unchanged';
      return { questionId, outcome, code: error?.code ?? '', message: error ? messageOf(error) : '', version };
    });
  }
}

/** What is wrong with a field says more than that something is. */
const messageOf = (error: AppError): string => error.errors?.[0]?.message ?? error.message;

const busy = (): AppError =>
  new AppError('conflict', 'question_busy', 'The question is being changed by others. Try again.');
