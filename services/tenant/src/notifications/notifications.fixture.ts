import { setTimeout as wait } from 'node:timers/promises';
import { newId, notifyEvent, type Caller, type NotifyData, type ServiceEvent } from '@candor/runtime';
import type { Mail } from '@candor/runtime/mail';
import type { Letterbox } from '../sign-in/sign-in.fixture.js';
import type { Installation, Replica } from '../tenant.fixture.js';

/** An event for people, of nobody in particular, with what a test cares about. */
export const told = (organizationId: string, change: Partial<NotifyData> = {}, id = newId()): ServiceEvent =>
  notifyEvent({
    id,
    organizationId,
    at: 1,
    data: {
      kind: 'assigned',
      recipients: [],
      actor_id: null,
      subject: { type: 'questionnaire', id: 'q', title: 'ACME SIG' },
      path: '/console/questionnaires/q',
      ...change,
    },
  });

export const toUser = (id: string) => [{ type: 'USER' as const, id }];
export const toGroup = (id: string) => [{ type: 'GROUP' as const, id }];

/** An organization of the installation's admin, and people in it. */
export class Workplace {
  constructor(
    readonly replica: Replica,
    readonly admin: Caller,
    readonly letterbox: Letterbox,
    private readonly installation: Installation,
  ) {}

  get organizationId(): string {
    return this.admin.organizationId;
  }

  call(caller: Caller = this.admin) {
    return { caller, requestId: caller.requestId };
  }

  async person(name: string, role = 'MEMBER'): Promise<{ id: string; email: string; caller: Caller }> {
    const email = `${name.toLowerCase()}@example.com`;
    const { id } = await this.replica.directory.createUser({ name, email, role }, this.call());
    const key = await this.replica.keys.issueKey({ name, role, scopes: [], ownerId: id }, this.call());
    return { id, email, caller: await this.replica.callerFor(key.key) };
  }

  async group(name: string, memberIds: string[]): Promise<string> {
    return (await this.replica.directory.createGroup({ name, memberIds }, this.call())).id;
  }

  tell(...events: ServiceEvent[]): Promise<void> {
    return this.replica.service.takeEvents(events);
  }

  list(caller: Caller) {
    return this.replica.notifications.listNotifications(
      { limit: 100, offset: 0, unreadOnly: false },
      this.call(caller),
    );
  }

  /** The mails to an address, once there are so many. */
  async mails(to: string, count: number): Promise<Mail[]> {
    const mine = () => this.letterbox.mails.filter((mail) => mail.to === to);
    for (const until = Date.now() + 20_000; mine().length < count;) {
      if (Date.now() > until) throw new Error(`${mine().length} mails to ${to}, not ${count}`);
      await wait(10);
      this.installation.clock.advance(10); // Retries wait by the service's clock.
    }
    return mine();
  }

  /** Waits until nothing is due any more, and what was due has been sent or given up. */
  async quiet(): Promise<void> {
    const mails = this.replica.db.collection('notification_mails');
    const due = () =>
      mails.countDocuments({
        $or: [{ state: 'claimed' }, { state: 'pending', next_at: { $lte: this.installation.clock.now() * 1000 } }],
      });
    for (const until = Date.now() + 20_000; (await due()) > 0;) {
      if (Date.now() > until) throw new Error('mails stay due');
      await wait(10);
    }
  }
}
