import { createHash } from 'node:crypto';
import { invalid, lengthOf, micros, notFound, type Clock, type FieldError } from '@candor/runtime';
import type { LibraryAnswerDocument } from '../store/knowledge-documents.js';
import type { AnsweredQuestion, Contradiction } from '../answering/deciding/consistency.js';
import { cycleChange, verified } from './review-cycle.js';
import { textKey, type LibraryFields, type LibraryFilter, type LibraryStore } from '../store/library.js';

export interface LibraryConflict {
  kind: 'conflict' | 'duplicate';
  answers: LibraryAnswerDocument[];
}

/** Answers that say yes and no, or two times, to the same question in other words; by their ids. */
export type FindContradictions = (organizationId: string, answers: AnsweredQuestion[]) => Promise<Contradiction[]>;

export interface ImportRow {
  /** As the importer counted it, from 1, the header included. */
  row: number;
  question: string;
  answer: string;
  tags: string[];
}

export interface ImportReport {
  imported: number;
  duplicates: number;
  conflicts: number;
}

/**
 * The newest entries that are compared in other words: two to three seconds of the thread that answers, far below the limit of a task
 * on a busy machine, too; done anew only when the library changes.
 */
const MOST_COMPARED = 500;
/** Organizations whose contradictions are remembered. */
const MOST_REMEMBERED = 200;

const MOST_QUESTION = 10_000;
const MOST_ANSWER = 50_000;

/** The library of reusable answers. */
export class Library {
  private readonly known = new Map<string, { state: string; pairs: Promise<[string, string][]> }>();

  constructor(
    private readonly store: LibraryStore,
    private readonly clock: Clock,
    private readonly contradictions: FindContradictions,
  ) {}

  /** `creationId`: for the answer, the same for each repeat of one call; '' for any. */
  create(organizationId: string, fields: LibraryFields, creationId = ''): Promise<LibraryAnswerDocument> {
    checkTexts(fields);
    const { expiresAt = 0, reviewEveryDays = 0 } = cycleChange({}, fields, micros(this.clock));
    return this.store.create(organizationId, { ...fields, expiresAt, reviewEveryDays }, 'manual', creationId);
  }

  async get(organizationId: string, id: string): Promise<LibraryAnswerDocument> {
    const found = await this.store.get(organizationId, id);
    if (!found) throw notFound('answer');
    return found;
  }

  async list(
    organizationId: string,
    filter: LibraryFilter,
    limit: number,
    offset: number,
  ): Promise<{ answers: LibraryAnswerDocument[]; total: number }> {
    const [answers, total] = await Promise.all([
      this.store.list(organizationId, filter, limit, offset),
      this.store.count(organizationId, filter),
    ]);
    return { answers, total };
  }

  async update(organizationId: string, id: string, change: Partial<LibraryFields>): Promise<LibraryAnswerDocument> {
    checkTexts(change);
    const cycle = cycleChange(await this.get(organizationId, id), change, micros(this.clock));
    return this.store.update(organizationId, id, { ...change, ...cycle });
  }

  /** A person has looked at it now and found it still true. A review cycle begins anew. */
  async verify(organizationId: string, id: string): Promise<LibraryAnswerDocument> {
    const entry = await this.get(organizationId, id);
    return this.store.update(organizationId, id, verified(entry, micros(this.clock)));
  }

  remove(organizationId: string, id: string): Promise<void> {
    return this.store.remove(organizationId, id);
  }

  /**
   * Takes rows in. A row whose question and answer are known already is a duplicate and left out; one whose question is
   * known with another answer is imported too and counted as a conflict, so that nothing is lost.
   */
  async import(organizationId: string, rows: ImportRow[]): Promise<ImportReport> {
    const report: ImportReport = { imported: 0, duplicates: 0, conflicts: 0 };
    const fresh: LibraryFields[] = [];
    const answersOf = new Map<string, Set<string>>();
    for (const row of rows) {
      const questionKey = textKey(row.question);
      let known = answersOf.get(questionKey);
      if (!known) {
        known = new Set((await this.store.byQuestionKey(organizationId, questionKey)).map((entry) => entry.answerKey));
        answersOf.set(questionKey, known);
      }
      const answerKey = textKey(row.answer);
      if (known.has(answerKey)) {
        report.duplicates++;
        continue;
      }
      if (known.size > 0) report.conflicts++;
      known.add(answerKey);
      report.imported++;
      fresh.push({
        question: row.question,
        answer: row.answer,
        tags: row.tags,
        ownerId: '',
        expiresAt: 0,
        status: 'APPROVED',
      });
    }
    await this.store.createMany(organizationId, fresh, 'import');
    return report;
  }

  /**
   * Groups of entries that ask the same: with one answer (duplicates) or several (conflicts). The same question in other words
   * is found where one entry says yes and the other no, or where they tell two times.
   */
  async conflicts(
    organizationId: string,
    limit: number,
    offset: number,
  ): Promise<{ conflicts: LibraryConflict[]; total: number }> {
    const sameWords = (await this.store.sameQuestions(organizationId)).filter((group) => group.length > 1);
    const groups = [...sameWords, ...(await this.inOtherWords(organizationId))];
    const conflicts = groups.slice(offset, offset + limit).map((answers): LibraryConflict => {
      const kind = new Set(answers.map((entry) => entry.answerKey)).size > 1 ? 'conflict' : 'duplicate';
      return { kind, answers };
    });
    return { conflicts, total: groups.length };
  }

  /** Two and two. */
  private async inOtherWords(organizationId: string): Promise<LibraryAnswerDocument[][]> {
    const entries = await this.store.newest(organizationId, MOST_COMPARED);
    const byId = new Map(entries.map((entry) => [entry._id, entry]));
    const pairs = await this.contradicting(organizationId, entries);
    return pairs
      .map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
      .filter(([one, other]) => one && other && one.questionKey !== other.questionKey);
  }

  private contradicting(
    organizationId: string,
    entries: readonly LibraryAnswerDocument[],
  ): Promise<[string, string][]> {
    const state = createHash('sha256');
    for (const { _id, revision } of entries) state.update(`${_id} ${revision} `);
    const digest = state.digest('hex');
    const known = this.known.get(organizationId);
    if (known?.state === digest) return known.pairs;
    const asked = entries.map(({ _id, question, answer }) => ({ questionId: _id, text: question, answer }));
    const pairs = this.contradictions(organizationId, asked).then((found) =>
      found.map(({ questionIds }) => questionIds),
    );
    this.known.delete(organizationId);
    this.known.set(organizationId, { state: digest, pairs });
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_REMEMBERED && oldest !== undefined) this.known.delete(oldest);
    // What failed is tried again by the next who asks.
    pairs.catch(() => this.known.delete(organizationId));
    return pairs;
  }
}

function checkTexts({ question, answer }: Partial<LibraryFields>): void {
  const errors: FieldError[] = [];
  if (question !== undefined && (question.trim() === '' || lengthOf(question) > MOST_QUESTION)) {
    errors.push({
      path: 'question',
      message: `question must have 1 to ${MOST_QUESTION.toLocaleString('en')} characters.`,
    });
  }
  if (answer !== undefined && (answer.trim() === '' || lengthOf(answer) > MOST_ANSWER)) {
    errors.push({ path: 'answer', message: `answer must have 1 to ${MOST_ANSWER.toLocaleString('en')} characters.` });
  }
  if (errors.length > 0) throw invalid(errors);
}
