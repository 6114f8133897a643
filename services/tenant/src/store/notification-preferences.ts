import { deterministicId, ensureIndexes } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import {
  DEFAULT_DELIVERIES,
  isNotificationDelivery,
  NOTIFICATION_KINDS,
  type NotificationDelivery,
  type NotificationKind,
} from '../notifications/kinds.js';

export const NOTIFICATION_PREFERENCES = 'notification_preferences';
export const DEFAULT_HOUR = 8;

/** How a person wants to be told. */
export interface NotificationPreferences {
  kinds: Record<NotificationKind, NotificationDelivery>;
  /** Of the daily mail, 0 to 23. */
  hour: number;
  /** IANA name that the person chose; undefined: as the organization's. */
  timeZone: string | undefined;
}

export interface PreferencesChange {
  kinds?: Partial<Record<NotificationKind, NotificationDelivery>>;
  hour?: number | undefined;
  /** '': as the organization's. */
  timeZone?: string | undefined;
}

interface Row {
  _id: string;
  organization_id: string;
  user_id: string;
  /** What the person has chosen; the others, and what is absent, are as they are by default. */
  kinds?: Partial<Record<string, string>>;
  hour?: number;
  /** '' or absent: as the organization's. */
  time_zone?: string;
}

/** What people chose; who chose nothing has no row. */
export class NotificationPreferenceStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(NOTIFICATION_PREFERENCES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, NOTIFICATION_PREFERENCES, [{ keys: { organization_id: 1, user_id: 1 } }]);
  }

  async find(organizationId: string, userId: string): Promise<NotificationPreferences> {
    return (await this.findMany(organizationId, [userId])).get(userId) ?? fromRow(undefined);
  }

  /** Of each of `userIds`, whether they chose something or not. */
  async findMany(organizationId: string, userIds: readonly string[]): Promise<Map<string, NotificationPreferences>> {
    const ids = userIds.map((userId) => preferencesId(organizationId, userId));
    const rows = await this.rows.find({ organization_id: organizationId, _id: { $in: ids } }).toArray();
    const chosen = new Map(rows.map((row) => [row.user_id, row]));
    return new Map(userIds.map((userId) => [userId, fromRow(chosen.get(userId))]));
  }

  /** What is undefined stays. */
  async change(
    organizationId: string,
    userId: string,
    { kinds = {}, hour, timeZone }: PreferencesChange,
  ): Promise<void> {
    const set = {
      organization_id: organizationId,
      user_id: userId,
      ...Object.fromEntries(Object.entries(kinds).map(([kind, delivery]) => [`kinds.${kind}`, delivery])),
      ...(hour === undefined ? {} : { hour }),
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    };
    await this.rows.updateOne({ _id: preferencesId(organizationId, userId) }, { $set: set }, { upsert: true });
  }

  async remove(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteOne({ _id: preferencesId(organizationId, userId), organization_id: organizationId });
  }
}

/** The one row of a person. */
export const preferencesId = (organizationId: string, userId: string): string =>
  deterministicId('notification-preferences', organizationId, userId);

function fromRow(row: Row | undefined): NotificationPreferences {
  const kinds = { ...DEFAULT_DELIVERIES } as Record<NotificationKind, NotificationDelivery>;
  for (const kind of NOTIFICATION_KINDS) {
    const chosen = row?.kinds?.[kind];
    if (chosen !== undefined && isNotificationDelivery(chosen)) kinds[kind] = chosen;
  }
  return { kinds, hour: row?.hour ?? DEFAULT_HOUR, timeZone: row?.time_zone || undefined };
}
