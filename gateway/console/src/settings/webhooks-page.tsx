import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { Webhook } from '../api/types.js';
import { useApp } from '../app/context.js';
import { useRefusal } from '../app/permission.js';
import { hrefOf } from '../app/router.js';
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

/** The most that the API lists at once. */
const MOST = 1000;
export const SECRET_HELP = 'With it your endpoint checks that a message comes from here (Standard Webhooks).';

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: 'Endpoint',
    heading: true,
    cell: ({ id, url, description }) => (
      <span class="item-name">
        <a href={hrefOf(`/settings/webhooks/${id}`)}>{description || url}</a>
        {description !== '' && <span class="muted small text">{url}</span>}
      </span>
    ),
  },
  {
    title: 'State',
    cell: (webhook) => {
      const [name, tone] = stateOf(webhook);
      return <Badge tone={tone}>{name}</Badge>;
    },
  },
  {
    title: 'Events',
    cell: ({ events }) => <span class="muted small">{events.length === 0 ? 'All' : events.join(', ')}</span>,
  },
  {
    title: 'Created',
    minor: true,
    numeric: true,
    cell: ({ created_at: created }) => <span class="muted nowrap">{ago(created)}</span>,
  },
];

export default function WebhooksPage() {
  const mayNot = useRefusal('ADMIN', 'Organizations: write');
  return mayNot === undefined ? <Webhooks /> : <SettingsForbidden title="Webhooks" reason={mayNot} />;
}

/** The addresses that are told what happens. */
function Webhooks() {
  const { api } = useApp();
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const list = useLoad((signal) => api.call.listWebhooks({ query: { limit: MOST }, signal }), []);
  return (
    <SettingsFrame
      title="Webhooks"
      actions={
        <Button kind="primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          New webhook
        </Button>
      }
    >
      <Content of={list} what="the webhooks">
        {({ webhooks }) =>
          webhooks.length > 0 ? (
            <Table caption="Webhooks, newest first" columns={COLUMNS} rows={webhooks} keyOf={({ id }) => id} />
          ) : (
            <Empty title="No webhooks yet" icon="cog">
              <p>
                A webhook tells your ticket system or chat when a questionnaire is ready for review, when mails went
                out, or when something failed, so that nobody has to look.
              </p>
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
          title="The webhook is created"
          label="Signing secret"
          value={secret}
          help={SECRET_HELP}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SettingsFrame>
  );
}
