import { micros, newId, type Clock } from '@candor/runtime';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { fold } from '@candor/runtime/text';
import type { LibraryAnswerDocument } from './knowledge-documents.js';
import type { KnowledgeRevisions } from './knowledge.js';
import { LEDGER_DUE } from './ledger-marks.js';
import { textKey } from './library.js';

export interface ApprovedAnswer {
  question: string;
  answer: string;
  /** Who approved it. */
  ownerId: string;
}

const LOOK_UP = 500;

/** Takes approved answers into the library, all under one knowledge revision. */
export class LibrarySyncStore {
  private readonly collection: Collection<LibraryAnswerDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
    private readonly revisions: KnowledgeRevisions,
  ) {
    this.collection = db.collection<LibraryAnswerDocument>('library_answers');
  }

  /**
   * A question that the library does not know yet becomes an entry; one that it knows with another answer gets the newer
   * answer (in its latest entry); one that it knows with this answer was verified just now. Repeating changes nothing more.
   * `questionnaireId`: where the answers come from.
   */
  async sync(
    organizationId: string,
    questionnaireId: string,
    answers: readonly ApprovedAnswer[],
  ): Promise<{ created: number; updated: number }> {
    if (answers.length === 0) return { created: 0, updated: 0 };
    const known = await this.known(organizationId, answers);
    return this.revisions.change(organizationId, async (revision) => {
      const at = micros(this.clock);
      const operations: AnyBulkWriteOperation<LibraryAnswerDocument>[] = [];
      const counts = { created: 0, updated: 0 };
      for (const { question, answer, ownerId } of answers) {
        const questionKey = textKey(question);
        const answerKey = textKey(answer);
        const entries = known.get(questionKey) ?? [];
        const same = entries.find((entry) => entry.answerKey === answerKey);
        const target = same ?? entries.at(-1);
        const searchText = fold(`${question}\n${answer}`);
        if (target === undefined) {
          counts.created++;
          const document: LibraryAnswerDocument = {
            _id: newId(),
            organizationId,
            deleted: false,
            revision,
            question,
            answer,
            questionKey,
            answerKey,
            searchText,
            tags: [],
            ownerId,
            expiresAt: 0,
            lastVerifiedAt: at,
            status: 'APPROVED',
            origin: 'questionnaire',
            createdAt: at,
            updatedAt: at,
            writtenAt: at,
            fromQuestionnaire: questionnaireId,
          };
          operations.push({ insertOne: { document } });
          continue;
        }
        if (same === undefined) counts.updated++;
        const written = { origin: 'questionnaire' as const, writtenAt: at, fromQuestionnaire: questionnaireId };
        const text = same === undefined ? { answer, answerKey, searchText, ...written } : {};
        // An entry that had run out is true again: somebody has just approved it.
        const expiresAt = target.expiresAt !== 0 && target.expiresAt <= at ? 0 : target.expiresAt;
        operations.push({
          updateOne: {
            filter: { _id: target._id, organizationId, deleted: false },
            update: {
              $set: {
                ...text,
                ...LEDGER_DUE,
                expiresAt,
                status: 'APPROVED',
                lastVerifiedAt: at,
                revision,
                updatedAt: at,
              },
            },
          },
        });
      }
      await this.collection.bulkWrite(operations, { ordered: false });
      return counts;
    });
  }

  /** Entries by question, oldest first, without archived ones. */
  private async known(
    organizationId: string,
    answers: readonly ApprovedAnswer[],
  ): Promise<Map<string, LibraryAnswerDocument[]>> {
    const keys = [...new Set(answers.map(({ question }) => textKey(question)))];
    const known = new Map<string, LibraryAnswerDocument[]>();
    for (let from = 0; from < keys.length; from += LOOK_UP) {
      const entries = await this.collection
        .find({ organizationId, deleted: false, questionKey: { $in: keys.slice(from, from + LOOK_UP) } })
        .sort({ createdAt: 1 })
        .toArray();
      for (const entry of entries) {
        if (entry.status === 'ARCHIVED') continue;
        const list = known.get(entry.questionKey);
        if (list === undefined) known.set(entry.questionKey, [entry]);
        else list.push(entry);
      }
    }
    return known;
  }
}
