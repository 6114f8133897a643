import { useState } from 'preact/hooks';
import type { ApiKey } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { useDirectory } from '../app/directory.js';
import { roleName, useRefusal } from '../app/permission.js';
import { pageIn, pageParam, useQuery } from '../app/use-query.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { count } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { SecretDialog } from '../ui/secret.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { IssueKey, RevokeKey, RotateKey } from './key-dialogs.js';
import { isAlive, stateOf } from './scopes.js';
import { SettingsForbidden, SettingsFrame } from './settings-frame.js';

const PAGE_SIZE = 50;
type Open = { kind: 'issue' } | { kind: 'rotate' | 'revoke'; key: ApiKey };

export default function KeysPage() {
  const mayNot = useRefusal('ADMIN', 'API keys: write');
  return mayNot === undefined ? <Keys /> : <SettingsForbidden title="API keys" reason={mayNot} />;
}

/** The keys of the organization: who has access, and to what. */
function Keys() {
  const { api, session } = useApp();
  const { users } = useDirectory();
  const [query, setQuery] = useQuery();
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<string>();
  const page = pageIn(query);
  const list = useLoad(
    (signal) => api.call.listApiKeys({ query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [page],
  );
  const total = list.data?.pagination.total ?? 0;
  const close = (): void => setOpen(undefined);
  const issued = (key: string): void => {
    close();
    setSecret(key);
    list.reload();
  };
  const ownerOf = (id: string | null): string | undefined =>
    id === null ? undefined : (users.find((user) => user.id === id)?.name ?? 'a former user');
  const columns: readonly Column<ApiKey>[] = [
    {
      title: 'Key',
      heading: true,
      cell: (key) => (
        <span class="item-name">
          <span class="tags">
            <strong>{key.name}</strong>
            {key.id === session.key_id && <Badge tone="attention">The one you use</Badge>}
          </span>
          <span class="muted small mono">{key.prefix}…</span>
        </span>
      ),
    },
    {
      title: 'May do',
      cell: ({ role, scopes, owner_id: owner }) => (
        <span class="stacked">
          <span>{roleName(role)}</span>
          <span class="muted small">
            {scopes.length === 0 ? 'everything of the role' : scopes.join(', ')}
            {owner !== null && ` · of ${ownerOf(owner) ?? ''}`}
          </span>
        </span>
      ),
    },
    {
      title: 'State',
      cell: (key) => {
        const [name, tone] = stateOf(key);
        return <Badge tone={tone}>{name}</Badge>;
      },
    },
    {
      title: 'Issued',
      minor: true,
      numeric: true,
      cell: ({ created_at: created }) => <When time={created} />,
    },
    {
      title: 'What to do',
      cell: (key) =>
        isAlive(key) && (
          <span class="row-actions">
            <Button onClick={() => setOpen({ kind: 'rotate', key })}>
              New secret<span class="hidden"> for {key.name}</span>
            </Button>
            <Button kind="quiet" onClick={() => setOpen({ kind: 'revoke', key })}>
              Revoke<span class="hidden"> {key.name}</span>
            </Button>
          </span>
        ),
    },
  ];
  return (
    <SettingsFrame
      title="API keys"
      subtitle={list.data && count(total, 'key')}
      actions={
        <Button kind="primary" onClick={() => setOpen({ kind: 'issue' })}>
          <Icon name="plus" />
          Issue a key
        </Button>
      }
    >
      <Content of={list} what="the keys">
        {({ api_keys: keys }) => (
          <Table caption="API keys, newest first" columns={columns} rows={keys} keyOf={({ id }) => id} />
        )}
      </Content>
      <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
      {open?.kind === 'issue' && <IssueKey onClose={close} onIssued={issued} />}
      {open?.kind === 'rotate' && <RotateKey apiKey={open.key} onClose={close} onIssued={issued} />}
      {open?.kind === 'revoke' && <RevokeKey apiKey={open.key} onClose={close} onRevoked={list.reload} />}
      {secret !== undefined && (
        <SecretDialog
          title="The new key"
          label="API key"
          value={secret}
          help="Send it in the header X-API-Key. Whoever has it may do what the key may do."
          onClose={() => setSecret(undefined)}
        />
      )}
    </SettingsFrame>
  );
}
