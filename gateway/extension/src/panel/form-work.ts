import type { PageNotice } from '../page/messages.js';
import type { FillResult, FoundForm, UndoResult } from '../page/types.js';
import { t } from '../words/words.js';
import { acceptance, type Said } from './accepting.js';
import { givenAnswer, sentQuestion } from './answers.js';
import type { Api, Overview, Question, SentQuestion } from './api.js';
import { drawAnswers } from './drawing.js';
import { FormMemory, type RememberedForm } from './form-memory.js';
import { NOTHING, type FormState, type Row } from './form-state.js';
import { Page } from './page.js';
import { pageWords } from './page-words.js';
import { missingKeys, newQuestions, sendQuestions, toBeAsked } from './sending.js';
import { CallFailed } from './server.js';

const POLL_EVERY_MS = 1500;
/** Polls in which nothing is under way though questions are missing: then they do not come. */
const MOST_QUIET = 10;

/** Reads forms, has their questions answered as one questionnaire, and does in the page what the person says. */
export class FormWork {
  state: FormState = NOTHING;
  private page: Page | undefined;
  private stopNotices: () => void = () => undefined;
  private remembered: RememberedForm | undefined;
  private polling = 0;
  private lookAgain: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly api: Api,
    private readonly onChange: (state: FormState) => void,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Reads the page in front; `anew` begins another questionnaire, else the one of this tab and site goes on. */
  async read({ anew = false } = {}): Promise<void> {
    if (this.state.isBusy) return;
    this.put({ isBusy: true, isFailed: false });
    try {
      this.page = await Page.inFront();
      this.stopNotices();
      this.stopNotices = this.page.onNotice((notice) => this.noticed(notice));
      const { form } = await this.page.ask({ type: 'candor.find' });
      const memory = await FormMemory.of(this.page, form.address, anew);
      if (memory.formId !== this.remembered?.formId) this.state = { ...NOTHING, isBusy: true };
      this.remembered = memory;
      this.put({ form, rows: this.rowsOf(form) });
      await this.send(form, this.page, memory);
    } finally {
      this.put({ isBusy: false });
    }
    void this.poll();
  }

  close(): void {
    this.polling++;
    clearTimeout(this.lookAgain);
    this.stopNotices();
  }

  /** Fills the fields of these questions with their answers. */
  async fill(keys: readonly string[]): Promise<void> {
    const answers = this.state.rows.flatMap(({ found, question }) => {
      const answer = question && keys.includes(found.key) ? givenAnswer(question, found) : undefined;
      return answer ? [{ key: found.key, answer }] : [];
    });
    if (answers.length === 0) return;
    await this.working(keys, async (page) => {
      const { results } = await page.ask({ type: 'candor.fill', answers });
      for (const result of results) this.filled(result);
    });
  }

  /** Takes back what was filled in: of these questions, or of all. */
  async undo(keys?: readonly string[]): Promise<void> {
    await this.working(keys ?? [], async (page) => {
      const { results } = await page.ask({ type: 'candor.undo', ...(keys ? { keys: [...keys] } : {}) });
      for (const result of results) this.undone(result);
    });
  }

  async show(key: string): Promise<void> {
    await this.working([], async (page) => {
      await page.ask({ type: 'candor.reveal', key });
    });
  }

  /**
   * Approves the answers that the panel shows, where the fields say the same, and keeps them in the answer library. What a
   * field says otherwise is shown, and waits for `acceptSaid`.
   */
  async accept(keys: readonly string[]): Promise<void> {
    const shown = new Map(this.state.rows.map(({ found, question }) => [found.key, question]));
    await this.working(keys, async (page) => {
      const { values } = await page.ask({ type: 'candor.read', keys: [...keys] });
      for (const value of values) {
        const { key } = value;
        const question = shown.get(key);
        if (!question) continue;
        const accepted = acceptance(value, question);
        if (accepted.as === 'answer') await this.acceptOne(key, question);
        else if (accepted.as === 'nothing') this.change(key, { said: undefined, note: t('emptyField') });
        else this.change(key, { said: accepted.said, note: t('fieldDiffers') });
      }
    });
  }

  /** Approves, and keeps, the words of the field that were shown to the person: `said` of the row, whatever the page says now. */
  async acceptSaid(key: string, said: Said): Promise<void> {
    const { question } = this.row(key) ?? {};
    if (question) await this.working([key], () => this.acceptOne(key, question, said));
  }

  /** What is refused of one question, is told beside it, and does not keep the others from being accepted. */
  private async acceptOne(key: string, question: Question, said?: Said): Promise<void> {
    try {
      this.change(key, { question: await this.approved(question, said), said: undefined, note: '' });
    } catch (error) {
      if (!(error instanceof CallFailed) || error.kind !== 'refused') throw error;
      // Somebody else may have changed it: the next try begins with what it is now.
      const now = await this.api.question(this.state.questionnaireId, question.id);
      this.change(key, { question: now, said: undefined, note: error.message });
    }
  }

  private async approved(question: Question, said: Said | undefined): Promise<Question> {
    const { questionnaireId: id } = this.state;
    let now = said ? await this.api.edit(id, question, said) : question;
    if (now.approved_at === null) now = await this.api.approve(id, now);
    return this.api.edit(id, now, { keep_in_library: true });
  }

  /** Sends the many questions that wait for the person's word. */
  async sendWaiting(): Promise<void> {
    const { page, remembered, state } = this;
    if (!page || !remembered || !state.form || !state.waiting) return;
    await this.sendNow(newQuestions(state.form, remembered));
  }

