import { useState } from 'preact/hooks';
import type { ApiKey } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { ConnectedAgents } from '../channels/connected-agents.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';

/** More than anybody has at once. */
const MOST_AGENTS = 100;

/** Programs that the person allowed to act for them. */
export function OwnAgents() {
  const { api, session } = useApp();
  const agents = useLoad(
    async (signal) => (await api.call.listConnectedAgents({ query: { limit: MOST_AGENTS, offset: 0 }, signal })).agents,
    [api],
  );
  return (
    <section class="section" aria-labelledby="agents-title">
      <h2 id="agents-title">{t('channels:agents.mine')}</h2>
      <p class="muted">
        {session.organization.agents_may_connect ? t('channels:agents.mineHelp') : t('channels:agents.offForPeople')}
      </p>
      <ConnectedAgents agents={agents} />
    </section>
  );
}

/** Browser extensions that the person connected, each to be ended. */
export function OwnExtensions() {
  const { api } = useApp();
  const [open, setOpen] = useState<ApiKey>();
  const extensions = useLoad(async (signal) => (await api.call.listExtensions({ signal })).extensions, [api]);
  const columns: readonly Column<ApiKey>[] = [
    { title: t('account:extensions.extension'), heading: true, cell: ({ name }) => <strong>{name}</strong> },
    { title: t('account:since'), cell: ({ created_at: at }) => <When time={at} /> },
    {
      title: t('account:actions'),
      cell: (one) => (
        <Button onClick={() => setOpen(one)}>
          {t('channels:disconnect')}
          <span class="hidden"> {one.name}</span>
        </Button>
      ),
    },
  ];
  return (
    <section class="section" aria-labelledby="extensions-title">
      <h2 id="extensions-title">{t('account:extensions.mine')}</h2>
      <p class="muted">{t('account:extensions.mineHelp')}</p>
      <Content of={extensions} what={t('account:extensions.what')}>
        {(all) =>
          all.length === 0 ? (
            <p class="muted">{t('account:extensions.none')}</p>
          ) : (
            <Table caption={t('account:extensions.mine')} columns={columns} rows={all} keyOf={({ id }) => id} />
          )
        }
      </Content>
      {open && (
        <Confirm
          title={t('channels:extension.disconnectTitle', { name: open.name })}
          action={t('channels:disconnect')}
          danger
          work={() => api.call.endExtension({ path: { extension_id: open.id } })}
          said={t('channels:extension.disconnected', { name: open.name })}
          onDone={extensions.reload}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('channels:extension.disconnectHelp')}</p>
        </Confirm>
      )}
    </section>
  );
}
