import {
  AppError,
  invalid,
  lengthOf,
  micros,
  newId,
  notFound,
  type Caller,
  type Clock,
  type FieldError,
} from '@candor/runtime';
import { requireAdmin } from '../access.js';
import type { AuditRecorder } from '../audit.js';
import type { DeliveryState, WebhookDelivery, WebhookDeliveryStore } from '../store/webhook-deliveries.js';
import type { Webhook, WebhookStore } from '../store/webhooks.js';
import { BlockedAddressError, type AddressGuard } from './address-guard.js';
import { EVENT_TYPES, isEventType, TEST_EVENT } from './events.js';
import type { Outbox } from './outbox.js';
import { newSecret } from './signing.js';

export interface WebhookParts {
  webhooks: WebhookStore;
  deliveries: WebhookDeliveryStore;
  outbox: Outbox;
  guard: AddressGuard;
  audit: AuditRecorder;
  clock: Clock;
}

export interface WebhookInput {
  url: string;
  description: string;
  events: string[];
  enabled: boolean;
}

/** A day in which messages are signed with a rotated secret too, microseconds. */
const ROTATION_GRACE = 24 * 3600 * 1e6;
const MOST_WEBHOOKS = 50;
const MOST_URL = 2000;
const MOST_DESCRIPTION = 500;

/** Webhooks of the organization that the caller works in. */
export class Webhooks {
  constructor(private readonly parts: WebhookParts) {}

  async create(caller: Caller, input: WebhookInput): Promise<Webhook> {
    requireAdmin(caller);
    const { webhooks, clock } = this.parts;
    const { total } = await webhooks.list(caller.organizationId, { limit: 1, offset: 0 });
    const fields = await this.checked(input);
    if (total >= MOST_WEBHOOKS) {
      const text = `An organization has at most ${MOST_WEBHOOKS} webhooks. Delete one that is not used.`;
      throw new AppError('conflict', 'too_many_webhooks', text);
    }
    const now = micros(clock);
    const webhook: Webhook = {
      ...input,
      ...fields,
      id: newId(),
      organizationId: caller.organizationId,
      disabledReason: '',
      secrets: [{ secret: newSecret(), until: 0 }],
      createdAt: now,
      updatedAt: now,
    };
    await webhooks.insert(webhook);
    await this.record(caller, 'webhook.created', webhook);
    return webhook;
  }

  list(caller: Caller, page: { limit: number; offset: number }): Promise<{ webhooks: Webhook[]; total: number }> {
    requireAdmin(caller);
    return this.parts.webhooks.list(caller.organizationId, page);
  }

  async get(caller: Caller, id: string): Promise<Webhook> {
    requireAdmin(caller);
    const webhook = await this.parts.webhooks.find(caller.organizationId, id);
    if (!webhook) throw notFound('webhook');
    return webhook;
  }

  /** Switching it on again forgets why it was off. */
  async change(caller: Caller, id: string, input: Partial<WebhookInput>): Promise<Webhook> {
    await this.get(caller, id);
    const fields = await this.checked(input);
    const awake = input.enabled === true ? { disabledReason: '' } : {};
    const change = { ...input, ...fields, ...awake };
    const { webhooks, clock } = this.parts;
    const changed = await webhooks.change(caller.organizationId, id, change, micros(clock));
    if (!changed) throw notFound('webhook');
    await this.record(caller, 'webhook.changed', changed);
    return changed;
  }

  /** With its log. */
  async remove(caller: Caller, id: string): Promise<void> {
    const webhook = await this.get(caller, id);
    if (!(await this.parts.webhooks.remove(caller.organizationId, id))) throw notFound('webhook');
    await this.parts.deliveries.removeAll(caller.organizationId, id);
    await this.record(caller, 'webhook.deleted', webhook);
  }

  async rotate(caller: Caller, id: string): Promise<Webhook> {
    const webhook = await this.get(caller, id);
    const now = micros(this.parts.clock);
    const [newest] = webhook.secrets;
    const secrets = [
      { secret: newSecret(), until: 0 },
      ...(newest ? [{ ...newest, until: now + ROTATION_GRACE }] : []),
    ];
    const changed = await this.parts.webhooks.change(caller.organizationId, id, { secrets }, now);
    if (!changed) throw notFound('webhook');
    await this.record(caller, 'webhook.secret_rotated', changed);
    return changed;
  }

