import {
  countOf,
  isDuplicateKey,
  readAll,
  readFirst,
  TerminalError,
  type IndexDeclaration,
  readPart,
} from '@candor/runtime';
import type { AnyBulkWriteOperation, Collection, Db, Filter, OptionalUnlessRequiredId } from 'mongodb';
import type { EngineAnswer } from '../answering/types.js';
import { countsOf, type AnswerStatus, type CountedGroup, type QuestionCounts } from '../domain/statistics.js';
import type { QuestionDocument, SheetDocument } from './documents.js';

export const QUESTION_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, questionnaireId: 1, position: 1 } },
  { keys: { organizationId: 1, questionnaireId: 1, answerStatus: 1, approved: 1 } },
  { keys: { organizationId: 1, assigneeId: 1, questionnaireId: 1 } },
];
export const SHEET_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, questionnaireId: 1, index: 1 } }];

export interface QuestionFilter {
  sheetId?: string;
  status?: AnswerStatus;
  /** One of these users and groups. */
  assigneeIds?: readonly string[];
  answerRevision?: number;
}

/** What an assignee has still to answer; the state is absent in what releases of before wrote. */
const OPEN = { approved: false, assignmentState: { $nin: ['answered' as const, 'done' as const] } };

export type QuestionText = Pick<QuestionDocument, '_id' | 'sheetId' | 'position' | 'text' | 'answer'>;

/** Sheets and questions of questionnaires. */
export class QuestionStore {
  private readonly questions: Collection<QuestionDocument>;
  private readonly sheets: Collection<SheetDocument>;

  constructor(db: Db) {
    this.questions = db.collection<QuestionDocument>('questions');
    this.sheets = db.collection<SheetDocument>('sheets');
  }

  /**
   * Inserts what is not there yet: ids are deterministic, so a repeated job changes nothing. Two questions with one id are a
   * defect of the extraction that would lose one of them: throws the terminal error `question_key_twice`.
   */
  async insertQuestions(documents: QuestionDocument[]): Promise<void> {
    if (await insertMissing(this.questions, documents)) return;
    const wanted = new Map(documents.map((document) => [document._id, document]));
    const stored = await readAll(
      this.questions,
      { organizationId: documents[0]?.organizationId ?? '', _id: { $in: [...wanted.keys()] } },
      { projection: { position: 1 } },
    );
    for (const { _id, position } of stored) if (wanted.get(_id)?.position !== position) throw keyTwice();
    if (wanted.size < documents.length) throw keyTwice();
  }

  /** Writes a sheet, in the place of what an earlier extraction said of it. */
  async putSheet({ _id, organizationId, ...sheet }: SheetDocument): Promise<void> {
    await this.sheets.updateOne({ _id, organizationId }, { $set: sheet }, { upsert: true });
  }

  /** Removes all sheets but these. */
  async keepSheets(organizationId: string, questionnaireId: string, ids: readonly string[]): Promise<void> {
    await this.sheets.deleteMany({ organizationId, questionnaireId, _id: { $nin: [...ids] } });
  }

  listSheets(organizationId: string, questionnaireId: string): Promise<SheetDocument[]> {
    return readAll(this.sheets, { organizationId, questionnaireId }, { sort: { index: 1 } });
  }

  get(organizationId: string, questionnaireId: string, id: string): Promise<QuestionDocument | null> {
    return readFirst(this.questions, { _id: id, organizationId, questionnaireId });
  }

  /** By place; or those first on which most others hang. */
  list(
    organizationId: string,
    questionnaireId: string,
    filter: QuestionFilter,
    { limit, offset, byDependents = false }: { limit: number; offset: number; byDependents?: boolean },
  ): Promise<QuestionDocument[]> {
    return readPart(this.questions, where(organizationId, questionnaireId, filter), {
      sort: byDependents ? { dependents: -1, position: 1 } : { position: 1 },
      skip: offset,
      limit,
    });
  }

  count(organizationId: string, questionnaireId: string, filter: QuestionFilter = {}): Promise<number> {
    return countOf(this.questions, where(organizationId, questionnaireId, filter));
  }

  /** What is answered, in order, without its citations: to look over a whole questionnaire. */
  answered(
    organizationId: string,
    questionnaireId: string,
    limit: number,
  ): Promise<Pick<QuestionDocument, '_id' | 'text' | 'answer' | 'position'>[]> {
    return this.questions
      .find({ organizationId, questionnaireId, answer: { $ne: '' } })
      .project<Pick<QuestionDocument, '_id' | 'text' | 'answer' | 'position'>>({ text: 1, answer: 1, position: 1 })
      .sort({ position: 1 })
      .limit(limit)
      .toArray();
  }

  /** Questions at positions [from, to), in order. */
  range(organizationId: string, questionnaireId: string, from: number, to: number): Promise<QuestionDocument[]> {
    const own = { organizationId, questionnaireId, position: { $gte: from, $lt: to } };
    return readAll(this.questions, own, { sort: { position: 1 } });
  }

  /** What search shows of the questions at these positions, in order. */
  async texts(organizationId: string, questionnaireId: string, positions: readonly number[]): Promise<QuestionText[]> {
    const own = { organizationId, questionnaireId, position: { $in: [...positions] } };
    // Sorted here: a database that sorts reads each of them twice.
    const found = await readAll(this.questions, own, {
      projection: { position: 1, sheetId: 1, text: 1, answer: 1 },
    });
    return found.sort((a, b) => a.position - b.position);
  }

