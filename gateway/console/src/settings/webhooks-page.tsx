import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { Webhook } from '../api/types.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { hrefOf } from '../core/router.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { ago } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { SecretDialog } from '../ui/secret.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { SettingsForbidden, SettingsFrame } from './settings-frame.js';
import { WebhookDialog } from './webhook-dialogs.js';
import { stateOf } from './webhook-words.js';
import { t } from '../words/words.js';

/** The most that the API lists at once. */
const MOST = 1000;

const columns = (): Column<Webhook>[] => [
  {
    title: t('settings:webhook.endpoint'),
    heading: true,
    cell: ({ id, url, description }) => (
      <span class="item-name">
        <a href={hrefOf(`/settings/webhooks/${id}`)}>{description || url}</a>
        {description !== '' && <span class="muted small text">{url}</span>}
      </span>
    ),
  },
  {
    title: t('settings:status'),
    cell: (webhook) => {
      const [name, tone] = stateOf(webhook);
      return <Badge tone={tone}>{name}</Badge>;
    },
  },
  {
    title: t('settings:webhook.events'),
    cell: ({ events }) => (
      <span class="muted small">{events.length === 0 ? t('settings:webhook.all') : events.join(', ')}</span>
    ),
  },
  {
    title: t('settings:created'),
    minor: true,
    numeric: true,
    cell: ({ created_at: created }) => <span class="muted nowrap">{ago(created)}</span>,
  },
];

export default function WebhooksPage() {
  const mayNot = useRefusal('ADMIN', 'Organizations: write');
  return mayNot === undefined ? <Webhooks /> : <SettingsForbidden title={t('settings:tab.webhooks')} reason={mayNot} />;
}

/** The addresses that are told what happens. */
function Webhooks() {
  const { api } = useApp();
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const list = useLoad((signal) => api.call.listWebhooks({ query: { limit: MOST }, signal }), []);
  return (
    <SettingsFrame
      title={t('settings:tab.webhooks')}
      actions={
        <Button kind="primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          {t('settings:webhook.new')}
        </Button>
      }
    >
      <Content of={list} what={t('settings:webhook.whatAll')}>
        {({ webhooks }) =>
          webhooks.length > 0 ? (
            <Table caption={t('settings:webhook.caption')} columns={columns()} rows={webhooks} keyOf={({ id }) => id} />
          ) : (
            <Empty title={t('settings:webhook.none')} icon="cog">
              <p>{t('settings:webhook.noneHelp')}</p>
            </Empty>
          )
        }
      </Content>
      {creating && (
        <WebhookDialog
          webhook={undefined}
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setSecret(made);
            list.reload();
          }}
          onSaved={list.reload}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t('settings:webhook.wasCreated')}
          label={t('settings:webhook.secret')}
          value={secret}
          help={t('settings:webhook.secretHelp')}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SettingsFrame>
  );
}
