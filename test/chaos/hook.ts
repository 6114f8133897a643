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
  /** Each event once, whatever the number of tries. */
  private readonly events = new Map<string, Message>();
  private readonly wrong: string[] = [];
  private verifier: StandardWebhook | undefined;
  private id = '';

  private constructor(private readonly receiver: Receiver) {}

  static async register(load: ChaosLoad): Promise<Hook> {
    const receiver = await startReceiver('127.0.0.1', (message, count) => {
      hook.take(message);
      return { status: count % 7 === 0 ? 500 : 200 };
    });
    const hook = new Hook(receiver);
    const { body, headers } = json({ url: `${receiver.url}/candor`, events: [] });
    const init = { method: 'POST', body: body as string, headers: headers ?? {} };
    const { id, secret } = (await load.certain()('/v1/webhooks', init)) as { id: string; secret: string };
    hook.id = id;
    hook.verifier = new StandardWebhook(secret);
    return hook;
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
      const wrong = [...this.wrong, ...this.differing(expected), ...(await this.undelivered(load))];
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
    for (const { type, data } of this.events.values()) {
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

  /** Verifies it at once, for a signature holds for five minutes. */
  private take({ body, headers }: Received): void {
    const id = String(headers['webhook-id']);
    try {
      const message = this.verifier?.verify(body, headers as Record<string, string>) as Message;
      const before = this.events.get(id);
      if (before && JSON.stringify(before) !== JSON.stringify(message)) this.wrong.push(`webhook: ${id} has changed`);
      this.events.set(id, message);
    } catch (error) {
      this.wrong.push(`webhook: ${id} is not signed as it should: ${String(error)}`);
    }
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
