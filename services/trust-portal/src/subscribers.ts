import { randomBytes } from 'node:crypto';
import { AppError, emailAddress, invalid, micros, newId, notFound, type Clock, type FieldError } from '@candor/runtime';
import type { CategoryStore } from './store/categories.js';
import type { DeliveryStore } from './store/deliveries.js';
import type { Subscriber, SubscriberStatus, SubscriberStore } from './store/subscribers.js';

export interface SubscriberParts {
  subscribers: SubscriberStore;
  categories: CategoryStore;
  deliveries: DeliveryStore;
  clock: Clock;
  /** Called when a subscriber is to be asked by email whether that is wanted. */
  onPending: (organizationId: string, subscriberId: string) => void;
  /** Called when a subscriber left. */
  onLeft: (organizationId: string) => void;
}

export interface NewSubscriber {
  email: string;
  /** Undefined: all. */
  categoryIds: string[] | undefined;
  /** Confirmed: the admin states that there is consent. */
  status: 'pending' | 'confirmed';
}

/** A subscriber as it begins. */
export function newSubscriber(
  organizationId: string,
  input: Omit<NewSubscriber, 'status'> & { status: SubscriberStatus },
  source: Subscriber['source'],
  now: number,
): Subscriber {
  return {
    id: newId(),
    organizationId,
    email: input.email,
    status: input.status,
    categoryIds: input.categoryIds,
    source,
    unsubscribeToken: randomBytes(32).toString('base64url'),
    createdAt: now,
    confirmedAt: input.status === 'confirmed' ? now : undefined,
    unsubscribedAt: input.status === 'unsubscribed' ? now : undefined,
  };
}

/** Subscribers of one trust portal, as an admin handles them. Nobody is ever revived by an admin. */
export class Subscribers {
  constructor(private readonly parts: SubscriberParts) {}

  /** An address that is there stays as it is; one that unsubscribed is a conflict. */
  async add(organizationId: string, input: NewSubscriber): Promise<Subscriber> {
    const errors: FieldError[] = [];
    const email = emailAddress(input.email);
    if (email === undefined) errors.push({ path: 'email', message: 'email must be an email address.' });
    const categoryIds = input.categoryIds && [...new Set(input.categoryIds)];
    if (categoryIds && categoryIds.length > 0) {
      const known = new Set((await this.parts.categories.list(organizationId)).map((category) => category.id));
      categoryIds.forEach((id, index) => {
        if (!known.has(id)) errors.push({ path: `category_ids.${index}`, message: 'There is no such category.' });
      });
    }
    if (email === undefined || errors.length > 0) throw invalid(errors);
    const now = micros(this.parts.clock);
    const subscriber = newSubscriber(organizationId, { ...input, email, categoryIds }, 'admin', now);
    if (await this.parts.subscribers.insert(subscriber)) {
      if (subscriber.status === 'pending') this.parts.onPending(organizationId, subscriber.id);
      return subscriber;
    }
    const [existing] = await this.parts.subscribers.findByEmails(organizationId, [email]);
    if (!existing) throw new AppError('conflict', 'subscriber_changed', 'The subscriber was just deleted. Try again.');
    if (existing.status === 'unsubscribed') {
      throw new AppError(
        'conflict',
        'subscriber_unsubscribed',
        'This address unsubscribed; only its owner can return.',
      );
    }
    return existing;
  }

  async get(organizationId: string, subscriberId: string): Promise<Subscriber> {
    const subscriber = await this.parts.subscribers.find(organizationId, subscriberId);
    if (!subscriber) throw notFound('subscriber');
    return subscriber;
  }

  async unsubscribe(organizationId: string, subscriberId: string): Promise<Subscriber> {
    const now = micros(this.parts.clock);
    const subscriber = await this.parts.subscribers.unsubscribe(organizationId, subscriberId, now);
    if (!subscriber) throw notFound('subscriber');
    this.parts.onLeft(organizationId);
    return subscriber;
  }

  /**
   * Erases the subscriber, and the address from every delivery: those first, so that a cut-off erasure can be repeated. A
   * delivery that a fan-out makes meanwhile loses the address when it is to be sent.
   */
  async delete(organizationId: string, subscriberId: string): Promise<void> {
    await this.get(organizationId, subscriberId);
    await this.parts.deliveries.forgetSubscriber(organizationId, subscriberId);
    await this.parts.subscribers.remove(organizationId, subscriberId);
  }
}
