import { CandorError } from '@candor/client';
import type { Api } from '../api/api.js';
import type { Assignee, Question } from '../api/types.js';
import { isAborted, wordsOf } from '../api/words.js';
import { createStore } from '../state/store.js';
import { foldedText } from './filters.js';
import { askedBy } from './look-alikes.js';

/** Small enough that reading one page holds up nobody. */
const PAGE_SIZE = 250;

export interface Questions {
  /** By sheet and place; the first page while the others are on their way. */
  all: readonly Question[];
  /** How many have come, of how many there are. */
  loaded: number;
  total: number;
  loading: boolean;
  /** In words for people. */
  error: string | undefined;
  /** Questions that something is being done to. */
  busy: ReadonlySet<string>;
}

/** Somebody else's change stands where this one would have gone. */
export class Outdated extends Error {
  constructor(readonly current: Question) {
    super('somebody else changed the question');
  }
}

type Call = (open: Question, headers: { 'If-Match': string }) => Promise<Question> | undefined;
type Edit = NonNullable<Parameters<Api['call']['editQuestion']>[0]['body']>;

/** The questions of one questionnaire, and what people do to them. Each change names the version that was seen. */
export class QuestionsStore {
  readonly state = createStore<Questions>({
    all: [],
    loaded: 0,
    total: 0,
    loading: true,
    error: undefined,
    busy: new Set(),
  });
  private positions = new Map<string, number>();
  /** The last of what is being done to a question. */
  private readonly underWay = new Map<string, Promise<Question>>();
  private control = new AbortController();

  constructor(
    private readonly api: Api,
    private readonly questionnaireId: string,
    /** Counts have changed. */
    private readonly onChanged: () => void,
  ) {}

  /** Loads everything, page by page; what was shown stays until it is replaced. */
  async load(): Promise<void> {
    this.control.abort();
    const control = new AbortController();
    this.control = control;
    this.put({ loading: true, error: undefined });
    const fresh: Question[] = [];
    const isFirst = this.state.get().all.length === 0;
    try {
      for (;;) {
        const { questions, pagination } = await this.api.call.listQuestions({
          path: { questionnaire_id: this.questionnaireId },
          query: { limit: PAGE_SIZE, offset: fresh.length },
          signal: control.signal,
        });
        for (const question of questions) {
          foldedText(question);
          askedBy(question);
        }
        fresh.push(...questions);
        const done = fresh.length >= pagination.total || questions.length === 0;
        // The first time there is something to begin with at once; then how many have come.
        if (done || (isFirst && fresh.length === questions.length)) this.show([...fresh], pagination.total, !done);
        this.put({ loaded: fresh.length });
        if (done) return;
      }
    } catch (error) {
      if (!isAborted(error) && !control.signal.aborted) this.put({ loading: false, error: wordsOf(error) });
    }
  }

  stop(): void {
    this.control.abort();
  }

  get(id: string | undefined): Question | undefined {
    const position = id === undefined ? undefined : this.positions.get(id);
    return position === undefined ? undefined : this.state.get().all[position];
  }

  /** The question as it is on the server now. */
  async refresh(id: string): Promise<Question> {
    const question = await this.api.call.getQuestion({ path: this.path(id) });
    this.replace(question);
    return question;
  }

  approve(question: Question): Promise<Question> {
    return this.change(question, (open, headers) =>
      open.approved_at === null ? this.api.call.approveQuestion({ path: this.path(open.id), headers }) : undefined,
    );
  }

  unapprove(question: Question): Promise<Question> {
    return this.change(question, (open, headers) =>
      open.approved_at === null ? undefined : this.api.call.unapproveQuestion({ path: this.path(open.id), headers }),
    );
  }

  /** `question`: as the person has seen it. */
  edit(question: Question, body: Edit): Promise<Question> {
    return this.change(question, ({ id }, headers) =>
      this.api.call.editQuestion({ path: this.path(id), headers, body }),
    );
  }

  assign(question: Question, assignee: Pick<Assignee, 'id' | 'type'> | null): Promise<Question> {
    return this.edit(question, { assignee });
  }

  regenerate(question: Question, instructions: string): Promise<Question> {
    return this.change(question, ({ id }, headers) =>
      this.api.call.regenerateAnswer({
        path: this.path(id),
        headers,
        body: { instructions: instructions.trim() || null },
      }),
    );
  }

  /**
   * What is done to one question is done in the order in which the person did it: each change builds on what the one before
   * made of the question, and fails when that one failed. `call` gives nothing when there is nothing to do.
   */
  private async change(question: Question, call: Call): Promise<Question> {
    const { id } = question;
    const before = this.underWay.get(id);
    const turn = before
      ? before.then((made) => this.send(made.version > question.version ? made : question, call))
      : this.send(question, call);
    this.underWay.set(id, turn);
    this.putBusy();
    try {
      return await turn;
    } finally {
      if (this.underWay.get(id) === turn) this.underWay.delete(id);
      this.putBusy();
    }
  }

  private async send(open: Question, call: Call): Promise<Question> {
    try {
      const sent = call(open, { 'If-Match': `"${open.version}"` });
      if (sent === undefined) return open;
      const changed = await sent;
      this.replace(changed);
      // What hangs on it may be another one now.
      if (changed.dependents > 0) void this.load();
      this.onChanged();
      return changed;
    } catch (error) {
      if (error instanceof CandorError && error.status === 412) throw new Outdated(await this.refresh(open.id));
      throw error;
    }
  }

  private path(questionId: string): { questionnaire_id: string; question_id: string } {
    return { questionnaire_id: this.questionnaireId, question_id: questionId };
  }

  private replace(question: Question): void {
    const { all } = this.state.get();
    const position = this.positions.get(question.id);
    const before = position === undefined ? undefined : all[position];
    // Answers may overtake each other.
    if (position === undefined || !before || before.version > question.version) return;
    if (before.version === question.version && JSON.stringify(before) === JSON.stringify(question)) return;
    this.put({ all: all.with(position, question) });
  }

  private show(all: Question[], total: number, loading: boolean): void {
    const known = this.state.get().all;
    // What did not change stays the same object: what was made of it need not be made again. Nor does a page that was read
    // before a change of ours take that change back.
    const kept = all.map((question) => {
      const position = this.positions.get(question.id);
      const before = position === undefined ? undefined : known[position];
      return before && before.version >= question.version ? before : question;
    });
    this.positions = new Map(kept.map(({ id }, position) => [id, position]));
    this.put({ all: kept, total, loading });
  }

  private putBusy(): void {
    this.put({ busy: new Set(this.underWay.keys()) });
  }

  private put(change: Partial<Questions>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