  /** By questionnaire: how many open questions are assigned to one of these users and groups. */
  async assignedTo(organizationId: string, assigneeIds: readonly string[]): Promise<Map<string, number>> {
    if (assigneeIds.length === 0) return new Map();
    const groups = await this.questions
      .aggregate<{ _id: string; count: number }>([
        { $match: { organizationId, assigneeId: { $in: [...assigneeIds] }, ...OPEN } },
        { $group: { _id: '$questionnaireId', count: { $sum: 1 } } },
      ])
      .toArray();
    return new Map(groups.map(({ _id, count }) => [_id, count]));
  }

  /** A recount, by sheet. */
  async recount(
    organizationId: string,
    questionnaireId: string,
  ): Promise<{ all: QuestionCounts; bySheet: Record<string, QuestionCounts> }> {
    const groups = await this.questions
      .aggregate<{ _id: { sheetId: string; answerStatus: AnswerStatus; approved: boolean }; count: number }>([
        { $match: { organizationId, questionnaireId } },
        {
          $group: {
            _id: { sheetId: '$sheetId', answerStatus: '$answerStatus', approved: '$approved' },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
    const flat = groups.map(({ _id, count }) => ({ ..._id, count }));
    const bySheet: Record<string, CountedGroup[]> = {};
    for (const group of flat) (bySheet[group.sheetId] ??= []).push(group);
    return {
      all: countsOf(flat),
      bySheet: Object.fromEntries(Object.entries(bySheet).map(([id, own]) => [id, countsOf(own)])),
    };
  }

  /**
   * Writes an engine's answers where the question is still unanswered at the revision that the engine saw: a person's
   * edit made meanwhile wins. Returns how many were written.
   */
  async writeEngineAnswers(
    organizationId: string,
    answers: { question: QuestionDocument; answer: EngineAnswer }[],
  ): Promise<number> {
    if (answers.length === 0) return 0;
    const operations: AnyBulkWriteOperation<QuestionDocument>[] = answers.map(({ question, answer }) => ({
      updateOne: {
        filter: {
          _id: question._id,
          organizationId,
          answerStatus: 'UNANSWERED',
          answerRevision: question.answerRevision,
        },
        update: {
          $set: engineFields(answer),
          $inc: { version: 1, answerRevision: 1 },
        },
      },
    }));
    const result = await this.questions.bulkWrite(operations, { ordered: false });
    return result.modifiedCount;
  }

  /** Keeps what the customer's file already answered: no engine writes over it. Whose it is, `answeredBy` tells. */
  async keepExistingAnswers(organizationId: string, questionnaireId: string, ids: string[]): Promise<void> {
    const questions = await this.questions.find({ _id: { $in: ids }, organizationId, questionnaireId }).toArray();
    const operations: AnyBulkWriteOperation<QuestionDocument>[] = questions.map((question) => ({
      updateOne: {
        filter: { _id: question._id, organizationId, answerStatus: 'UNANSWERED' },
        update: {
          $set: { answer: question.existingAnswer, answerStatus: 'MANUALLY_ANSWERED' },
          $inc: { version: 1, answerRevision: 1 },
        },
      },
    }));
    if (operations.length > 0) await this.questions.bulkWrite(operations, { ordered: false });
  }

  /** Removes the questions and sheets of a questionnaire. */
  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.questions.deleteMany({ organizationId, questionnaireId });
    await this.sheets.deleteMany({ organizationId, questionnaireId });
  }
}

/** What an engine's answer sets on its question. */
export const engineFields = (given: EngineAnswer) => {
  const { answer, comment, status, confidence, citations, reviewNote, engine, drafting } = given;
  const draftedWith =
    engine === 'openai' && drafting ? { model: drafting.model, promptVersion: drafting.promptVersion } : null;
  return {
    answer,
    comment,
    answerStatus: status,
    confidence,
    citations,
    reviewNote,
    draftedWith,
    commentByPerson: false,
    ownConfidence: null,
  };
};

function where(organizationId: string, questionnaireId: string, filter: QuestionFilter): Filter<QuestionDocument> {
  return {
    organizationId,
    questionnaireId,
    ...(filter.sheetId === undefined ? {} : { sheetId: filter.sheetId }),
    ...(filter.status === undefined ? {} : { answerStatus: filter.status }),
    ...(filter.assigneeIds === undefined ? {} : { assigneeId: { $in: [...filter.assigneeIds] } }),
    ...(filter.answerRevision === undefined ? {} : { answerRevision: filter.answerRevision }),
  };
}

/**
 * Inserts documents with deterministic ids, passing over those that an earlier attempt already wrote. Returns whether all of
 * them were new.
 */
export async function insertMissing<T extends { _id: string }>(
  collection: Collection<T>,
  documents: T[],
): Promise<boolean> {
  if (documents.length === 0) return true;
  try {
    await collection.insertMany(documents as unknown as OptionalUnlessRequiredId<T>[], { ordered: false });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

const keyTwice = (): TerminalError =>
  new TerminalError(
    'question_key_twice',
    'Two questions of the file were taken for one, which is a defect on our side. Nothing was stored; report the file.',
  );
