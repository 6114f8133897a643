import { countOf, insertOnce, isDuplicateKey, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const TOPIC_RULE_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, createdAt: 1, _id: 1 } }];

export const TOPIC_ACTIONS = ['people', 'documents', 'answer', 'owner'] as const;
/** What happens to questions of a topic: people answer them, only these documents do, one fixed answer does, or it has an owner. */
export type TopicAction = (typeof TOPIC_ACTIONS)[number];

/** A topic by its words, and what happens to its questions. Times are microseconds; '' means none. */
export interface TopicRuleDocument {
  _id: string;
  organizationId: string;
  name: string;
  /** A question is of the topic when all words of one of these stand in it or in its section. */
  words: string[];
  /** Or when it stands in a section of one of these names. */
  sections: string[];
  action: TopicAction;
  /** For `documents`. */
  documentIds: string[];
  /** For `answer`: the library answer that is given. */
  answerId: string;
  /** For `owner`, and beside `people`. */
  ownerId: string;
  ownerType: '' | 'USER' | 'GROUP';
  active: boolean;
  createdAt: number;
  updatedAt: number;
}

/** Rules by topic; few, so they are read whole. */
export class TopicRuleStore {
  private readonly collection: Collection<TopicRuleDocument>;

  constructor(db: Db) {
    this.collection = db.collection<TopicRuleDocument>('topic_rules');
  }

  /** All rules of an organization, the oldest first: of two that match, it counts. */
  list(organizationId: string): Promise<TopicRuleDocument[]> {
    return this.collection.find({ organizationId }).sort({ createdAt: 1, _id: 1 }).toArray();
  }

  count(organizationId: string): Promise<number> {
    return countOf(this.collection, { organizationId });
  }

  get(organizationId: string, id: string): Promise<TopicRuleDocument | null> {
    return this.collection.findOne({ _id: id, organizationId });
  }

  /** A repeat of the call gives what is there. */
  insert(rule: TopicRuleDocument): Promise<TopicRuleDocument> {
    const { _id, organizationId } = rule;
    return insertOnce(this.collection, rule, { _id, organizationId });
  }

  /** Stores a rule where none of its id is there yet; whether this call did. */
  async insertIfNew(rule: TopicRuleDocument): Promise<boolean> {
    try {
      await this.collection.insertOne(rule);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Writes a rule whole, where nobody has changed or removed it since `readAt`, when it had been changed last; whether it did. */
  async replace(rule: TopicRuleDocument, readAt: number): Promise<boolean> {
    const { _id, organizationId } = rule;
    const { matchedCount } = await this.collection.replaceOne({ _id, organizationId, updatedAt: readAt }, rule);
    return matchedCount > 0;
  }

  async remove(organizationId: string, id: string): Promise<boolean> {
    const { deletedCount } = await this.collection.deleteOne({ _id: id, organizationId });
    return deletedCount > 0;
  }
}
