import { createHash, randomBytes } from 'node:crypto';
import { micros, type Clock, type Next } from '@candor/runtime';
import { fromOf, MailFailure, type MailTransport, type Sender } from '@candor/runtime/mail';
import type { ConfirmationStore } from '../store/confirmations.js';
import type { MailObserver } from '../measures.js';
import { linkMail } from './link-mail.js';
import type { Portal } from './update-mail.js';

export interface ConfirmingParts {
  confirmations: ConfirmationStore;
  transport: MailTransport;
  sender: Sender;
  clock: Clock;
  observe: MailObserver;
  /** Milliseconds before the 2nd, 3rd, … attempt. */
  retryAfterMs: number[];
}

/** How long one replica has to send it, microseconds: more than all time-outs of a connection. */
const LEASE = 5 * 60e6;
/** Seven days, in microseconds. */
const VALID_FOR = 7 * 86_400 * 1e6;

/** The token of a confirmation mail: who, and a secret of which only the hash is stored. */
export const confirmationToken = (subscriberId: string, secret: string): string => `${subscriberId}.${secret}`;

export function readConfirmationToken(token: string): { subscriberId: string; hash: string } {
  const [subscriberId = '', secret = ''] = token.split('.', 2);
  return { subscriberId, hash: hashOf(secret) };
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Sends mails with the link that was asked for. A crash after the mail was taken sends another one, whose link is then the one that works. */
export class Confirming {
  constructor(private readonly parts: ConfirmingParts) {}

  /** Sends the one mail that is due, if it is; what follows. */
  async send(organizationId: string, subscriberId: string, portal: Portal): Promise<Next> {
    const { confirmations, transport, sender, clock, observe, retryAfterMs } = this.parts;
    const secret = randomBytes(32).toString('base64url');
    const hash = hashOf(secret);
    const now = micros(clock);
    const times = { now, again: now + LEASE, until: now + VALID_FOR };
    const taken = await confirmations.take(organizationId, subscriberId, hash, times);
    if (!taken) return 'nothing';
    const mail = linkMail(taken.subscriber, confirmationToken(subscriberId, secret), portal, sender);
    const host = new URL(sender.publicUrl).hostname;
    try {
      await transport.send({
        ...mail,
        from: fromOf(sender, portal),
        to: taken.subscriber.email,
        messageId: `<${hash.slice(0, 32)}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      const wait = retryAfterMs[taken.attempts];
      if (error.kind === 'soft' && wait !== undefined) {
        observe('confirmation', 'deferred');
        const at = micros(clock) + wait * 1000;
        await confirmations.later(organizationId, subscriberId, hash, at);
        return { at };
      }
      observe('confirmation', 'failed');
      await confirmations.done(organizationId, subscriberId, hash, error.kind === 'bounced' ? 'bounced' : 'sent');
      return 'nothing';
    }
    observe('confirmation', transport.keeps ? 'kept' : 'sent');
    await confirmations.done(organizationId, subscriberId, hash, 'sent');
    return 'nothing';
  }
}
