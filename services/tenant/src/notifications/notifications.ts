import {
  AppError,
  DEFAULT_TIME_ZONE,
  invalid,
  isTimeZone,
  micros,
  newId,
  notFound,
  type Caller,
  type Clock,
  type FieldError,
} from '@candor/runtime';
import type { Access } from '../access.js';
import { hashKey } from '../api-key.js';
import { NO_TIME_ZONE } from '../organization-changes.js';
import type { AuditRecorder } from '../audit.js';
import type { MailSwitch, MailSwitchStore } from '../store/mail-switches.js';
import type { NotificationMailStore } from '../store/notification-mails.js';
import type { NotificationPreferences, NotificationPreferenceStore } from '../store/notification-preferences.js';
import type { Notification, NotificationStore } from '../store/notifications.js';
import type { OrganizationStore } from '../store/organizations.js';
import type { User, UserStore } from '../store/users.js';
import type { DailyMails } from './daily-mails.js';
import {
  isNotificationDelivery,
  isNotificationKind,
  NOTIFICATION_KINDS,
  type NotificationDelivery,
  type NotificationKind,
} from './kinds.js';
import { isMailLanguage, MAIL_LANGUAGES, mailLanguageOf, type MailLanguage } from './words.js';

export interface NotificationsParts {
  notifications: NotificationStore;
  notificationMails: NotificationMailStore;
  notificationPreferences: NotificationPreferenceStore;
  mailSwitches: MailSwitchStore;
  users: UserStore;
  organizations: OrganizationStore;
  access: Access;
  audit: AuditRecorder;
  daily: DailyMails;
  clock: Clock;
}

/** One notification as its reader sees it. */
export interface ShownNotification extends Notification {
  /** Undefined: nobody in particular, or somebody who left. */
  actorName: string | undefined;
  /** 'none' when no mail was asked for. */
  mail: string;
}

export interface ShownPreferences extends NotificationPreferences {
  /** The person's own, or the organization's. */
  timeZone: string;
  ownTimeZone: boolean;
  user: User;
  language: MailLanguage;
}

/** What is sent of preferences; what is absent stays. */
export interface PreferencesInput {
  kinds: Record<string, string>;
  hour?: number | undefined;
  /** '': as the organization's. */
  timeZone?: string | undefined;
  language?: string | undefined;
}

export interface ShownSwitch {
  kind: NotificationKind | undefined;
  organizationName: string;
  language: MailLanguage;
  isOff: boolean;
}

const MOST_MARKED = 1000;

/**
 * What the acting person was told, and how they want to be told. It is the person's, in the organization that they belong to,
 * wherever the session works; nobody else's can be named.
 */
export class Notifications {
  constructor(private readonly parts: NotificationsParts) {}

  /** Of a key that is nobody's there are none. */
  async list(
    caller: Caller,
    page: { limit: number; offset: number; unreadOnly: boolean },
  ): Promise<{ notifications: ShownNotification[]; total: number; unread: number }> {
    const { notifications, users, notificationMails, access } = this.parts;
    if (caller.ownerId === '') return { notifications: [], total: 0, unread: 0 };
    const home = await access.homeOf(caller);
    const list = await notifications.list(home, caller.ownerId, page);
    const actors = list.notifications.flatMap(({ actorId }) => (actorId === undefined ? [] : [actorId]));
    const [names, states] = await Promise.all([
      users.names(home, [...new Set(actors)]),
      notificationMails.statesOf(home, list.notifications.map(mailIdOf)),
    ]);
    const shown = list.notifications.map((one) => ({
      ...one,
      actorName: names.get(one.actorId ?? ''),
      mail: mailStateOf(one, states.get(mailIdOf(one))),
    }));
    return { ...list, notifications: shown };
  }

  /** Resolves to how many are unread then. */
  async markRead(caller: Caller, which: { ids: string[]; until?: number | undefined }): Promise<number> {
    const { notifications, clock } = this.parts;
    const { home, id } = await this.person(caller);
    if (which.ids.length > MOST_MARKED) {
      throw invalid([{ path: 'ids', message: `ids must have at most ${MOST_MARKED} entries.` }]);
    }
    const these = which.until === undefined ? { ids: which.ids } : { until: which.until };
    await notifications.markRead(home, id, these, micros(clock));
    return notifications.unread(home, id);
  }

  async preferences(caller: Caller): Promise<ShownPreferences> {
    const { home, user } = await this.person(caller);
    const { notificationPreferences, organizations } = this.parts;
    const [preferences, organization] = await Promise.all([
      notificationPreferences.find(home, user.id),
      organizations.find(home),
    ]);
    return {
      ...preferences,
      timeZone: preferences.timeZone ?? organization?.timeZone ?? DEFAULT_TIME_ZONE,
      ownTimeZone: preferences.timeZone !== undefined,
      user,
      language: languageOf(user),
    };
  }

