import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../api/use-task.js';
import type { Webhook } from '../api/types.js';
import type { PageProps } from '../app/areas.js';
import { useApp } from '../app/context.js';
import { useRefusal } from '../app/permission.js';
import { navigate } from '../app/router.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { SecretDialog } from '../ui/secret.js';
import { Failure, Loading, Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { SettingsForbidden, SettingsFrame } from './settings-frame.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { DeleteWebhook, RotateSecret, WebhookDialog } from './webhook-dialogs.js';
import { EVENTS, stateOf } from './webhook-words.js';
import { SECRET_HELP } from './webhooks-page.js';

const BACK = { path: '/settings/webhooks', name: 'Webhooks' };

/** One webhook, and what was sent to it. */
export default function WebhookPage({ params: { id = '' } }: PageProps) {
  const mayNot = useRefusal('ADMIN', 'Organizations: write');
  return mayNot === undefined ? <Loaded id={id} /> : <SettingsForbidden title="Webhook" reason={mayNot} />;
}

function Loaded({ id }: { id: string }) {
  const { api } = useApp();
  const webhook = useLoad((signal) => api.call.getWebhook({ path: { webhook_id: id }, signal }), [id]);
  if (webhook.data) return <Shown webhook={webhook.data} onChange={webhook.set} />;
  return (
    <SettingsFrame title="Webhook" back={BACK}>
      {webhook.error === undefined ? (
        <Loading what="the webhook" />
      ) : (
        <Failure message={webhook.error} retry={webhook.reload} />
      )}
    </SettingsFrame>
  );
}

function Shown({ webhook, onChange }: { webhook: Webhook; onChange(webhook: Webhook): void }) {
  const { api } = useApp();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const [round, setRound] = useState(0);
  const path = { webhook_id: webhook.id };
  const [name, tone] = stateOf(webhook);
  const close = (): void => setOpen(undefined);
  const toggle = (): Promise<boolean> =>
    attempt(async () => onChange(await api.call.updateWebhook({ path, body: { enabled: !webhook.enabled } })));
  const test = async (): Promise<void> => {
    if (!(await attempt(() => api.call.testWebhook({ path })))) return;
    notify('A test message is on its way: see below what becomes of it.');
    setRound(round + 1);
  };
  const words = EVENTS.filter(([type]) => webhook.events.includes(type)).map(([, event]) => event);
  return (
    <SettingsFrame
      title={webhook.description || webhook.url}
      back={BACK}
      badge={<Badge tone={tone}>{name}</Badge>}
      subtitle={webhook.description === '' ? undefined : <span class="text">{webhook.url}</span>}
      actions={
        <>
          <Button kind="quiet" onClick={() => setOpen('delete')}>
            Delete
          </Button>
          <Button kind="quiet" onClick={() => setOpen('rotate')}>
            New secret
          </Button>
          <Button onClick={() => void toggle()}>{webhook.enabled ? 'Switch off' : 'Switch on'}</Button>
          <Button onClick={() => setOpen('edit')}>Edit</Button>
          <Button kind="primary" disabled={!webhook.enabled} onClick={() => void test()}>
            Send a test
          </Button>
        </>
      }
    >
      {webhook.disabled_reason !== null && <Notice kind="warning">{webhook.disabled_reason}</Notice>}
      <p>
        <span class="muted">Told of:</span> {words.length === 0 ? 'everything that happens' : words.join(' · ')}
      </p>
      <WebhookDeliveries webhookId={webhook.id} round={round} />
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} onSaved={onChange} />}
      {open === 'rotate' && <RotateSecret webhook={webhook} onClose={close} onIssued={setSecret} />}
      {open === 'delete' && (
        <DeleteWebhook webhook={webhook} onClose={close} onDeleted={() => navigate('/settings/webhooks')} />
      )}
      {secret !== undefined && (
        <SecretDialog
          title="The new secret"
          label="Signing secret"
          value={secret}
          help={SECRET_HELP}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SettingsFrame>
  );
}
