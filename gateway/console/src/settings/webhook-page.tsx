import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import type { Webhook } from '../api/types.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { navigate } from '../core/router.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { SecretDialog } from '../ui/secret.js';
import { Failure, Loading, Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { SettingsForbidden, SettingsFrame } from './settings-frame.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { DeleteWebhook, RotateSecret, WebhookDialog } from './webhook-dialogs.js';
import { EVENTS, stateOf } from './webhook-words.js';
import { t } from '../words/words.js';

const back = (): { path: string; name: string } => ({ path: '/settings/webhooks', name: t('settings:tab.webhooks') });

/** One webhook, and what was sent to it. */
export default function WebhookPage({ params: { id = '' } }: PageProps) {
  const mayNot = useRefusal('ADMIN', 'Organizations: write');
  return mayNot === undefined ? (
    <Loaded id={id} />
  ) : (
    <SettingsForbidden title={t('settings:webhook.one')} reason={mayNot} />
  );
}

function Loaded({ id }: { id: string }) {
  const { api } = useApp();
  const webhook = useLoad((signal) => api.call.getWebhook({ path: { webhook_id: id }, signal }), [id]);
  if (webhook.data) return <Shown webhook={webhook.data} onChange={webhook.set} />;
  return (
    <SettingsFrame title={t('settings:webhook.one')} back={back()}>
      {webhook.error === undefined ? (
        <Loading what={t('settings:webhook.what')} />
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
    notify(t('settings:webhook.tested'));
    setRound(round + 1);
  };
  const words = EVENTS.filter(([type]) => webhook.events.includes(type)).map(([, event]) =>
    t(`settings:webhook.event.${event}`),
  );
  return (
    <SettingsFrame
      title={webhook.description || webhook.url}
      back={back()}
      badge={<Badge tone={tone}>{name}</Badge>}
      subtitle={webhook.description === '' ? undefined : <span class="text">{webhook.url}</span>}
      actions={
        <>
          <Button kind="quiet" onClick={() => setOpen('delete')}>
            {t('settings:delete')}
          </Button>
          <Button kind="quiet" onClick={() => setOpen('rotate')}>
            {t('settings:webhook.newSecret')}
          </Button>
          <Button onClick={() => void toggle()}>
            {webhook.enabled ? t('settings:webhook.switchOff') : t('settings:webhook.switchOn')}
          </Button>
          <Button onClick={() => setOpen('edit')}>{t('settings:edit')}</Button>
          <Button kind="primary" disabled={!webhook.enabled} onClick={() => void test()}>
            {t('settings:webhook.test')}
          </Button>
        </>
      }
    >
      {webhook.disabled_reason !== null && <Notice kind="warning">{webhook.disabled_reason}</Notice>}
      <p>
        <span class="muted">{t('settings:webhook.eventsAre')}</span>{' '}
        {words.length === 0 ? t('settings:webhook.allEvents') : words.join(' · ')}
      </p>
      <WebhookDeliveries webhookId={webhook.id} round={round} />
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} onSaved={onChange} />}
      {open === 'rotate' && <RotateSecret webhook={webhook} onClose={close} onIssued={setSecret} />}
      {open === 'delete' && (
        <DeleteWebhook webhook={webhook} onClose={close} onDeleted={() => navigate('/settings/webhooks')} />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t('settings:webhook.theNewSecret')}
          label={t('settings:webhook.secret')}
          value={secret}
          help={t('settings:webhook.secretHelp')}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SettingsFrame>
  );
}
