import { useState } from 'preact/hooks';
import type { ConnectedAgent } from '../api/types.js';
import type { Loaded } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';

interface Props {
  agents: Loaded<readonly ConnectedAgent[]>;
  /** Whether it is told for whom each acts. */
  withPeople?: boolean;
}

/** Agents that people connected, each to be ended. */
export function ConnectedAgents({ agents, withPeople = false }: Props) {
  const { api } = useApp();
  const { users } = useDirectory();
  const [open, setOpen] = useState<ConnectedAgent>();
  const person: Column<ConnectedAgent> = {
    title: t('channels:person'),
    cell: ({ user_id: userId }) => users.find(({ id }) => id === userId)?.name ?? t('settings:formerUser'),
  };
  const columns: readonly Column<ConnectedAgent>[] = [
    {
      title: t('channels:agents.agent'),
      heading: true,
      cell: ({ name, redirect_host: host }) => (
        <span class="item-name">
          <strong>{name}</strong>
          <span class="muted small">{host}</span>
        </span>
      ),
    },
    ...(withPeople ? [person] : []),
    {
      title: t('channels:agents.mayDo'),
      minor: true,
      cell: ({ scopes }) => <span class="small">{scopes.join(', ')}</span>,
    },
    { title: t('channels:used'), cell: ({ used_at: at }) => <When time={at} /> },
    {
      title: t('settings:actions'),
      cell: (one) => (
        <Button onClick={() => setOpen(one)}>
          {t('channels:disconnect')}
          <span class="hidden"> {one.name}</span>
        </Button>
      ),
    },
  ];
  return (
    <>
      <Content of={agents} what={t('channels:agents.what')}>
        {(all) =>
          all.length === 0 ? (
            <p class="muted">{t('channels:agents.none')}</p>
          ) : (
            <Table caption={t('channels:agents.caption')} columns={columns} rows={all} keyOf={({ id }) => id} />
          )
        }
      </Content>
      {open && (
        <Confirm
          title={t('channels:agents.disconnectTitle', { name: open.name })}
          action={t('channels:disconnect')}
          danger
          work={() => api.call.disconnectAgent({ path: { connected_agent_id: open.id } })}
          said={t('channels:agents.disconnected', { name: open.name })}
          onDone={agents.reload}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('channels:agents.disconnectHelp')}</p>
        </Confirm>
      )}
    </>
  );
}
