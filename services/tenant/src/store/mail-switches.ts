import { ensureIndexes } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { NotificationKind } from '../notifications/kinds.js';

export const MAIL_SWITCHES = 'mail_switches';

/** What the link in a mail switches off. */
export interface MailSwitch {
  organizationId: string;
  userId: string;
  /** '': the daily mail, with every kind that comes in it. */
  kind: NotificationKind | '';
}

interface Row {
  /** SHA-256 of the token, hex: the token itself stands in the mail alone. */
  _id: string;
  organization_id: string;
  user_id: string;
  kind: NotificationKind | '';
  created_at: number;
}

/** Links that switch mails off; as a key does, a token says itself whose it is. */
export class MailSwitchStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(MAIL_SWITCHES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, MAIL_SWITCHES, [
      { keys: { organization_id: 1, user_id: 1 } },
      { keys: { created_at: 1 } },
    ]);
  }

  /** Before the mail with the token goes out. `now` in microseconds. */
  async insert({ organizationId, userId, kind }: MailSwitch, hash: string, now: number): Promise<void> {
    await this.rows.insertOne({ _id: hash, organization_id: organizationId, user_id: userId, kind, created_at: now });
  }

  async findByHash(hash: string): Promise<MailSwitch | undefined> {
    const row = await this.rows.findOne({ _id: hash });
    return row ? { organizationId: row.organization_id, userId: row.user_id, kind: row.kind } : undefined;
  }

  async removeOfUser(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, user_id: userId });
  }
}
