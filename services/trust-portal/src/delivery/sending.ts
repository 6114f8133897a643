import { micros, type Clock, type Logger } from '@candor/runtime';
import {
  MailFailure,
  MailSending,
  type Mail,
  type MailOutcome,
  type MailSendingParts,
  type MailWork,
  type NoMail,
  type Sender,
} from '@candor/runtime/mail';
import { reasonAgainst } from '../audience.js';
import type { CategoryStore } from '../store/categories.js';
import type { DeliveryRow } from '../store/deliveries.js';
import type { Subscriber, SubscriberStore } from '../store/subscribers.js';
import type { Update, UpdateStore } from '../store/updates.js';
import type { MailObserver } from '../measures.js';
import { contentOf, pageOf, updateMail, type Portal, type UpdateContent } from './update-mail.js';

export interface SendingParts extends MailSendingParts<DeliveryRow> {
  updates: UpdateStore;
  subscribers: SubscriberStore;
  categories: CategoryStore;
  sender: Sender;
  clock: Clock;
  logger: Logger;
  observe: MailObserver;
}

/** Sends the mails of one update; all that decides whether one is sent is read anew just before it is. */
export class Sending {
  private readonly mails: MailSending<DeliveryRow>;

  constructor(private readonly parts: SendingParts) {
    this.mails = new MailSending(parts);
  }

  /** Sends one batch of what is due, if anything is. False when nothing is left to send now. */
  batch(organizationId: string, updateId: string, portal: Portal, stopping: AbortSignal): Promise<boolean> {
    return this.mails.batch(new UpdateWork(this.parts, organizationId, updateId, portal), stopping);
  }
}

/** What is true of an update at this moment. */
interface Fresh {
  update: Update | undefined;
  categoryIds: string[];
  subscribers: Map<string, Subscriber>;
}

class UpdateWork implements MailWork<DeliveryRow, Fresh> {
  readonly scope: { update_id: string };

  /** Rendered once for a version of the update. */
  private content: (UpdateContent & { version: number }) | undefined;

  constructor(
    private readonly parts: SendingParts,
    readonly organizationId: string,
    private readonly updateId: string,
    private readonly portal: Portal,
  ) {
    this.scope = { update_id: updateId };
  }

  async read(rows: DeliveryRow[]): Promise<Fresh> {
    const { organizationId, parts } = this;
    const [update, subscribers] = await Promise.all([
      parts.updates.find(organizationId, this.updateId),
      parts.subscribers.findByIds(
        organizationId,
        rows.map((row) => row.subscriber_id),
      ),
    ]);
    const categories = update && update.categoryIds.length > 0 ? await parts.categories.list(organizationId) : [];
    const known = new Set(categories.map((category) => category.id));
    return {
      update,
      categoryIds: update?.categoryIds.filter((id) => known.has(id)) ?? [],
      subscribers: new Map(subscribers.map((subscriber) => [subscriber.id, subscriber])),
    };
  }

  mailOf(row: DeliveryRow, { update, categoryIds, subscribers }: Fresh): Mail | NoMail {
    const subscriber = subscribers.get(row.subscriber_id);
    if (update?.archivedAt !== undefined || update?.notification.status !== 'sending') {
      return { reason: 'update_cancelled' };
    }
    if (!subscriber) return { reason: 'subscriber_deleted', also: { email: '' } };
    const reason = reasonAgainst(subscriber, categoryIds);
    if (reason) return { reason };
    this.content = this.contentFor(update);
    return updateMail(update, this.content, row._id, subscriber, this.portal, this.parts.sender);
  }

  async outcome(row: DeliveryRow, outcome: MailOutcome, failure?: MailFailure): Promise<void> {
    const { logger, observe, subscribers } = this.parts;
    observe('update', outcome);
    if (outcome !== 'failed' || !failure) return;
    logger.info({ delivery: row._id, organization_id: this.organizationId, kind: failure.kind }, 'email failed');
    if (failure.kind === 'bounced') await subscribers.bounce(this.organizationId, row.subscriber_id);
  }

  /** Throws `MailFailure` when the update cannot be made a mail of: no attempt ever could. */
  private contentFor(update: Update): UpdateContent & { version: number } {
    if (this.content?.version === update.version) return this.content;
    try {
      const { sender, clock } = this.parts;
      const page = pageOf(update, this.portal, sender, micros(clock));
      return { version: update.version, ...contentOf(update, this.portal, page) };
    } catch (error) {
      this.parts.logger.error({ err: error, id: update.id }, 'an update cannot be rendered');
      throw new MailFailure('refused', 'The update cannot be rendered. Simplify its description.');
    }
  }
}
