import { Lookout, micros, type Clock, type Logger } from '@candor/runtime';
import type { MailSending } from '@candor/runtime/mail';
import type { NotificationMailRow } from '../store/notification-mails.js';
import type { OrganizationStore } from '../store/organizations.js';
import type { NotificationScope } from '../store/notification-scope.js';
import { NotificationWork, type NotificationWorkParts } from './sending.js';

export interface NotificationDispatcherParts extends NotificationWorkParts {
  system: NotificationScope;
  organizations: OrganizationStore;
  sending: MailSending<NotificationMailRow>;
  clock: Clock;
  logger: Logger;
  /** How often to look for what is due, milliseconds. */
  everyMs: number;
}

/** Organizations whose mails are sent at once, by slots that they share. */
const MOST_LANES = 16;

/**
 * Sends the mails to people that are due. An organization's turn is one batch, then the others have theirs, so that a
 * thousand mails of one hold up nobody else's first.
 */
export class NotificationDispatcher {
  private readonly lookout: Lookout;
  private readonly lanes = new Map<string, Promise<void>>();
  /** Whose turn was the last. */
  private last = '';

  constructor(private readonly parts: NotificationDispatcherParts) {
    this.lookout = new Lookout(parts.everyMs, () => this.openLanes());
  }

  start(): void {
    this.lookout.start();
  }

  /** Finishes the mails in hand and gives the others back. */
  async close(): Promise<void> {
    await this.lookout.stop();
    await Promise.all(this.lanes.values());
  }

  /** Looks at once for what is due. */
  look(): void {
    this.lookout.look();
  }

  private async openLanes(): Promise<void> {
    const { system, clock, logger } = this.parts;
    try {
      const due = (await system.organizationsWithMails(micros(clock))).sort();
      const next = due.findIndex((id) => id > this.last);
      for (const id of next < 0 ? due : [...due.slice(next), ...due.slice(0, next)]) {
        if (this.lanes.size >= MOST_LANES) return;
        if (this.lanes.has(id) || this.lookout.stopped.aborted) continue;
        this.last = id;
        this.lanes.set(id, this.turn(id));
      }
    } catch (error) {
      logger.warn({ err: error }, 'could not look for emails to people that are due');
    }
  }

  private async turn(organizationId: string): Promise<void> {
    const { organizations, sending, notificationMails, logger } = this.parts;
    let sent = false;
    try {
      const organization = await organizations.find(organizationId);
      if (organization) {
        const work = new NotificationWork(this.parts, organizationId, organization);
        sent = await sending.batch(work, this.lookout.stopped);
      } else await notificationMails.cancelOpen(organizationId, 'organization_closed');
    } catch (error) {
      logger.error({ err: error, organization_id: organizationId }, 'sending emails to people failed');
    }
    this.lanes.delete(organizationId);
    // What failed waits for the next tick.
    if (sent) this.look();
  }
}
