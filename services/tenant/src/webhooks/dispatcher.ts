import { forATurn, micros, nextAt, type Clock, type Next, type WorkItem, type WorkKind } from '@candor/runtime';
import { JOBS } from '../jobs.js';
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
  /** Milliseconds before the 2nd, 3rd, … attempt; after the last one it is given up. */
  retryAfterMs: readonly number[];
}

/** As Standard Webhooks recommends: ten attempts in about three days. */
export const RETRY_AFTER_MS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1000);
const TIMEOUT_MS = 15_000;
/** How long one attempt is a replica's own, microseconds; longer than it can take. */
const LEASE = 60e6;
const MOST_ATTEMPTS_KEPT = 50;
const MOST_WAIT_MS = 24 * 3600 * 1000;

/** Calls webhooks. Everything that it knows is in the database; several processes may run, one of them takes each delivery. */
export class WebhookDispatcher implements WorkKind {
  readonly job = JOBS.webhook;

  constructor(private readonly parts: DispatcherParts) {}

  readonly due: WorkKind['due'] = (times, limit) => this.parts.system.dueWebhooks(times, limit);

  /** Cuts off the call in hand when it is to stop: that falls due again at the end of its lease. */
  readonly turn = async ({ organizationId, id: webhookId }: WorkItem, stopping: AbortSignal): Promise<Next> => {
    const { deliveries, clock } = this.parts;
    const isMore = await forATurn(stopping, async () => {
      const now = micros(clock);
      const claim = await deliveries.claim(webhookId, now, now + LEASE);
      if (claim) await this.deliver(claim, stopping);
      return claim !== undefined;
    });
    return isMore ? 'again' : nextAt(await deliveries.nextDue(organizationId, webhookId), micros(clock));
  };

  private async deliver(claim: WebhookDelivery, stopping: AbortSignal): Promise<void> {
    const { webhooks, deliveries, clock, guard } = this.parts;
    const webhook = await webhooks.find(claim.organizationId, claim.webhookId);
    if (!webhook) return deliveries.removeAll(claim.organizationId, claim.webhookId);
    const at = micros(clock);
    const tried = webhook.enabled
      ? await post(new URL(webhook.url), {
          guard,
          timeoutMs: TIMEOUT_MS,
          signal: stopping,
          body: claim.payload,
          headers: headersOf(webhook, claim, at),
        })
      : { statusCode: undefined, error: 'The webhook was switched off.', retryAfterMs: undefined };
    // What was cut off by the stop of this process is no attempt: it is made again.
    if (stopping.aborted && tried.error !== undefined) return;
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