  async test(caller: Caller, id: string): Promise<WebhookDelivery> {
    const webhook = await this.get(caller, id);
    if (!webhook.enabled) {
      throw new AppError('conflict', 'webhook_disabled', 'The webhook is switched off. Set enabled to true first.');
    }
    const at = micros(this.parts.clock);
    const event = { id: newId(), organizationId: caller.organizationId, type: TEST_EVENT, at };
    return this.parts.outbox.add(webhook, { ...event, data: { webhook_id: id } });
  }

  async deliveries(
    caller: Caller,
    id: string,
    state: DeliveryState | undefined,
    page: { limit: number; offset: number },
  ): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
    await this.get(caller, id);
    return this.parts.deliveries.list(caller.organizationId, id, state, page);
  }

  async delivery(caller: Caller, id: string, deliveryId: string): Promise<WebhookDelivery> {
    await this.get(caller, id);
    const delivery = await this.parts.deliveries.find(caller.organizationId, id, deliveryId);
    if (!delivery) throw notFound('delivery');
    return delivery;
  }

  /** Sends it again at once, with the id that it had, so that the receiver can tell. */
  async replay(caller: Caller, id: string, deliveryId: string): Promise<WebhookDelivery> {
    const webhook = await this.get(caller, id);
    await this.delivery(caller, id, deliveryId);
    if (!webhook.enabled) {
      throw new AppError('conflict', 'webhook_disabled', 'The webhook is switched off. Set enabled to true first.');
    }
    const again = await this.parts.outbox.replay(caller.organizationId, id, deliveryId);
    if (!again) throw notFound('delivery');
    return again;
  }

  /** What of the input has another form when it is stored; throws an error that names every field that is wrong. */
  private async checked(input: Partial<WebhookInput>): Promise<Partial<Pick<Webhook, 'url' | 'events'>>> {
    const errors: FieldError[] = [];
    const url = input.url === undefined ? undefined : await this.checkedUrl(input.url, errors);
    if (lengthOf(input.description ?? '') > MOST_DESCRIPTION) {
      errors.push({ path: 'description', message: `description has more than ${MOST_DESCRIPTION} characters.` });
    }
    input.events?.forEach((type, index) => {
      if (!isEventType(type))
        errors.push({ path: `events.${index}`, message: `Types are: ${EVENT_TYPES.join(', ')}.` });
    });
    if (errors.length > 0) throw invalid(errors);
    return {
      ...(url === undefined ? {} : { url }),
      ...(input.events === undefined ? {} : { events: [...new Set(input.events)] }),
    };
  }

  /** The URL as it is stored; undefined when it is none that may be called. */
  private async checkedUrl(text: string, errors: FieldError[]): Promise<string | undefined> {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
    const message = await this.mistakeIn(text, url);
    if (message !== undefined) errors.push({ path: 'url', message });
    if (!url || message !== undefined) return undefined;
    url.hash = '';
    return url.href;
  }

  private async mistakeIn(text: string, url: URL | undefined): Promise<string | undefined> {
    if (text.length > MOST_URL) return `url has more than ${MOST_URL} characters.`;
    if (!url || !['http:', 'https:'].includes(url.protocol)) return 'url must be an http or https URL.';
    if (url.username !== '' || url.password !== '') return 'url must not hold a user name or password.';
    try {
      await this.parts.guard.addressesOf(url.hostname);
    } catch (error) {
      // A name that cannot be looked up now may be there tomorrow; each connection is checked anew.
      if (error instanceof BlockedAddressError) return 'url must lead to an address on the public internet.';
    }
    return undefined;
  }

  private record(caller: Caller, action: string, webhook: Webhook): Promise<string> {
    const details = { url: new URL(webhook.url).origin, events: webhook.events.join(', ') };
    return this.parts.audit.record(caller, { action, targetType: 'webhook', targetId: webhook.id, details });
  }
}
