import { Lookout, micros, type Clock, type Logger } from '@candor/runtime';
import type { SystemScope } from '../store/system-scope.js';
import type { DeliveryAttempt, WebhookDelivery, WebhookDeliveryStore } from '../store/webhook-deliveries.js';
import type { Webhook, WebhookStore } from '../store/webhooks.js';
import type { AddressGuard } from './address-guard.js';
import { post, type Posted } from './posting.js';
import { signatureHeaders } from './signing.js';

export interface DispatcherParts {
  system: SystemScope;
  webhooks: WebhookStore;
  deliveries: WebhookDeliveryStore;
  guard: AddressGuard;
  clock: Clock;
  logger: Logger;
  /** Milliseconds before the 2nd, 3rd, … attempt; after the last one it is given up. */
  retryAfterMs: readonly number[];
  /** How often to look for what is due, milliseconds. */
  everyMs?: number;
}

/** As Standard Webhooks recommends: ten attempts in about three days. */
export const RETRY_AFTER_MS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1000);
const TIMEOUT_MS = 15_000;
/** How long one attempt is a replica's own, microseconds; longer than it can take. */
const LEASE = 60e6;
/** Webhooks that are called at once; each has one call at a time, so that a slow one holds up nobody else. */
const MOST_LANES = 32;
const MOST_ATTEMPTS_KEPT = 50;
const MOST_WAIT_MS = 24 * 3600 * 1000;

/** Sends what is due. Everything that it knows is in the database; several may run, one of them takes each delivery. */
export class WebhookDispatcher {
  private readonly lookout: Lookout;
  private readonly lanes = new Map<string, Promise<void>>();

  constructor(private readonly parts: DispatcherParts) {
    this.lookout = new Lookout(parts.everyMs ?? 1000, () => this.openLanes());
  }

  start(): void {
    this.lookout.start();
  }

  /** Cuts off the calls in hand; they fall due again at the end of their lease. */
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
      for (const webhookId of await system.dueWebhooks(micros(clock))) {
        if (this.lanes.size >= MOST_LANES) return;
        if (this.lanes.has(webhookId) || this.lookout.stopped.aborted) continue;
        this.lanes.set(webhookId, this.lane(webhookId));
      }
    } catch (error) {
      logger.warn({ err: error }, 'could not look for webhooks that are due');
    }
  }

  private async lane(webhookId: string): Promise<void> {
    const { deliveries, clock, logger } = this.parts;
    try {
      while (!this.lookout.stopped.aborted) {
        const now = micros(clock);
        const claim = await deliveries.claim(webhookId, now, now + LEASE);
        if (!claim) break;
        await this.deliver(claim);
      }
    } catch (error) {
      logger.error({ err: error, webhook_id: webhookId }, 'sending webhooks failed');
    }
    this.lanes.delete(webhookId);
  }

  private async deliver(claim: WebhookDelivery): Promise<void> {
    const { webhooks, deliveries, clock, guard } = this.parts;
    const webhook = await webhooks.find(claim.organizationId, claim.webhookId);
    if (!webhook) return deliveries.removeAll(claim.organizationId, claim.webhookId);
    const at = micros(clock);
    const tried = webhook.enabled
      ? await post(new URL(webhook.url), {
          guard,
          timeoutMs: TIMEOUT_MS,
          signal: this.lookout.stopped,
          body: claim.payload,
          headers: headersOf(webhook, claim, at),
        })
      : { statusCode: undefined, error: 'The webhook was switched off.', retryAfterMs: undefined };
    // What was cut off by the stop of this process is no attempt: it is made again.
    if (this.lookout.stopped.aborted && tried.error !== undefined) return;
    const { statusCode, error } = tried;
    const attempt: DeliveryAttempt = { at, statusCode, error, durationMs: Math.round((micros(clock) - at) / 1000) };
    const attempts = [...claim.attempts, attempt].slice(-MOST_ATTEMPTS_KEPT);
    await deliveries.settle(claim, this.outcomeOf(claim, webhook, tried), attempts);
    if (statusCode === 410) {
      const change = { enabled: false, disabledReason: 'The endpoint answered 410 Gone.' };
      await webhooks.change(claim.organizationId, webhook.id, change, micros(clock));
    }
  }

  private outcomeOf({ round, deliveredAt }: WebhookDelivery, webhook: Webhook, tried: Posted) {
    const now = micros(this.parts.clock);
    if (tried.error === undefined) return { state: 'delivered' as const, dueAt: 0, deliveredAt: now };
    const wait = this.parts.retryAfterMs[round];
    if (!webhook.enabled || tried.statusCode === 410 || wait === undefined) {
      return { state: 'failed' as const, dueAt: 0, deliveredAt };
    }
    const asked = Math.min(tried.retryAfterMs ?? 0, MOST_WAIT_MS);
    // Spread, so that what failed together does not come back together.
    const waitMs = Math.max(wait * (1 + Math.random() * 0.1), asked);
    return { state: 'pending' as const, dueAt: now + Math.round(waitMs * 1000), deliveredAt };
  }
}

function headersOf({ secrets }: Webhook, { eventId, payload }: WebhookDelivery, at: number): Record<string, string> {
  const signing = secrets.filter(({ until }) => until === 0 || until > at).map(({ secret }) => secret);
  return {
    'content-type': 'application/json',
    'user-agent': 'Candor-Webhooks/1',
    ...signatureHeaders({ id: eventId, timestamp: Math.floor(at / 1e6), body: payload }, signing),
  };
}
