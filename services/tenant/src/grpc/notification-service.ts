import {
  NotificationServiceService,
  type MailSwitch as MailSwitchMessage,
  type Notification as NotificationMessage,
  type NotificationPreferences as PreferencesMessage,
} from '@candor/proto/candor/tenant/v1/notifications';
import { pageOf, requireCaller, type RpcService } from '@candor/runtime';
import type {
  Notifications,
  ShownNotification,
  ShownPreferences,
  ShownSwitch,
} from '../notifications/notifications.js';
import type { HandlersOf } from './handlers.js';

/** What people were told, how they want to be told, and the links that switch mails off. */
export function notificationService(notifications: Notifications): RpcService {
  const handlers: HandlersOf<typeof NotificationServiceService> = {
    listNotifications: async ({ limit, offset, unreadOnly }, context) => {
      const page = { ...pageOf({ limit, offset }), unreadOnly };
      const list = await notifications.list(requireCaller(context.caller), page);
      return { ...list, notifications: list.notifications.map(notificationMessage) };
    },
    markNotificationsRead: async ({ ids, until }, context) => ({
      unread: await notifications.markRead(requireCaller(context.caller), { ids, until }),
    }),
    getNotificationPreferences: async (_request, context) =>
      preferencesMessage(await notifications.preferences(requireCaller(context.caller))),
    changeNotificationPreferences: async (request, context) =>
      preferencesMessage(await notifications.changePreferences(requireCaller(context.caller), request)),
    getMailSwitch: async ({ token }) => switchMessage(await notifications.mailSwitch(token)),
    switchOffMails: async ({ token }, { requestId }) => switchMessage(await notifications.switchOff(token, requestId)),
  };
  return { definition: NotificationServiceService, handlers };
}

const notificationMessage = (one: ShownNotification): NotificationMessage => ({
  id: one.id,
  kind: one.kind,
  actorId: one.actorName === undefined ? undefined : one.actorId,
  actorName: one.actorName,
  subject: {
    type: one.subject.type,
    id: one.subject.id,
    questionnaireId: one.subject.questionnaire_id,
    title: one.subject.title,
  },
  text: one.text,
  dueAt: one.dueAt,
  count: one.count,
  path: one.path,
  createdAt: one.createdAt,
  readAt: one.readAt,
  mail: one.mail,
});

const preferencesMessage = ({
  kinds,
  hour,
  timeZone,
  ownTimeZone,
  language,
  user,
}: ShownPreferences): PreferencesMessage => ({
  kinds,
  hour,
  timeZone,
  ownTimeZone,
  language,
  email: user.email,
  emailRefusedAt: user.emailRefusedAt,
});

const switchMessage = ({ kind, organizationName, language, isOff }: ShownSwitch): MailSwitchMessage => ({
  kind,
  organizationName,
  language,
  isOff,
});
