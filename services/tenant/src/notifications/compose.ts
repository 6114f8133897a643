import { micros, Repeater, type Clock, type DueWork, type Logger, type Meter, type OpenWork } from '@candor/runtime';
import { MAIL_POOL, MAIL_RETRY_AFTER_MS, MailSending, type Mailer, type MailOutcome } from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import type { Access } from '../access.js';
import type { AuditRecorder } from '../audit.js';
import { JOBS } from '../jobs.js';
import type { GroupStore } from '../store/groups.js';
import { MailSwitchStore } from '../store/mail-switches.js';
import { NotificationMailStore } from '../store/notification-mails.js';
import { NotificationPreferenceStore } from '../store/notification-preferences.js';
import { NotificationScope } from '../store/notification-scope.js';
import { NotificationStore } from '../store/notifications.js';
import type { OrganizationStore } from '../store/organizations.js';
import type { UserStore } from '../store/users.js';
import { DailyMails } from './daily-mails.js';
import { NotificationDispatcher } from './dispatcher.js';
import { Notifications } from './notifications.js';
import { Telling } from './telling.js';

export interface NotificationOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
  meter: Meter;
  access: Access;
  audit: AuditRecorder;
  organizations: OrganizationStore;
  users: UserStore;
  groups: GroupStore;
  /** Absent: people are told in the console alone. */
  mail?: Mailer | undefined;
  /** Milliseconds before the 2nd, 3rd, … attempt at a mail. */
  mailRetryAfterMs?: readonly number[] | undefined;
  /** Does what is added to it. */
  work: DueWork;
  alone?: boolean | undefined;
}

const DAY = 86_400e6;
/** How long each is kept, microseconds. */
const KEPT = { mails: 30 * DAY, notifications: 180 * DAY, switches: 400 * DAY };
const SWEEP_EVERY_MS = 10 * 60_000;

/** What people are told: taking it, showing it, and the mails. */
export async function composeNotifications(options: NotificationOptions) {
  const { db, clock, logger, mail, meter, work, alone = false } = options;
  const stores = {
    notifications: new NotificationStore(db),
    notificationMails: new NotificationMailStore(db),
    notificationPreferences: new NotificationPreferenceStore(db),
    mailSwitches: new MailSwitchStore(db),
  };
  await Promise.all(Object.values(stores).map((store) => store.ensureIndexes()));
  const shared = { ...options, ...stores, daily: new DailyMails({ ...options, ...stores }) };
  const system = new NotificationScope(db);
  if (mail) {
    const dispatcher = new NotificationDispatcher({
      ...shared,
      system,
      sender: mail,
      observe: observer(meter),
      sending: new MailSending({
        claims: stores.notificationMails,
        transport: mail.transport,
        clock,
        poolSize: mail.poolSize ?? MAIL_POOL,
        permits: mail.permits,
        retryAfterMs: options.mailRetryAfterMs ?? MAIL_RETRY_AFTER_MS,
      }),
    });
    work.add(dispatcher);
  }
  const sweep = async (): Promise<void> => {
    const now = micros(clock);
    const { mails, notifications, switches } = KEPT;
    await system.purge({ mails: now - mails, notifications: now - notifications, switches: now - switches });
    // What a crash left without a daily mail.
    for (const { organizationId, userId } of await system.waitingPeople()) {
      await shared.daily.ensureForWaiting(organizationId, userId);
    }
  };
  const sweeper = new Repeater(SWEEP_EVERY_MS, sweep, (error) =>
    logger.warn({ err: error }, 'could not clear notifications that are over'),
  );
  return {
    telling: new Telling({
      ...shared,
      onDue: (organizationId) => work.announce(JOBS.notification, { organizationId, id: organizationId }),
    }),
    notifications: new Notifications(shared),
    /** Daily mails follow the organization's new time zone. */
    timeZoneChanged: (organizationId: string): Promise<void> => shared.daily.rescheduleAll(organizationId),
    openWork: (now: number): Promise<OpenWork> => system.openWork(now),
    /** What a person who is deleted was told, and chose. */
    removeOfUser: async (organizationId: string, userId: string): Promise<void> => {
      await stores.notificationMails.removeOfUser(organizationId, userId);
      await stores.notifications.removeOfUser(organizationId, userId);
      await stores.notificationPreferences.remove(organizationId, userId);
      await stores.mailSwitches.removeOfUser(organizationId, userId);
    },
    start: async (): Promise<void> => {
      if (alone) await system.reclaimAll(micros(clock));
      sweeper.start();
    },
    close: (): Promise<void> => sweeper.stop(),
  };
}

function observer(meter: Meter): (outcome: MailOutcome) => void {
  const count = meter.counter(
    'candor_notification_mails_total',
    'Attempts at emails to people by outcome (sent, kept: in the outbox, deferred: to be tried again, failed: given up).',
    ['outcome'],
  );
  return (outcome) => count({ outcome });
}