  async changePreferences(caller: Caller, input: PreferencesInput): Promise<ShownPreferences> {
    const { notificationPreferences, users, daily, audit } = this.parts;
    const { home, id } = await this.person(caller);
    const { language, ...change } = checked(input);
    await notificationPreferences.change(home, id, change);
    if (language !== undefined) await users.setLanguage(home, id, language);
    if (change.hour !== undefined || change.timeZone !== undefined) await daily.reschedule(home, id);
    await audit.record(
      { ...caller, organizationId: home },
      {
        action: 'notification_preferences.updated',
        targetType: 'user',
        targetId: id,
        details: Object.fromEntries(Object.entries(change.kinds)),
      },
    );
    return this.preferences(caller);
  }

  /** What the link in a mail switches off. */
  async mailSwitch(token: string): Promise<ShownSwitch> {
    return this.shownSwitch(await this.switchOf(token));
  }

  /** Switches it off for the person whose mail it was, and for nobody else. */
  async switchOff(token: string, requestId: string): Promise<ShownSwitch> {
    const { notificationPreferences, audit } = this.parts;
    const off = await this.switchOf(token);
    const { organizationId, userId } = off;
    const kinds = await this.kindsOf(off);
    if (kinds.length > 0) {
      const change = Object.fromEntries(kinds.map((kind) => [kind, 'off' as const]));
      await notificationPreferences.change(organizationId, userId, { kinds: change });
      await audit.record(
        { organizationId, keyId: '', role: 'VIEWER', scopes: [], ownerId: userId, requestId },
        {
          action: 'notification_preferences.switched_off_by_mail',
          targetType: 'user',
          targetId: userId,
          details: change,
        },
        newId(),
      );
    }
    return this.shownSwitch(off);
  }

  private async switchOf(token: string): Promise<MailSwitch> {
    const found = await this.parts.mailSwitches.findByHash(hashKey(token));
    if (found) return found;
    throw new AppError(
      'not_found',
      'mail_switch_not_found',
      'This link is not valid any more. Sign in and choose there what you are told.',
    );
  }

  /** Kinds that a link would still change. */
  private async kindsOf({ organizationId, userId, kind }: MailSwitch): Promise<NotificationKind[]> {
    const { kinds } = await this.parts.notificationPreferences.find(organizationId, userId);
    return kind === ''
      ? NOTIFICATION_KINDS.filter((one) => kinds[one] === 'daily')
      : NOTIFICATION_KINDS.filter((one) => one === kind && kinds[one] !== 'off');
  }

  private async shownSwitch(off: MailSwitch): Promise<ShownSwitch> {
    const { users, organizations } = this.parts;
    const [user, organization, open] = await Promise.all([
      users.find(off.organizationId, off.userId),
      organizations.find(off.organizationId),
      this.kindsOf(off),
    ]);
    return {
      kind: off.kind === '' ? undefined : off.kind,
      organizationName: organization?.name ?? '',
      language: mailLanguageOf(user?.language),
      isOff: open.length === 0,
    };
  }

  private async person(caller: Caller): Promise<{ home: string; id: string; user: User }> {
    if (caller.ownerId === '') throw personRequired();
    const home = await this.parts.access.homeOf(caller);
    const user = await this.parts.users.find(home, caller.ownerId);
    if (!user) throw notFound('user');
    return { home, id: user.id, user };
  }
}

const mailIdOf = ({ id, delivery, dailyMail }: Notification): string => (delivery === 'daily' ? dailyMail : id);
const languageOf = (user: User): MailLanguage => mailLanguageOf(user.language);

/** As people read it: what is claimed waits, too. */
function mailStateOf({ delivery }: Notification, state: string | undefined): string {
  if (delivery === 'off') return 'none';
  if (state === undefined) return delivery === 'daily' ? 'waiting' : 'none';
  if (state === 'pending' || state === 'claimed') return 'waiting';
  return state === 'delivered' ? 'sent' : state;
}

function checked({ kinds, hour, timeZone, language }: PreferencesInput) {
  const errors: FieldError[] = [];
  const chosen: Partial<Record<NotificationKind, NotificationDelivery>> = {};
  for (const [kind, delivery] of Object.entries(kinds)) {
    if (isNotificationKind(kind) && isNotificationDelivery(delivery)) chosen[kind] = delivery;
    else errors.push({ path: `kinds.${kind}`, message: 'A kind of notification is told at_once, daily or off.' });
  }
  if (hour !== undefined && !(Number.isInteger(hour) && hour >= 0 && hour <= 23)) {
    errors.push({ path: 'hour', message: 'hour must be a whole number from 0 to 23.' });
  }
  if (timeZone !== undefined && timeZone !== '' && !isTimeZone(timeZone)) {
    errors.push({ path: 'time_zone', message: NO_TIME_ZONE });
  }
  if (language !== undefined && !isMailLanguage(language)) {
    errors.push({ path: 'language', message: `language must be one of ${MAIL_LANGUAGES.join(', ')}.` });
  }
  if (errors.length > 0) throw invalid(errors);
  return { kinds: chosen, hour, timeZone, language };
}

const personRequired = (): AppError =>
  new AppError(
    'conflict',
    'person_required',
    'Notifications are of a person. Sign in, or use an API key that has an owner.',
  );
