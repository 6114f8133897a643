import { useState } from 'preact/hooks';
import { useInterval, useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import type { Update } from '../api/types.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { navigate } from '../core/router.js';
import { Badge } from '../ui/badges.js';
import { Confirm } from '../ui/confirm.js';
import { at } from '../ui/format.js';
import { Failure, Loading } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { DeliveryList } from './delivery-list.js';
import { MailPreview } from './mail-preview.js';
import { NotificationCard } from './notification-card.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';
import { t } from '../words/words.js';

const UPDATES = '/trust-portal/updates';
const back = (): { path: string; name: string } => ({ path: UPDATES, name: t('portal:tab.updates') });
const POLL_MS = 1500;

/** One update: its mail, who gets it, when, and what became of it. */
export default function UpdatePage({ params: { id = '' } }: PageProps) {
  const mayNotRead = useRefusal('ADMIN', 'Trust portal: read');
  if (mayNotRead !== undefined) return <PortalFrame title={t('portal:update.one')}>{null}</PortalFrame>;
  return <Loaded id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { api } = useApp();
  const path = { update_id: id };
  const update = useLoad((signal) => api.call.getTrustPortalUpdate({ path, signal }), [id]);
  const isMoving = ['sending', 'scheduled'].includes(update.data?.notification_status ?? '');
  useInterval(update.reload, POLL_MS, isMoving);
  if (update.data) return <Shown update={update.data} onChange={update.set} />;
  return (
    <PortalFrame title={t('portal:update.one')} back={back()}>
      {update.error === undefined ? (
        <Loading what={t('portal:what.update')} />
      ) : (
        <Failure message={update.error} retry={update.reload} />
      )}
    </PortalFrame>
  );
}

function Shown({ update, onChange }: { update: Update; onChange(update: Update): void }) {
  const { api } = useApp();
  const mayNotWrite = useMayNotWrite();
  const [archiving, setArchiving] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const path = { update_id: update.id };
  const isFuture = Date.parse(update.update_date) > Date.now();

  const publish = (): Promise<boolean> =>
    attempt(async () => {
      onChange(await api.call.editTrustPortalUpdate({ path, body: { draft: false } }));
      notify(t('portal:update.wasPublished'));
    });
  const restore = (): Promise<boolean> =>
    attempt(async () => {
      onChange(await api.call.unarchiveTrustPortalUpdate({ path }));
      notify(t('portal:update.wasRestored'));
    });
  return (
    <PortalFrame
      title={update.title}
      back={back()}
      badge={
        update.archived ? (
          <Badge tone="neutral">{t('portal:update.archived')}</Badge>
        ) : update.draft ? (
          <Badge tone="attention">{t('portal:update.draft')}</Badge>
        ) : (
          <Badge tone={isFuture ? 'attention' : 'good'}>
            {isFuture ? t('portal:update.publishedLater') : t('portal:update.published')}
          </Badge>
        )
      }
      subtitle={[at(Date.parse(update.update_date) * 1000), ...update.categories.map(({ name }) => name)].join(' · ')}
      actions={
        <>
          {update.draft && !update.archived && (
            <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => void publish()}>
              {t('portal:update.publish')}
            </GuardedButton>
          )}
          {update.archived ? (
            <>
              <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={() => setDeleting(true)}>
                {t('portal:delete')}
              </GuardedButton>
              <GuardedButton refusal={mayNotWrite} onClick={() => void restore()}>
                {t('portal:update.restore')}
              </GuardedButton>
            </>
          ) : (
            <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={() => setArchiving(true)}>
              {t('portal:update.archive')}
            </GuardedButton>
          )}
          <GuardedButton refusal={mayNotWrite} onClick={() => navigate(`/trust-portal/updates/${update.id}/edit`)}>
            {t('portal:update.edit')}
          </GuardedButton>
        </>
      }
    >
      <div class="columns">
        <div class="section">
          <NotificationCard update={update} refusal={mayNotWrite} onChange={onChange} />
          {update.recipient_count > 0 && <DeliveryList update={update} />}
        </div>
        <div class="section">
          <h2>{t('portal:email.title')}</h2>
          <MailPreview
            title={update.title}
            description={update.description}
            link={update.link ?? ''}
            linkText={update.link_text ?? ''}
          />
        </div>
      </div>
      {deleting && <Delete update={update} onClose={() => setDeleting(false)} />}
      {archiving && <Archive update={update} onClose={() => setArchiving(false)} onChange={onChange} />}
    </PortalFrame>
  );
}

function Delete({ update, onClose }: { update: Update; onClose(): void }) {
  const { api } = useApp();
  return (
    <Confirm
      title={t('portal:update.deleteTitle')}
      action={t('portal:delete')}
      danger
      work={() => api.call.deleteTrustPortalUpdate({ path: { update_id: update.id } })}
      said={t('portal:update.deleted')}
      onDone={() => navigate(UPDATES)}
      onClose={onClose}
    >
      <p>{t('portal:update.deleteHelp')}</p>
    </Confirm>
  );
}

interface ArchiveProps {
  update: Update;
  onClose(): void;
  onChange(update: Update): void;
}

function Archive({ update, onClose, onChange }: ArchiveProps) {
  const { api } = useApp();
  return (
    <Confirm
      title={t('portal:update.archiveTitle')}
      action={t('portal:update.archive')}
      work={() => api.call.archiveTrustPortalUpdate({ path: { update_id: update.id } })}
      said={t('portal:update.wasArchived')}
      onDone={onChange}
      onClose={onClose}
    >
      <p>{consequence(update)}</p>
    </Confirm>
  );
}

/** What becomes of an update that is archived, and of its mails. */
function consequence({ notification_status: status }: Update): string {
  if (status === 'scheduled') return t('portal:update.archiveScheduled');
  return status === 'sending' ? t('portal:update.archiveSending') : t('portal:update.archiveHelp');
}
