import { micros, nextAt, type Clock, type Next, type WorkItem, type WorkKind } from '@candor/runtime';
import type { MailSending } from '@candor/runtime/mail';
import { JOBS } from '../jobs.js';
import type { NotificationMailRow } from '../store/notification-mails.js';
import type { NotificationScope } from '../store/notification-scope.js';
import type { OrganizationStore } from '../store/organizations.js';
import { NotificationWork, type NotificationWorkParts } from './sending.js';

export interface NotificationDispatcherParts extends NotificationWorkParts {
  system: NotificationScope;
  organizations: OrganizationStore;
  sending: MailSending<NotificationMailRow>;
  clock: Clock;
}

/**
 * Sends the emails to people that are due. An organization's turn is one batch, then the others have theirs, so that a
 * thousand emails of one hold up nobody else's first.
 */
export class NotificationDispatcher implements WorkKind {
  readonly job = JOBS.notification;

  constructor(private readonly parts: NotificationDispatcherParts) {}

  readonly due: WorkKind['due'] = (times, limit) => this.parts.system.organizationsWithMails(times, limit);

  readonly turn = async ({ organizationId }: WorkItem, stopping: AbortSignal): Promise<Next> => {
    const { organizations, sending, notificationMails, clock } = this.parts;
    const organization = await organizations.find(organizationId);
    if (!organization) {
      await notificationMails.cancelOpen(organizationId, 'organization_closed');
      return 'nothing';
    }
    await sending.batch(new NotificationWork(this.parts, organizationId, organization), stopping);
    return nextAt(await notificationMails.nextDue(organizationId, {}), micros(clock));
  };
}