  /** Sends questions again that the server does not have, though they were sent. */
  async sendLost(): Promise<void> {
    const { remembered, state } = this;
    if (!remembered || !state.form) return;
    const lost = new Set(state.lost);
    await this.sendNow(newQuestions(state.form, remembered, lost).filter(({ key }) => lost.has(key)));
  }

  private async sendNow(questions: readonly SentQuestion[]): Promise<void> {
    const { page, remembered, state } = this;
    if (!page || !remembered || !state.form || state.isBusy) return;
    this.put({ isBusy: true, isFailed: false });
    try {
      await sendQuestions(this.api, state.form, remembered, questions, (memory) => FormMemory.keep(page, memory));
      this.put({ questionnaireId: remembered.questionnaireId, waiting: undefined, lost: [] });
    } finally {
      this.put({ isBusy: false });
    }
    void this.poll();
  }

  private async send(form: FoundForm, page: Page, memory: RememberedForm): Promise<void> {
    const unknown = newQuestions(form, memory);
    const waiting = toBeAsked(form, unknown);
    this.put({ waiting, lost: [] });
    if (!waiting) await sendQuestions(this.api, form, memory, unknown, (known) => FormMemory.keep(page, known));
    this.put({ questionnaireId: memory.questionnaireId });
  }

  /** Follows the answering until nothing is left to wait for; a later call takes its place. */
  private async poll(): Promise<void> {
    const turn = ++this.polling;
    const { questionnaireId } = this.state;
    if (questionnaireId === '') return;
    try {
      for (let quiet = 0; quiet < MOST_QUIET;) {
        const [overview, questions] = await Promise.all([
          this.api.overview(questionnaireId),
          this.api.questions(questionnaireId),
        ]);
        if (turn !== this.polling) return;
        this.answered(overview, questions);
        await drawAnswers(this.page, this.state.rows);
        const missing = missingKeys(this.state, this.remembered);
        if (!overview.should_poll) quiet++;
        if (quiet === MOST_QUIET || this.state.isFailed) this.put({ lost: missing });
        if (!overview.should_poll && (missing.length === 0 || this.state.isFailed)) break;
        await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
        if (turn !== this.polling) return;
      }
    } catch (error) {
      if (turn === this.polling) this.put({ progress: undefined });
      this.onFailure(error);
    }
  }

  private answered(overview: Overview, questions: readonly Question[]): void {
    const byKey = new Map(questions.map((question) => [question.location?.field ?? '', question]));
    const rows = this.state.rows.map((row): Row => {
      const question = byKey.get(row.found.key);
      const isNewer = question && question.version >= (row.question?.version ?? 0);
      return isNewer ? { ...row, question } : row;
    });
    const sent = rows.filter(({ found }) => sentQuestion(found));
    const done = sent.filter(({ question }) => question && question.answer_status !== 'UNANSWERED').length;
    this.put({
      rows,
      progress: overview.should_poll ? { done, total: sent.length } : undefined,
      isFailed: overview.status.endsWith('_FAILED'),
    });
  }

  private noticed(notice: PageNotice): void {
    if (notice.type === 'candor.filled') this.filled(notice.result);
    else if (notice.type === 'candor.undone') this.undone(notice.result);
    else if (notice.type === 'candor.opened') this.put({ opened: { key: notice.key } });
    else {
      clearTimeout(this.lookAgain);
      this.lookAgain = setTimeout(() => void this.readMore(), 1000);
    }
  }

  /** The page shows other questions now: those that are new go to the same questionnaire. */
  private async readMore(): Promise<void> {
    const { page, remembered } = this;
    if (!page || !remembered || this.state.isBusy) return;
    try {
      const { form } = await page.ask({ type: 'candor.find' });
      this.put({ form, rows: this.rowsOf(form) });
      await this.send(form, page, remembered);
      void this.poll();
    } catch (error) {
      this.onFailure(error);
    }
  }

  private rowsOf(form: FoundForm): Row[] {
    const before = new Map(this.state.rows.map((row) => [row.found.key, row]));
    return form.questions.map((found) => {
      const known = before.get(found.key);
      return known ? { ...known, found } : { found, isFilled: false, note: '', isBusy: false };
    });
  }

  private filled({ key, status, message }: FillResult): void {
    if (status === 'filled') this.change(key, { isFilled: true, said: undefined, note: t('filled') });
    else this.change(key, { note: pageWords(status, message) });
  }

  private undone({ key, status, message }: UndoResult): void {
    if (status === 'undone') this.change(key, { isFilled: false, said: undefined, note: t('undone') });
    else this.change(key, { note: pageWords(status, message) });
  }

  private row = (key: string): Row | undefined => this.state.rows.find(({ found }) => found.key === key);

  private change(key: string, change: Partial<Row>): void {
    this.put({ rows: this.state.rows.map((row) => (row.found.key === key ? { ...row, ...change } : row)) });
  }

  private async working(keys: readonly string[], work: (page: Page) => Promise<void>): Promise<void> {
    const { page } = this;
    if (!page) return;
    for (const key of keys) this.change(key, { isBusy: true });
    try {
      await work(page);
    } catch (error) {
      this.onFailure(error);
    } finally {
      for (const key of keys) this.change(key, { isBusy: false });
    }
  }

  private put(change: Partial<FormState>): void {
    this.state = { ...this.state, ...change };
    this.onChange(this.state);
  }
}
