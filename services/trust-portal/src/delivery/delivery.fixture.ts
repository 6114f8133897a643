import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus, type Update } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import type { CallFor } from '@candor/runtime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailOptions, TrustPortalOptions } from '../compose.js';
import { addSubscriber, adminCall, createUpdate, schedule } from '../trust-portal.fixture.js';
import type { Installation, Replica } from '../trust-portal.fixture.js';

/** Who gets the mails of `lookTwice`. */
export const WITNESS = 'witness@example.com';

export interface Received {
  to: string;
  raw: string;
}

/** A mail server that takes, defers, refuses, drops or hangs, by the name of the recipient. */
export async function startSmtp(): Promise<{
  url: string;
  received: Received[];
  calm: () => void;
  close: () => Promise<void>;
}> {
  const received: Received[] = [];
  let stormy = true;
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (stormy && address.startsWith('drop')) {
        for (const connection of server.connections) connection.close();
        return;
      }
      if (stormy && address.startsWith('hang')) return;
      const refusal = address.startsWith('refuse') ? 550 : stormy && address.startsWith('defer') ? 451 : undefined;
      done(refusal ? Object.assign(new Error('not here'), { responseCode: refusal }) : null);
    },
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo)
          received.push({ to: address, raw: Buffer.concat(pieces).toString() });
        done();
      });
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => undefined); // Dropped connections.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    calm: () => {
      stormy = false;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Replicas of one installation that send mails, with the little waiting that tests do. */
export class SendingReplicas {
  private readonly closing: (() => Promise<void>)[] = [];

  constructor(private readonly installation: () => Installation) {}

  async start(
    change: Partial<MailOptions> & Pick<MailOptions, 'transport'>,
    options: Partial<TrustPortalOptions> = {},
  ): Promise<Replica> {
    const replica = await this.installation().replica({
      sweepEveryMs: 20,
      ...options,
      mail: {
        from: 'Trust <trust@example.com>',
        publicUrl: 'https://trust.example.com',
        portalOf: () => Promise.resolve({ name: 'Acme', tenantName: 'acme' }),
        retryAfterMs: [50, 50],
        ...change,
      },
    });
    this.closeLater(() => replica.close());
    await replica.start();
    return replica;
  }

  /** Closed after the test, the last one first. */
  closeLater(close: () => Promise<void>): void {
    this.closing.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.closing.splice(0).reverse()) await close();
  }

  async smtp(): ReturnType<typeof startSmtp> {
    const server = await startSmtp();
    this.closeLater(server.close);
    return server;
  }

  /**
   * Lets the dispatcher look for what is due, twice at least: sends updates of another organization to `WITNESS`, one after
   * the other. What was due before has been found by then.
   */
  async lookTwice(replica: Replica): Promise<void> {
    for (let n = 0; n < 2; n++) {
      const call = adminCall();
      await addSubscriber(replica, call, WITNESS, SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED);
      const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
      await this.until(replica, call, id, NotificationStatus.NOTIFICATION_STATUS_SENT);
    }
  }

  async until(replica: Replica, call: CallFor, id: string, status: NotificationStatus): Promise<Update> {
    for (;;) {
      const update = await replica.portal.getUpdate({ id }, call);
      if (update.notificationStatus === status) return update;
      await wait(20);
      this.installation().clock.advance(20); // Retries wait by the service's clock.
    }
  }
}

/** The state of each delivery, by the name in the address. */
export async function statesOf(replica: Replica, call: CallFor, updateId: string): Promise<Record<string, string>> {
  const { deliveries } = await replica.portal.listDeliveries({ updateId, limit: 1000, offset: 0, state: '' }, call);
  return Object.fromEntries(deliveries.map(({ email, state }) => [email.split('@')[0] ?? '', state] as const));
}
