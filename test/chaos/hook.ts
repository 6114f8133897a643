import { setTimeout as wait } from 'node:timers/promises';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { startReceiver, type Received, type Receiver } from '../support/receiver.js';
import { json } from '../faults/load.js';
import type { ChaosLoad } from './load.js';

interface Message {
  type: string;
  data: { questionnaire_id?: string; update_id?: string; status?: string };
}

interface Moves {
  status_log: { to: string }[];
}

/** What a delivery in hand at a kill rests for, and the tries before it. */
const PATIENCE_MS = 100_000;

/** A webhook on everything, whose receiver says no to every seventh message at first. */
export class Hook {
  private constructor(
    private readonly receiver: Receiver,
    private readonly id: string,
    private readonly verifier: StandardWebhook,
  ) {}

  static async register(load: ChaosLoad): Promise<Hook> {
    const receiver = await startReceiver('127.0.0.1', (_message, count) => ({ status: count % 7 === 0 ? 500 : 200 }));
    const { body, headers } = json({ url: `${receiver.url}/candor`, events: [] });
    const init = { method: 'POST', body: body as string, headers: headers ?? {} };
    const { id, secret } = (await load.certain()('/v1/webhooks', init)) as { id: string; secret: string };
    return new Hook(receiver, id, new StandardWebhook(secret));
  }

  get received(): number {
    return this.receiver.received.length;
  }

  close(): Promise<void> {
    return this.receiver.close();
  }

  /** Waits until every move of every questionnaire and every sent update was told, once each; what is wrong then. */
  async verify(load: ChaosLoad): Promise<string[]> {
    const expected = await this.expected(load);
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const wrong = [...this.differing(expected), ...(await this.undelivered(load))];
      if (wrong.length === 0 || Date.now() > deadline) return wrong;
      await wait(500);
    }
  }

  /** What is to be told of each questionnaire and each update that are there. */
  private async expected(load: ChaosLoad): Promise<Map<string, string[]>> {
    const expected = new Map<string, string[]>();
    for (const { id, deletion } of load.accepted) {
      if (deletion !== 'none') continue;
      const overview = (await load.certain()(`/v1/questionnaire/${id}/overview`)) as Moves;
      const statuses = overview.status_log.map(({ to }) => to);
      const ends = statuses.filter((to) => to === 'COMPLETED').map(() => 'questionnaire.completed');
      const failures = statuses.filter((to) => to.endsWith('_FAILED')).map(() => 'questionnaire.failed');
      expected.set(id, [...statuses, ...ends, ...failures].sort());
    }
    for (const id of load.updates.keys()) expected.set(id, ['update.sent']);
    return expected;
  }

  private differing(expected: Map<string, string[]>): string[] {
    const told = new Map<string, string[]>();
    for (const { type, data } of this.messages()) {
      const about = data.questionnaire_id ?? data.update_id ?? '';
      const what = type === 'questionnaire.status_changed' ? (data.status ?? '') : type;
      told.set(about, [...(told.get(about) ?? []), what]);
    }
    return [...expected].flatMap(([about, all]) => {
      const got = (told.get(about) ?? []).sort();
      return got.join() === all.join()
        ? []
        : [`webhook: of ${about} was told ${got.join(', ')}; not ${all.join(', ')}`];
    });
  }

  /** Each event once, whatever the number of tries; the signature of every try is verified. */
  private messages(): Message[] {
    const events = new Map<string, Message>();
    for (const received of this.receiver.received) {
      const message = this.verified(received);
      const id = String(received.headers['webhook-id']);
      const before = events.get(id);
      if (before && JSON.stringify(before) !== JSON.stringify(message)) throw new Error(`event ${id} has changed`);
      events.set(id, message);
    }
    return [...events.values()];
  }

  private verified({ body, headers }: Received): Message {
    return this.verifier.verify(body, headers as Record<string, string>) as Message;
  }

  private async undelivered(load: ChaosLoad): Promise<string[]> {
    const wrong: string[] = [];
    for (const state of ['pending', 'failed']) {
      const path = `/v1/webhooks/${this.id}/deliveries?state=${state}&limit=1`;
      const { pagination } = (await load.certain()(path)) as { pagination: { total: number } };
      if (pagination.total > 0) wrong.push(`webhook: ${pagination.total} deliveries are ${state}`);
    }
    return wrong;
  }
}
