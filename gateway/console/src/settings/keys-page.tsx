import { useState } from 'preact/hooks';
import type { ApiKey } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { roleName, useRefusal } from '../core/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { SecretDialog } from '../ui/secret.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { IssueKey, RevokeKey, RotateKey } from './key-dialogs.js';
import { isAlive } from '../core/live-keys.js';
import { stateOf } from './scopes.js';
import { SettingsForbidden, SettingsFrame } from './settings-frame.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 50;
type Open = { kind: 'issue' } | { kind: 'rotate' | 'revoke'; key: ApiKey };

export default function KeysPage() {
  const mayNot = useRefusal('ADMIN', 'API keys: write');
  return mayNot === undefined ? <Keys /> : <SettingsForbidden title={t('settings:tab.keys')} reason={mayNot} />;
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
    id === null ? undefined : (users.find((user) => user.id === id)?.name ?? t('settings:formerUser'));
  const columns: readonly Column<ApiKey>[] = [
    {
      title: t('settings:key.one'),
      heading: true,
      cell: (key) => (
        <span class="item-name">
          <span class="tags">
            <strong>{key.name}</strong>
            {key.id === session.key_id && <Badge tone="attention">{t('settings:key.yours')}</Badge>}
          </span>
          <span class="muted small mono">{key.prefix}…</span>
        </span>
      ),
    },
    {
      title: t('settings:key.permissions'),
      cell: ({ role, scopes, owner_id: owner }) => (
        <span class="stacked">
          <span>{roleName(role)}</span>
          <span class="muted small">
            {scopes.length === 0 ? t('settings:key.everything') : scopes.join(', ')}
            {owner !== null && ` · ${t('settings:key.owner', { name: ownerOf(owner) ?? '' })}`}
          </span>
        </span>
      ),
    },
    {
      title: t('settings:status'),
      cell: (key) => {
        const [name, tone] = stateOf(key);
        return <Badge tone={tone}>{name}</Badge>;
      },
    },
    {
      title: t('settings:key.issued'),
      minor: true,
      numeric: true,
      cell: ({ created_at: created }) => <When time={created} />,
    },
    {
      title: t('settings:actions'),
      cell: (key) =>
        isAlive(key) && (
          <span class="row-actions">
            <Button onClick={() => setOpen({ kind: 'rotate', key })}>
              {t('settings:key.newSecret')}
              <span class="hidden"> {t('settings:key.newSecretFor', { name: key.name })}</span>
            </Button>
            <Button kind="quiet" onClick={() => setOpen({ kind: 'revoke', key })}>
              {t('settings:key.revoke')}
              <span class="hidden"> {key.name}</span>
            </Button>
          </span>
        ),
    },
  ];
  return (
    <SettingsFrame
      title={t('settings:tab.keys')}
      subtitle={list.data && t('settings:key.count', { count: total })}
      actions={
        <Button kind="primary" onClick={() => setOpen({ kind: 'issue' })}>
          <Icon name="plus" />
          {t('settings:key.issue')}
        </Button>
      }
    >
      <Content of={list} what={t('settings:key.what')}>
        {({ api_keys: keys }) => (
          <Table caption={t('settings:key.caption')} columns={columns} rows={keys} keyOf={({ id }) => id} />
        )}
      </Content>
      <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
      {open?.kind === 'issue' && <IssueKey onClose={close} onIssued={issued} />}
      {open?.kind === 'rotate' && <RotateKey apiKey={open.key} onClose={close} onIssued={issued} />}
      {open?.kind === 'revoke' && <RevokeKey apiKey={open.key} onClose={close} onRevoked={list.reload} />}
      {secret !== undefined && (
        <SecretDialog
          title={t('settings:key.made')}
          label={t('settings:key.secret')}
          value={secret}
          help={t('settings:key.secretHelp')}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SettingsFrame>
  );
}
