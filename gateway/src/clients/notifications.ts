import {
  NotificationServiceClient,
  type MailSwitch,
  type Notification as NotificationMessage,
  type NotificationPreferences as PreferencesMessage,
} from '@candor/proto/candor/tenant/v1/notifications';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Notification, NotificationList, Preferences, UnreadCount } from '../routes/notifications/resource.js';
import { wholePage } from './whole-page.js';

export interface PreferencesChange {
  kinds: Record<string, string>;
  hour: number | undefined;
  /** '': as the organization's. */
  timeZone: string | undefined;
  language: string | undefined;
}

/** What the acting person was told, and how they want to be told. */
export class NotificationsClient {
  private readonly rpc: RpcClient<NotificationServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(NotificationServiceClient, address, token);
  }

  async list(
    from: CallFor,
    { limit, offset, unreadOnly }: { limit: number; offset: number; unreadOnly: boolean },
  ): Promise<NotificationList> {
    let unread = 0;
    const { items, pagination } = await wholePage({ limit, offset }, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listNotifications, { ...part, unreadOnly }, from);
      unread = reply.unread;
      return { items: reply.notifications, total: reply.total, reply };
    });
    return { notifications: items.map(notificationJson), unread, pagination };
  }

  /** All until a time (microseconds), or those of `ids`. */
  async markRead(from: CallFor, ids: string[], until: number | undefined): Promise<UnreadCount> {
    return { unread: (await this.rpc.unary(this.rpc.stub.markNotificationsRead, { ids, until }, from)).unread };
  }

  async preferences(from: CallFor): Promise<Preferences> {
    return preferencesJson(await this.rpc.unary(this.rpc.stub.getNotificationPreferences, {}, from));
  }

  /** What is undefined stays. */
  async changePreferences(from: CallFor, change: PreferencesChange): Promise<Preferences> {
    return preferencesJson(await this.rpc.unary(this.rpc.stub.changeNotificationPreferences, change, from));
  }

  /** What the link in a mail switches off; not of a caller. */
  mailSwitch(from: CallFor, token: string): Promise<MailSwitch> {
    return this.rpc.unary(this.rpc.stub.getMailSwitch, { token }, from);
  }

  switchOff(from: CallFor, token: string): Promise<MailSwitch> {
    return this.rpc.unary(this.rpc.stub.switchOffMails, { token }, from);
  }

  close(): void {
    this.rpc.close();
  }
}

const notificationJson = (one: NotificationMessage): Notification => ({
  id: one.id,
  kind: one.kind as Notification['kind'],
  actor: one.actorId === undefined ? null : { id: one.actorId, name: one.actorName ?? '' },
  subject: {
    type: (one.subject?.type ?? 'questionnaire') as Notification['subject']['type'],
    id: one.subject?.id ?? '',
    questionnaire_id: one.subject?.questionnaireId ?? null,
    title: one.subject?.title ?? '',
  },
  text: one.text ?? null,
  due_at: one.dueAt ?? null,
  count: one.count ?? null,
  path: one.path,
  created_at: one.createdAt,
  read_at: one.readAt ?? null,
  mail: one.mail as Notification['mail'],
});

const preferencesJson = (message: PreferencesMessage): Preferences => ({
  kinds: message.kinds as Preferences['kinds'],
  hour: message.hour,
  time_zone: message.timeZone,
  own_time_zone: message.ownTimeZone,
  language: message.language as Preferences['language'],
  email: message.email,
  email_refused_at: message.emailRefusedAt ?? null,
});
