import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../api/use-task.js';
import type { Update } from '../api/types.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { GuardedButton } from '../app/permission.js';
import { hrefOf } from '../app/router.js';
import { Badge, Progress } from '../ui/badges.js';
import { at, count, number } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { RecipientsDialog } from './recipients-dialog.js';
import { RetryDialog } from './retry-dialog.js';
import { TestMailDialog } from './test-mail-dialog.js';
import { ScheduleDialog, SendDialog } from './send-dialogs.js';
import { canNotify, canRetry, NOTIFICATIONS } from './update-words.js';

interface Props {
  update: Update;
  /** Why nothing can be sent. */
  refusal: string | undefined;
  onChange(update: Update): void;
}

/** How far the mails are, who would get them, and the ways to send them. */
export function NotificationCard({ update, refusal, onChange }: Props) {
  const { api } = useApp();
  const [open, setOpen] = useState<'send' | 'schedule' | 'recipients' | 'test' | 'retry'>();
  const cancelling = useTask();
  const sendable = canNotify(update);
  // A dry run of the server: the page counts nothing itself.
  const audience = useLoad(
    async (signal) =>
      sendable
        ? api.call.listTrustPortalRecipients({ path: { update_id: update.id }, query: { limit: 1 }, signal })
        : undefined,
    [update.id, update.updated_at, sendable],
  );
  const receiving = audience.data?.receiving;
  const known = audience.data?.pagination.total ?? 0;
  const [name, tone] = NOTIFICATIONS[update.notification_status];
  const close = (): void => setOpen(undefined);

  const cancel = async (): Promise<void> => {
    const done = await cancelling.run(async () =>
      onChange(
        await api.call.editTrustPortalUpdate({ path: { update_id: update.id }, body: { schedule_disabled: true } }),
      ),
    );
    if (done) notify('The schedule is cancelled. Nobody gets a mail.');
  };

  return (
    <section class="card" aria-label="Mails to subscribers">
      <div class="card-head">
        <h2>Mails to subscribers</h2>
        <span role="status">
          <Badge tone={tone}>{name}</Badge>
        </span>
      </div>
      {update.draft && <p>A draft is sent to nobody. Publish it first; you can send it to yourself as a test.</p>}
      <State update={update} />
      {sendable && receiving !== undefined && (
        <p>
          <strong>{count(receiving, 'subscriber')}</strong> of {number(known)} would get it now.{' '}
          {known > 0 ? (
            <button type="button" class="link" onClick={() => setOpen('recipients')}>
              Show who, and why others would not
            </button>
          ) : (
            <a href={hrefOf('/trust-portal/subscribers')}>Add subscribers first</a>
          )}
        </p>
      )}
      {audience.error !== undefined && <Notice kind="error">{audience.error}</Notice>}
      {cancelling.failure !== undefined && <Notice kind="error">{wordsOf(cancelling.failure)}</Notice>}
      {sendable && (
        <div class="row-actions">
          <GuardedButton
            refusal={refusal}
            kind="primary"
            disabled={receiving === undefined || receiving === 0}
            onClick={() => setOpen('send')}
          >
            Send now …
          </GuardedButton>
          <GuardedButton refusal={refusal} onClick={() => setOpen('schedule')}>
            {update.notification_status === 'scheduled' ? 'Another time …' : 'Schedule …'}
          </GuardedButton>
          {update.notification_status === 'scheduled' && (
            <GuardedButton refusal={refusal} kind="quiet" busy={cancelling.busy} onClick={() => void cancel()}>
              Cancel the schedule
            </GuardedButton>
          )}
        </div>
      )}
      {!update.archived && (
        <div class="row-actions">
          {canRetry(update) && (
            <GuardedButton refusal={refusal} onClick={() => setOpen('retry')}>
              Send the failed mails again …
            </GuardedButton>
          )}
          <GuardedButton refusal={refusal} kind={update.draft ? 'secondary' : 'quiet'} onClick={() => setOpen('test')}>
            Send it to me as a test …
          </GuardedButton>
        </div>
      )}
      {open === 'retry' && <RetryDialog update={update} onClose={close} onChange={onChange} />}
      {open === 'test' && <TestMailDialog update={update} onClose={close} />}
      {open === 'recipients' && <RecipientsDialog update={update} onClose={close} />}
      {open === 'send' && receiving !== undefined && (
        <SendDialog update={update} receiving={receiving} onClose={close} onChange={onChange} />
      )}
      {open === 'schedule' && (
        <ScheduleDialog update={update} receiving={receiving} onClose={close} onChange={onChange} />
      )}
    </section>
  );
}

function State({ update }: { update: Update }) {
  const { notification_status: status, notification_reason: reason, scheduled_at: scheduled, sent_at: sent } = update;
  const done = update.delivered_count + update.failed_count + update.kept_count;
  return (
    <>
      {status === 'scheduled' && scheduled !== null && (
        <p>
          They go out on <strong>{at(Date.parse(scheduled) * 1000)}</strong> (your time), to whoever is subscribed then.
        </p>
      )}
      {status === 'sending' && (
        <div class="section">
          <Progress label="Mails sent" done={done} total={update.recipient_count} />
          <p class="small muted">
            {number(done)} of {number(update.recipient_count)}. Archiving the update stops the rest.
          </p>
        </div>
      )}
      {status === 'sent' && (
        <p>
          {number(update.delivered_count)} of {number(update.recipient_count)} delivered
          {sent !== null && ` by ${at(sent)}`}
          {update.failed_count > 0 && <span class="late">, {count(update.failed_count, 'mail')} given up</span>}.
        </p>
      )}
      {status === 'kept' && (
        <p>
          {count(update.kept_count, 'mail')} of {number(update.recipient_count)} kept in the outbox.
          {update.delivered_count > 0 && ` ${number(update.delivered_count)} delivered before.`}
        </p>
      )}
      {reason !== null && <p class="muted">{reason}</p>}
    </>
  );
}
