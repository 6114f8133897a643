import { deterministicId, readAll, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import { fold } from '../domain/fold.js';
import type { SearchBlockDocument } from './documents.js';

export const SEARCH_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, questionnaireId: 1, block: 1 } }];

/** Questions of one block: also the size of an answering batch, so that a finished batch rewrites one block. */
export const BLOCK_SIZE = 50;

/** Block of a questionnaire's own fields. */
export const OWN_FIELDS = -1;

/**
 * What search reads: the distinct words of 50 questions in one string. A plain query word holds no space, so it is a
 * substring of the text exactly when it is a substring of one of its words; repeated words cost nothing.
 */
export class SearchBlockStore {
  private readonly collection: Collection<SearchBlockDocument>;

  constructor(db: Db) {
    this.collection = db.collection<SearchBlockDocument>('search_blocks');
  }

  async put(organizationId: string, questionnaireId: string, block: number, texts: Iterable<string>): Promise<void> {
    const words = new Set<string>();
    for (const text of texts) for (const word of fold(text).split(/\s+/u)) if (word !== '') words.add(word);
    await this.collection.updateOne(
      { _id: deterministicId(questionnaireId, 'search', String(block)), organizationId },
      { $set: { questionnaireId, block, words: [...words].join('\n') } },
      { upsert: true },
    );
  }

  /** Blocks that hold this folded word, as questionnaire id → block numbers. */
  async holding(organizationId: string, word: string): Promise<Map<string, number[]>> {
    const found = new Map<string, number[]>();
    const rows = await readAll(
      this.collection,
      { organizationId, words: { $regex: escapeRegExp(word) } },
      { projection: { _id: 0, questionnaireId: 1, block: 1 } },
    );
    for (const { questionnaireId, block } of rows) {
      const blocks = found.get(questionnaireId);
      if (blocks) blocks.push(block);
      else found.set(questionnaireId, [block]);
    }
    return found;
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.collection.deleteMany({ organizationId, questionnaireId });
  }
}

export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
