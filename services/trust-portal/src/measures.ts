import type { Meter } from '@candor/runtime';

/** Sent: taken over by the mail server. Kept: put into the outbox for want of one. Deferred: to be tried again. Failed: given up. */
export type MailOutcome = 'sent' | 'kept' | 'deferred' | 'failed';
export type MailObserver = (kind: 'update' | 'confirmation', outcome: MailOutcome) => void;

export function mailObserver(meter: Meter): MailObserver {
  const count = meter.counter(
    'candor_mails_total',
    'Attempts at emails by kind (update, confirmation) and outcome (sent, kept: in the outbox, deferred: to be tried again, failed: given up).',
    ['kind', 'outcome'],
  );
  return (kind, outcome) => count({ kind, outcome });
}
