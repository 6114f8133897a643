import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Group, User } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { forgetDirectory } from '../core/directory.js';
import { roleName, useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { Content } from '../ui/content.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { InvitePerson } from './people-invite.js';
import { StatusActions, StatusBadge, StopPerson, type Stopping } from './people-status.js';
import { ago } from '../ui/format.js';
import { DeletePerson, type Leaving } from './people-delete.js';
import { GroupDialog, UserDialog } from './people-dialogs.js';
import { SettingsFrame } from './settings-frame.js';
import { t } from '../words/words.js';

/** The most that the API lists at once. */
const MOST = 1000;
type Open = { kind: 'user'; user: User | undefined } | { kind: 'group'; group: Group | undefined };

/** Users and groups: who questions are assigned to, and whose the keys are. */
export default function PeoplePage() {
  const { api } = useApp();
  const mayNotWrite = useRefusal('ADMIN', 'Organizations: write');
  const [open, setOpen] = useState<Open>();
  const [leaving, setLeaving] = useState<Leaving>();
  const [inviting, setInviting] = useState(false);
  const [stopping, setStopping] = useState<Stopping>();
  const people = useLoad(async (signal) => {
    const query = { limit: MOST };
    const [{ users, pagination }, { groups }] = await Promise.all([
      api.call.listUsers({ query, signal }),
      api.call.listGroups({ query, signal }),
    ]);
    return { users, groups, total: pagination.total };
  }, []);
  const changed = (): void => {
    forgetDirectory(api);
    people.reload();
  };
  const actions = (label: string, onEdit: () => void, onDelete: () => void, more?: ComponentChildren) => (
    <span class="row-actions">
      <GuardedButton refusal={mayNotWrite} onClick={onEdit}>
        {t('settings:edit')}
        <span class="hidden"> {label}</span>
      </GuardedButton>
      {more}
      <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={onDelete}>
        {t('settings:delete')}
        <span class="hidden"> {label}</span>
      </GuardedButton>
    </span>
  );
  const users: readonly Column<User>[] = [
    {
      title: t('settings:people.user'),
      heading: true,
      cell: ({ name, email, email_refused_at: refusedAt }) => (
        <span class="item-name">
          <strong>{name}</strong>
          <span class="muted small">{email}</span>
          {refusedAt !== null && <span class="small text">{t('settings:people.refused')}</span>}
        </span>
      ),
    },
    { title: t('settings:role'), cell: ({ role }) => roleName(role) },
    { title: t('settings:status'), cell: (user) => <StatusBadge status={user.status} /> },
    {
      title: t('joining:lastSeen'),
      minor: true,
      cell: ({ last_signed_in_at: seen }) => (
        <span class="muted nowrap">{seen === null ? t('joining:never') : ago(seen)}</span>
      ),
    },
    {
      title: t('settings:actions'),
      cell: (user) =>
        actions(
          user.name,
          () => setOpen({ kind: 'user', user }),
          () => setLeaving({ kind: 'user', id: user.id, name: user.name }),
          <StatusActions user={user} refusal={mayNotWrite} onAsk={setStopping} onChanged={changed} />,
        ),
    },
  ];
  const groups: readonly Column<Group>[] = [
    { title: t('settings:people.group'), heading: true, cell: ({ name }) => <strong>{name}</strong> },
    {
      title: t('settings:people.members'),
      cell: ({ member_ids: ids }) => <span class="muted">{namesOf(ids, people.data?.users ?? [])}</span>,
    },
    {
      title: t('settings:actions'),
      cell: (group) =>
        actions(
          group.name,
          () => setOpen({ kind: 'group', group }),
          () => setLeaving({ kind: 'group', id: group.id, name: group.name }),
        ),
    },
  ];
  return (
    <SettingsFrame
      title={t('settings:tab.people')}
      mayNotWrite={mayNotWrite}
      actions={
        <>
          <GuardedButton refusal={mayNotWrite} onClick={() => setOpen({ kind: 'group', group: undefined })}>
            <Icon name="plus" />
            {t('settings:people.newGroup')}
          </GuardedButton>
          <GuardedButton refusal={mayNotWrite} onClick={() => setOpen({ kind: 'user', user: undefined })}>
            <Icon name="plus" />
            {t('settings:people.newUser')}
          </GuardedButton>
          <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setInviting(true)}>
            <Icon name="person" />
            {t('joining:invite')}
          </GuardedButton>
        </>
      }
    >
      <Content of={people} what={t('settings:people.what')}>
        {(data) =>
          data.users.length + data.groups.length === 0 ? (
            <Empty title={t('settings:people.none')} icon="person">
              <p>{t('settings:people.noneHelp')}</p>
            </Empty>
          ) : (
            <>
              <section class="section" aria-label={t('settings:people.users')}>
                <h2>{t('settings:people.userCount', { count: data.total })}</h2>
                <Table caption={t('settings:people.users')} columns={users} rows={data.users} keyOf={({ id }) => id} />
              </section>
              <section class="section" aria-label={t('settings:people.groups')}>
                <h2>{t('settings:people.groupCount', { count: data.groups.length })}</h2>
                {data.groups.length > 0 ? (
                  <Table
                    caption={t('settings:people.groups')}
                    columns={groups}
                    rows={data.groups}
                    keyOf={({ id }) => id}
                  />
                ) : (
                  <p class="muted">{t('settings:people.groupHelp')}</p>
                )}
              </section>
            </>
          )
        }
      </Content>
      {open?.kind === 'user' && <UserDialog user={open.user} onClose={() => setOpen(undefined)} onSaved={changed} />}
      {open?.kind === 'group' && (
        <GroupDialog
          group={open.group}
          users={people.data?.users ?? []}
          onClose={() => setOpen(undefined)}
          onSaved={changed}
        />
      )}
      {inviting && (
        <InvitePerson groups={people.data?.groups ?? []} onClose={() => setInviting(false)} onInvited={changed} />
      )}
      {stopping && <StopPerson stopping={stopping} onClose={() => setStopping(undefined)} onDone={changed} />}
      {leaving && <DeletePerson leaving={leaving} onClose={() => setLeaving(undefined)} onDeleted={changed} />}
    </SettingsFrame>
  );
}

function namesOf(ids: readonly string[], users: readonly User[]): string {
  if (ids.length === 0) return t('settings:people.noMembers');
  return ids.map((id) => users.find((user) => user.id === id)?.name ?? t('settings:formerUser')).join(', ');
}
