import type { Meter } from '@candor/runtime';
import type { MailOutcome } from '@candor/runtime/mail';

export type MailObserver = (kind: 'update' | 'confirmation' | 'document', outcome: MailOutcome) => void;

export function mailObserver(meter: Meter): MailObserver {
  const count = meter.counter(
    'candor_mails_total',
    'Attempts at emails by kind (update, confirmation, document) and outcome (sent, kept: in the outbox, deferred: to be tried again, failed: given up).',
    ['kind', 'outcome'],
  );
  return (kind, outcome) => count({ kind, outcome });
}
