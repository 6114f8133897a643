import { ensureIndexes } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const SLACK_CONNECTIONS = 'slack_connections';

/** Whom "Ask an expert" asks. */
export interface SlackExpert {
  id: string;
  type: 'USER' | 'GROUP';
}

/** What an administrator decides about the workspace; secrets are sealed, '' where there is none. */
export interface SlackSettings {
  sealedSigningSecret: string;
  sealedBotToken: string;
  sealedAppToken: string;
  /** Of the workspace and the app's bot, as Slack told. */
  teamId: string;
  teamName: string;
  botUserId: string;
  botId: string;
  /** Slack's ids; empty: everywhere, everybody. */
  channelIds: string[];
  userGroupIds: string[];
  allowGuests: boolean;
  allowSharedChannels: boolean;
  /** Undefined: who connected Slack. */
  expert: SlackExpert | undefined;
  /** The user who connected Slack; '': a key that is nobody's. */
  connectedBy: string;
  missingScopes: string[];
  /** Microseconds. */
  updatedAt: number;
}

/** The Slack workspace of one organization, and how the exchange with it goes. */
export interface SlackConnection extends SlackSettings {
  organizationId: string;
  /** Microseconds; 0: never. */
  lastEventAt: number;
  /** When something came that was not signed with the secret that is kept, microseconds; 0: never. */
  lastUnsignedAt: number;
  /** '': the last exchange went well. */
  lastError: string;
  lastErrorAt: number;
  /** Until when (microseconds) a method of Slack's is left alone, because Slack asked for it. */
  holds: Readonly<Record<string, number>>;
}

interface Row {
  _id: string;
  organization_id: string;
  settings: Omit<SlackSettings, 'expert'> & { expert: SlackExpert | null };
  /** Absent where nothing came. */
  last_event_at?: number;
  /** Absent where nothing such came. */
  last_unsigned_at?: number;
  last_error: string;
  last_error_at: number;
  holds: Record<string, number>;
}

/** Slack workspaces of organizations: one each at most. */
export class SlackConnectionStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(SLACK_CONNECTIONS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, SLACK_CONNECTIONS, [{ keys: { organization_id: 1 } }]);
  }

  async find(organizationId: string): Promise<SlackConnection | undefined> {
    const row = await this.rows.findOne({ _id: organizationId });
    return row ? fromRow(row) : undefined;
  }

  /** In place of what was decided before; what went wrong then is forgotten. */
  async put(organizationId: string, settings: SlackSettings): Promise<SlackConnection> {
    const fields = {
      organization_id: organizationId,
      settings: { ...settings, expert: settings.expert ?? null },
      last_error: '',
      last_error_at: 0,
      holds: {},
    };
    const before = await this.rows.findOneAndUpdate({ _id: organizationId }, { $set: fields }, { upsert: true });
    const came = { last_event_at: before?.last_event_at ?? 0, last_unsigned_at: before?.last_unsigned_at ?? 0 };
    return fromRow({ _id: organizationId, ...came, ...fields });
  }

  /** False when there was none. */
  async remove(organizationId: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: organizationId })).deletedCount > 0;
  }

  /** Something came, at a time in microseconds. */
  async heard(organizationId: string, at: number): Promise<void> {
    await this.rows.updateOne({ _id: organizationId }, { $max: { last_event_at: at } });
  }

  /** The same of what was not signed with the secret that is kept. */
  async heardUnsigned(organizationId: string, at: number): Promise<void> {
    await this.rows.updateOne({ _id: organizationId }, { $max: { last_unsigned_at: at } });
  }

  /** What went wrong, as a sentence; '' when all went well again. */
  async wentWrong(organizationId: string, error: string, at: number): Promise<void> {
    const fields = { last_error: error, last_error_at: error === '' ? 0 : at };
    await this.rows.updateOne({ _id: organizationId, last_error: { $ne: error } }, { $set: fields });
  }

  /** What the app may not do and should. */
  async lacks(organizationId: string, scopes: string[]): Promise<void> {
    await this.rows.updateOne({ _id: organizationId }, { $set: { 'settings.missingScopes': scopes } });
  }

  /** A method of Slack's is to be left alone until a time in microseconds. */
  async hold(organizationId: string, method: string, until: number): Promise<void> {
    await this.rows.updateOne({ _id: organizationId }, { $max: { [`holds.${keyOf(method)}`]: until } });
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId });
  }
}

/** A dot would be a path in the database. */
const keyOf = (method: string): string => method.replaceAll('.', '_');

/** Until when a method is to be left alone, microseconds; 0: it is not. */
export const heldUntil = ({ holds }: Pick<SlackConnection, 'holds'>, method: string): number =>
  holds[keyOf(method)] ?? 0;

const fromRow = (row: Row): SlackConnection => ({
  ...row.settings,
  expert: row.settings.expert ?? undefined,
  organizationId: row._id,
  lastEventAt: row.last_event_at ?? 0,
  lastUnsignedAt: row.last_unsigned_at ?? 0,
  lastError: row.last_error,
  lastErrorAt: row.last_error_at,
  holds: row.holds,
});
