import { useState } from 'preact/hooks';
import { useInterval, useLoad } from '../api/use-load.js';
import { attempt } from '../api/use-task.js';
import type { Update } from '../api/types.js';
import type { PageProps } from '../app/areas.js';
import { useApp } from '../app/context.js';
import { GuardedButton, useRefusal } from '../app/permission.js';
import { navigate } from '../app/router.js';
import { Badge } from '../ui/badges.js';
import { Confirm } from '../ui/confirm.js';
import { at } from '../ui/format.js';
import { Failure, Loading } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { DeliveryList } from './delivery-list.js';
import { MailPreview } from './mail-preview.js';
import { NotificationCard } from './notification-card.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';

const BACK = { path: '/trust-portal/updates', name: 'Updates' };
const POLL_MS = 1500;

/** One update: its mail, who gets it, when, and what became of it. */
export default function UpdatePage({ params: { id = '' } }: PageProps) {
  const mayNotRead = useRefusal('ADMIN', 'Trust portal: read');
  if (mayNotRead !== undefined) return <PortalFrame title="Update">{null}</PortalFrame>;
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
    <PortalFrame title="Update" back={BACK}>
      {update.error === undefined ? (
        <Loading what="the update" />
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
      notify('Published. Nobody has been notified yet.');
    });
  const restore = (): Promise<boolean> =>
    attempt(async () => {
      onChange(await api.call.unarchiveTrustPortalUpdate({ path }));
      notify('On the portal again. Its mails stay cancelled.');
    });
  return (
    <PortalFrame
      title={update.title}
      back={BACK}
      badge={
        update.archived ? (
          <Badge tone="neutral">Archived</Badge>
        ) : update.draft ? (
          <Badge tone="attention">Draft</Badge>
        ) : (
          <Badge tone={isFuture ? 'attention' : 'good'}>{isFuture ? 'Published from its date on' : 'Published'}</Badge>
        )
      }
      subtitle={[at(Date.parse(update.update_date) * 1000), ...update.categories.map(({ name }) => name)].join(' · ')}
      actions={
        <>
          {update.draft && !update.archived && (
            <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => void publish()}>
              Publish
            </GuardedButton>
          )}
          {update.archived ? (
            <>
              <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={() => setDeleting(true)}>
                Delete
              </GuardedButton>
              <GuardedButton refusal={mayNotWrite} onClick={() => void restore()}>
                Restore
              </GuardedButton>
            </>
          ) : (
            <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={() => setArchiving(true)}>
              Archive
            </GuardedButton>
          )}
          <GuardedButton refusal={mayNotWrite} onClick={() => navigate(`/trust-portal/updates/${update.id}/edit`)}>
            Edit
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
          <h2>The mail</h2>
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
      title="Delete this update?"
      action="Delete"
      danger
      work={() => api.call.deleteTrustPortalUpdate({ path: { update_id: update.id } })}
      said="Deleted."
      onDone={() => navigate(BACK.path)}
      onClose={onClose}
    >
      <p>It and the record of its mails are removed for good. This cannot be undone.</p>
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
      title="Archive this update?"
      action="Archive"
      work={() => api.call.archiveTrustPortalUpdate({ path: { update_id: update.id } })}
      said="Archived."
      onDone={onChange}
      onClose={onClose}
    >
      <p>
        It leaves the public portal.
        {update.notification_status === 'scheduled' && ' The mails that are scheduled are not sent.'}
        {update.notification_status === 'sending' && ' Mails that are not out yet are not sent.'} You can restore it,
        but not its schedule.
      </p>
    </Confirm>
  );
}
