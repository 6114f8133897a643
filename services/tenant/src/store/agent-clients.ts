import { ensureIndexes, readFirst } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const AGENT_CLIENTS = 'agent_clients';

/** A program that made itself known, so that people can connect it. */
export interface AgentClient {
  id: string;
  /** What it calls itself: nobody has checked it. */
  name: string;
  /** Where people may be sent back to. */
  redirectUris: string[];
  /** Microseconds. */
  createdAt: number;
  /** Until then it is kept, microseconds. */
  keptUntil: number;
}

interface Row {
  _id: string;
  name: string;
  redirect_uris: string[];
  created_at: number;
  kept_until: number;
}

/** Clients of OAuth. They belong to no organization: a program is known before any person connects it. */
export class AgentClientStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(AGENT_CLIENTS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, AGENT_CLIENTS, [{ keys: { kept_until: 1 } }]);
  }

  async insert({ id, name, redirectUris, createdAt, keptUntil }: AgentClient): Promise<void> {
    const times = { created_at: createdAt, kept_until: keptUntil };
    await this.rows.insertOne({ _id: id, name, redirect_uris: redirectUris, ...times });
  }

  async find(id: string): Promise<AgentClient | undefined> {
    const row = await readFirst(this.rows, { _id: id });
    if (!row) return undefined;
    const { name, redirect_uris: redirectUris, created_at: createdAt, kept_until: keptUntil } = row;
    return { id, name, redirectUris, createdAt, keptUntil };
  }

  /** Those that are kept no longer than one that nobody has connected (until `until`, microseconds). */
  countUnused(until: number): Promise<number> {
    return this.rows.countDocuments({ kept_until: { $lte: until } });
  }

  /** Makes room: forgets the one that nobody has connected for the longest, if it is older than `before` (microseconds). */
  async forgetOldest(before: number, keptAtMost: number): Promise<boolean> {
    const unused = { kept_until: { $lte: keptAtMost }, created_at: { $lt: before } };
    const oldest = await this.rows.findOne(unused, { sort: { kept_until: 1 }, projection: { _id: 1 } });
    return oldest !== null && (await this.rows.deleteOne({ _id: oldest._id })).deletedCount > 0;
  }

  /** It is kept until then (microseconds). */
  async keep(id: string, until: number): Promise<void> {
    await this.rows.updateOne({ _id: id }, { $set: { kept_until: until } });
  }
}
