import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import type { Update } from '../api/types.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf } from '../core/router.js';
import { Badge, Progress } from '../ui/badges.js';
import { at } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { RecipientsDialog } from './recipients-dialog.js';
import { RetryDialog } from './retry-dialog.js';
import { TestMailDialog } from './test-mail-dialog.js';
import { ScheduleDialog, SendDialog } from './send-dialogs.js';
import { canNotify, canRetry, NOTIFICATION_TONES } from './update-words.js';
import { rich, type Parts } from '../words/rich.js';
import { t } from '../words/words.js';

const STRONG: Parts = { strong: (words) => <strong>{words}</strong> };

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
  const tone = NOTIFICATION_TONES[update.notification_status];
  const close = (): void => setOpen(undefined);

  const cancel = async (): Promise<void> => {
    const done = await cancelling.run(async () =>
      onChange(
        await api.call.editTrustPortalUpdate({ path: { update_id: update.id }, body: { schedule_disabled: true } }),
      ),
    );
    if (done) notify(t('portal:notify.cancelled'));
  };

  return (
    <section class="card" aria-label={t('portal:notify.title')}>
      <div class="card-head">
        <h2>{t('portal:notify.title')}</h2>
        <span role="status">
          <Badge tone={tone}>{t(`portal:notification.${update.notification_status}`)}</Badge>
        </span>
      </div>
      {update.draft && <p>{t('portal:notify.draft')}</p>}
      <State update={update} />
      {sendable && receiving !== undefined && (
        <p>
          {rich(t('portal:notify.audience', { receiving, count: known }), STRONG)}{' '}
          {known > 0 ? (
            <button type="button" class="link" onClick={() => setOpen('recipients')}>
              {t('portal:notify.showWho')}
            </button>
          ) : (
            <a href={hrefOf('/trust-portal/subscribers')}>{t('portal:notify.addFirst')}</a>
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
            {t('portal:notify.send')}
          </GuardedButton>
          <GuardedButton refusal={refusal} onClick={() => setOpen('schedule')}>
            {update.notification_status === 'scheduled' ? t('portal:notify.reschedule') : t('portal:notify.schedule')}
          </GuardedButton>
          {update.notification_status === 'scheduled' && (
            <GuardedButton refusal={refusal} kind="quiet" busy={cancelling.busy} onClick={() => void cancel()}>
              {t('portal:notify.cancel')}
            </GuardedButton>
          )}
        </div>
      )}
      {!update.archived && (
        <div class="row-actions">
          {canRetry(update) && (
            <GuardedButton refusal={refusal} onClick={() => setOpen('retry')}>
              {t('portal:retry.open')}
            </GuardedButton>
          )}
          <GuardedButton refusal={refusal} kind={update.draft ? 'secondary' : 'quiet'} onClick={() => setOpen('test')}>
            {t('portal:notify.test')}
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
  const { delivered_count: delivered, failed_count: failed, recipient_count: total } = update;
  const done = delivered + failed + update.kept_count;
  return (
    <>
      {status === 'scheduled' && scheduled !== null && (
        <p>{rich(t('portal:notify.goOut', { time: at(Date.parse(scheduled) * 1000) }), STRONG)}</p>
      )}
      {status === 'sending' && (
        <div class="section">
          <Progress label={t('portal:notify.progress')} done={done} total={total} />
          <p class="small muted">{t('portal:notify.sending', { done, total })}</p>
        </div>
      )}
      {status === 'sent' && (
        <p>
          {sent === null
            ? t('portal:notify.delivered', { delivered, total })
            : t('portal:notify.deliveredBy', { delivered, total, time: at(sent) })}{' '}
          {failed > 0 && <span class="late">{t('portal:notify.failed', { count: failed })}</span>}
        </p>
      )}
      {status === 'kept' && (
        <p>
          {t('portal:notify.kept', { kept: update.kept_count, count: total })}
          {delivered > 0 && ` ${t('portal:notify.deliveredBefore', { delivered })}`}
        </p>
      )}
      {status === 'kept' && <p class="muted">{t('portal:notify.keptHelp')}</p>}
      {status !== 'kept' && reason !== null && <p class="muted">{reason}</p>}
    </>
  );
}
