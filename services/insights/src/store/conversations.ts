import { countOf, deterministicId, ensureIndexes, isDuplicateKey, readPage } from '@candor/runtime';
import { MongoBulkWriteError, type Collection, type Db, type Filter } from 'mongodb';

export const SOURCE_TYPES = ['web_ui', 'slack_dm', 'browser_extension'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** How a conversation came: by a page, by a call, or from a file. */
export const ORIGINS = ['ask_page', 'api', 'slack', 'browser_extension', 'mcp', 'trust_portal', 'import'] as const;
export type Origin = (typeof ORIGINS)[number];

/** What the source type tells about the origin, where nothing else is known. */
export const ORIGIN_OF: Readonly<Record<SourceType, Origin>> = {
  web_ui: 'ask_page',
  slack_dm: 'slack',
  browser_extension: 'browser_extension',
};

export interface Conversation {
  id: string;
  organizationId: string;
  /** Clean of markdown and citation marks. */
  question: string;
  answer: string;
  userName: string | undefined;
  userEmail: string | undefined;
  userProfileImage: string | undefined;
  sourceType: SourceType;
  origin: Origin;
  /** Microseconds. */
  answeredAt: number;
  /** Nothing was known. */
  unanswered: boolean;
  /** What was said of the answer last; absent: nothing. */
  feedback?: Feedback | undefined;
}

/** What somebody said of the answer. */
export interface Feedback {
  verdict: 'helpful' | 'wrong';
  /** Who said so, by name. */
  by: string;
  /** Microseconds. */
  at: number;
}

export interface ConversationRow {
  /** Made of organization and id: what one organization imports takes no id from another. */
  _id: string;
  organization_id: string;
  conversation_id: string;
  question: string;
  answer: string;
  user_name: string | null;
  user_email: string | null;
  user_profile_image: string | null;
  source_type: SourceType;
  /** Absent in rows of releases before. */
  origin?: Origin;
  answered_at: number;
  unanswered: 0 | 1;
  /** Absent as long as nobody judged it. */
  feedback?: Feedback;
}

/** From `from` on and before `before`, microseconds. */
export interface TimeRange {
  from: number;
  before: number;
}

const CONVERSATIONS = 'conversations';

/** Conversations of an organization, newest first; equal times are ordered by id. */
export class ConversationStore {
  private readonly rows: Collection<ConversationRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<ConversationRow>(CONVERSATIONS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, CONVERSATIONS, [
      { keys: { organization_id: 1, answered_at: -1, conversation_id: 1 } },
      { keys: { organization_id: 1, source_type: 1, unanswered: 1, answered_at: -1 } },
      { keys: { organization_id: 1, unanswered: 1, answered_at: -1, conversation_id: 1 } },
      { keys: { organization_id: 1, unanswered: 1, origin: 1, answered_at: -1, conversation_id: 1 } },
    ]);
  }

  /** Inserts those that are not there yet, which stay as they are; how many. */
  async insertMany(organizationId: string, conversations: Conversation[]): Promise<number> {
    if (conversations.length === 0) return 0;
    const rows = conversations.map((conversation) => toRow({ ...conversation, organizationId }));
    try {
      return (await this.rows.insertMany(rows, { ordered: false })).insertedCount;
    } catch (error) {
      if (error instanceof MongoBulkWriteError && isDuplicateKey(error)) return error.insertedCount;
      throw error;
    }
  }

  async find(organizationId: string, conversationId: string): Promise<Conversation | undefined> {
    const row = await this.rows.findOne({
      _id: rowId(organizationId, conversationId),
      organization_id: organizationId,
    });
    return row ? fromRow(row) : undefined;
  }

  /** A page of those answered before `before` (undefined: of all). The cost grows with `skip`: see SpanStore. */
  async page(
    organizationId: string,
    before: number | undefined,
    page: { skip: number; limit: number },
  ): Promise<Conversation[]> {
    const filter: Filter<ConversationRow> = { organization_id: organizationId };
    if (before !== undefined) filter.answered_at = { $lt: before };
    const rows = await readPage(this.rows, filter, { sort: { answered_at: -1, conversation_id: 1 }, ...page });
    return rows.map(fromRow);
  }

  /** Those of a range; of one channel with or without an answer when `kind` is given. */
  count(
    organizationId: string,
    range: TimeRange,
    kind?: { sourceType: SourceType; unanswered: boolean },
  ): Promise<number> {
    const answered_at = { $gte: range.from, $lt: range.before };
    const of = kind ? { source_type: kind.sourceType, unanswered: kind.unanswered ? (1 as const) : (0 as const) } : {};
    return countOf(this.rows, { organization_id: organizationId, ...of, answered_at });
  }

  /** Those of the range that got no answer, newest first, and how many there are; `origin` undefined: however they came. */
  async unanswered(
    organizationId: string,
    range: TimeRange,
    { origin, offset, limit }: { origin: Origin | undefined; offset: number; limit: number },
  ): Promise<{ conversations: Conversation[]; total: number }> {
    const filter: Filter<ConversationRow> = {
      organization_id: organizationId,
      unanswered: 1,
      ...(origin === undefined ? {} : { origin }),
      answered_at: { $gte: range.from, $lt: range.before },
    };
    const page = { sort: { answered_at: -1 as const, conversation_id: 1 as const }, skip: offset, limit };
    const [rows, total] = await Promise.all([
      limit === 0 ? [] : readPage(this.rows, filter, page),
      countOf(this.rows, filter),
    ]);
    return { conversations: rows.map(fromRow), total };
  }

  /** The last word counts. False when the conversation is not in the log. */
  async judge(organizationId: string, conversationId: string, feedback: Feedback): Promise<boolean> {
    const key = { _id: rowId(organizationId, conversationId), organization_id: organizationId };
    return (await this.rows.updateOne(key, { $set: { feedback } })).matchedCount > 0;
  }

  /** Who asked, where that was not known; a name that is there stays. */
  async nameAsker(
    organizationId: string,
    conversationId: string,
    { userName, userEmail, userProfileImage }: Pick<Conversation, 'userName' | 'userEmail' | 'userProfileImage'>,
  ): Promise<void> {
    const asked = { _id: rowId(organizationId, conversationId), organization_id: organizationId, user_name: null };
    const asker = {
      user_name: userName ?? null,
      ...(userEmail !== undefined && { user_email: userEmail }),
      ...(userProfileImage !== undefined && { user_profile_image: userProfileImage }),
    };
    await this.rows.updateOne(asked, { $set: asker });
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId });
  }
}

export const rowId = (organizationId: string, id: string): string =>
  deterministicId('conversation', organizationId, id);

export const toRow = (c: Conversation): ConversationRow => ({
  _id: rowId(c.organizationId, c.id),
  organization_id: c.organizationId,
  conversation_id: c.id,
  question: c.question,
  answer: c.answer,
  user_name: c.userName ?? null,
  user_email: c.userEmail ?? null,
  user_profile_image: c.userProfileImage ?? null,
  source_type: c.sourceType,
  origin: c.origin,
  answered_at: c.answeredAt,
  unanswered: c.unanswered ? 1 : 0,
});

export const fromRow = (row: ConversationRow): Conversation => ({
  id: row.conversation_id,
  organizationId: row.organization_id,
  question: row.question,
  answer: row.answer,
  userName: row.user_name ?? undefined,
  userEmail: row.user_email ?? undefined,
  userProfileImage: row.user_profile_image ?? undefined,
  sourceType: row.source_type,
  origin: row.origin ?? ORIGIN_OF[row.source_type],
  answeredAt: row.answered_at,
  unanswered: row.unanswered === 1,
  ...(row.feedback && { feedback: row.feedback }),
});
