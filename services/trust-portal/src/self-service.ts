import { emailAddress, micros, type Clock } from '@candor/runtime';
import { readConfirmationToken } from './delivery/confirming.js';
import type { CategoryStore } from './store/categories.js';
import type { ConfirmationStore } from './store/confirmations.js';
import type { Subscriber, SubscriberStore } from './store/subscribers.js';
import { newSubscriber } from './subscribers.js';

export interface SelfServiceParts {
  subscribers: SubscriberStore;
  confirmations: ConfirmationStore;
  categories: CategoryStore;
  clock: Clock;
  /** Called when an email to a subscriber became due. */
  onDue: (organizationId: string, subscriberId: string) => void;
  /** Called when a subscriber left. */
  onLeft: (organizationId: string) => void;
}

/** What subscribers do themselves on the public pages, by the tokens in their mails. */
export class SelfService {
  constructor(private readonly parts: SelfServiceParts) {}

  /** The address as it is stored; undefined when it is none. */
  addressOf(given: string): string | undefined {
    return emailAddress(given);
  }

  /**
   * Asks for a mail with a link, whether the address (`addressOf`) is new, pending, confirmed, or of one who left and
   * returns. Says nothing about which, not even by the time it takes: pages must not tell who subscribes.
   */
  async subscribe(organizationId: string, email: string, categoryIds: string[] | undefined): Promise<void> {
    const chosen = await this.existing(organizationId, categoryIds);
    const now = micros(this.parts.clock);
    await this.parts.subscribers.insert(
      newSubscriber(organizationId, { email, categoryIds: chosen, status: 'pending' }, 'portal', now),
    );
    await this.parts.confirmations.ask(organizationId, email, chosen, now);
    const [subscriber] = await this.parts.subscribers.findByEmails(organizationId, [email]);
    if (subscriber) this.parts.onDue(organizationId, subscriber.id);
  }

  /** Whose link to confirm it is, and whether it was used; undefined as in `confirm`. Changes nothing. */
  confirmation(organizationId: string, token: string): Promise<{ subscriber: Subscriber; used: boolean } | undefined> {
    const { subscriberId, hash } = readConfirmationToken(token);
    return this.parts.confirmations.peek(organizationId, subscriberId, hash, micros(this.parts.clock));
  }

  /** The subscriber, confirmed; undefined when the link is of no mail, too old, replaced by a newer one, or of one who left. */
  confirm(organizationId: string, token: string): Promise<Subscriber | undefined> {
    const { subscriberId, hash } = readConfirmationToken(token);
    return this.parts.confirmations.confirm(organizationId, subscriberId, hash, micros(this.parts.clock));
  }

  /** Whose mails hold this token. */
  find(organizationId: string, unsubscribeToken: string): Promise<Subscriber | undefined> {
    return this.parts.confirmations.findByUnsubscribeToken(organizationId, unsubscribeToken);
  }

  /** Repeats are harmless; undefined when the token is no one's. */
  async unsubscribe(organizationId: string, unsubscribeToken: string): Promise<Subscriber | undefined> {
    const subscriber = await this.find(organizationId, unsubscribeToken);
    const left =
      subscriber && (await this.parts.subscribers.unsubscribe(organizationId, subscriber.id, micros(this.parts.clock)));
    if (left) this.parts.onLeft(organizationId);
    return left;
  }

  /** Changes what a confirmed subscriber has chosen (undefined: all); undefined when the token is no one's. */
  async choose(
    organizationId: string,
    unsubscribeToken: string,
    categoryIds: string[] | undefined,
  ): Promise<Subscriber | undefined> {
    const subscriber = await this.find(organizationId, unsubscribeToken);
    if (!subscriber) return undefined;
    const chosen = await this.existing(organizationId, categoryIds);
    await this.parts.confirmations.choose(organizationId, subscriber.id, chosen);
    return this.parts.subscribers.find(organizationId, subscriber.id);
  }

  /** A page may be older than a category's deletion: what is gone is left out. */
  private async existing(organizationId: string, categoryIds: string[] | undefined): Promise<string[] | undefined> {
    if (categoryIds === undefined) return undefined;
    const known = new Set((await this.parts.categories.list(organizationId)).map((category) => category.id));
    return [...new Set(categoryIds)].filter((id) => known.has(id));
  }
}
