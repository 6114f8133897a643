import type { DueItem, OpenWork } from '@candor/runtime';
import type { Db } from 'mongodb';
import { AGENT_CLIENTS } from './agent-clients.js';
import { AGENT_CONNECTIONS } from './agent-connections.js';
import { AGENT_TOKENS } from './agent-tokens.js';
import { PERSON_CODES } from './person-codes.js';
import { RATE_WINDOWS } from './rate-windows.js';
import { INVITATIONS } from './invitations.js';
import { OIDC_ATTEMPTS } from './oidc-attempts.js';
import { EXTENSION_CODES } from './extension-codes.js';
import { SIGN_IN_CODES } from './sign-in-codes.js';
import { SIGN_IN_TRIES } from './sign-in-tries.js';
import { SIGN_INS } from './sign-ins.js';
import { DELIVERIES, FARTHEST } from './webhook-deliveries.js';

/** What the service does across organizations, for itself and never for a caller. */
export class SystemScope {
  constructor(private readonly db: Db) {}

  /** Removes idempotency records whose time is over at `now` (microseconds); how many. */
  async purgeIdempotency(now: number): Promise<number> {
    const { deletedCount } = await this.db.collection('idempotency_records').deleteMany({ expires_at: { $lte: now } });
    return deletedCount;
  }

  /** Removes codes of sign-in links and extensions whose time is over at `now` (microseconds). */
  async purgeSignInCodes(now: number): Promise<void> {
    await this.db.collection(SIGN_IN_CODES).deleteMany({ expires_at: { $lte: now } });
    await this.db.collection(PERSON_CODES).deleteMany({ expires_at: { $lte: now } });
    await this.db.collection(EXTENSION_CODES).deleteMany({ expires_at: { $lte: now } });
  }

  /** Removes what was counted of tries to sign in, and of calls, that ended before `before` (microseconds). */
  async purgeCounts(before: number): Promise<void> {
    await this.db.collection(SIGN_IN_TRIES).deleteMany({ last_at: { $lt: before } });
    await this.db.collection(RATE_WINDOWS).deleteMany({ ends_at: { $lt: before } });
  }

  /** Removes invitations, and sign-ins at providers, whose time is over at `now` (microseconds). */
  async purgeInvitations(now: number): Promise<void> {
    for (const name of [INVITATIONS, OIDC_ATTEMPTS]) {
      await this.db.collection(name).deleteMany({ expires_at: { $lte: now } });
    }
  }

  /** Removes sign-ins that were last seen before `before` (microseconds). */
  async purgeSignIns(before: number): Promise<void> {
    await this.db.collection(SIGN_INS).deleteMany({ seen_at: { $lt: before } });
  }

  /**
   * Removes agents' tokens whose time is over at `now`, connections that nobody completed or used, and programs that nobody
   * connects; ends in microseconds.
   */
  async purgeAgents(now: number, before: { code: number; idle: number; longest: number }): Promise<void> {
    await this.db.collection(AGENT_TOKENS).deleteMany({ expires_at: { $lte: now } });
    const connections = this.db.collection(AGENT_CONNECTIONS);
    await connections.deleteMany({ connected_at: 0, used_at: { $lt: before.code } });
    await connections.deleteMany({ used_at: { $lt: before.idle } });
    await connections.deleteMany({ created_at: { $lt: before.longest } });
    await this.db.collection(AGENT_CLIENTS).deleteMany({ kept_until: { $lte: now } });
  }

  /** Webhooks that have something to be sent at `by` (microseconds), the longest waiting first. */
  async dueWebhooks({ now, by }: { now: number; by: number }, limit: number): Promise<DueItem[]> {
    const rows = await this.db
      .collection(DELIVERIES)
      .aggregate<{ _id: { organization: string; webhook: string }; dueAt: number }>([
        { $match: { $or: [{ due_at: { $gt: 0, $lte: by } }, { due_at: { $gt: now + FARTHEST } }] } },
        {
          $group: {
            _id: { organization: '$organization_id', webhook: '$webhook_id' },
            dueAt: { $min: '$due_at' },
          },
        },
        { $sort: { dueAt: 1 } },
        { $limit: limit },
      ])
      .toArray();
    return rows.map(({ _id, dueAt }) => ({ organizationId: _id.organization, id: _id.webhook, dueAt }));
  }

  /** Calls of webhooks that are due at `now` (microseconds) and not made. */
  async openWork(now: number): Promise<OpenWork[]> {
    const rows = this.db.collection<{ due_at: number }>(DELIVERIES);
    const due = { due_at: { $gt: 0, $lte: now } };
    const [count, oldest] = await Promise.all([
      rows.countDocuments(due),
      rows.findOne(due, { sort: { due_at: 1 }, projection: { due_at: 1 } }),
    ]);
    return [{ job: 'tenant.webhook', count, oldestMs: oldest ? (now - oldest.due_at) / 1000 : 0 }];
  }

  /** Forgets what was sent, or given up, of webhooks before `before` (microseconds); how many. */
  async purgeDeliveries(before: number): Promise<number> {
    const { deletedCount } = await this.db
      .collection(DELIVERIES)
      .deleteMany({ created_at: { $lt: before }, state: { $in: ['delivered', 'failed'] } });
    return deletedCount;
  }
}
