import { useState } from 'preact/hooks';
import type { Organization } from '../api/types.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { Badge } from '../ui/badges.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { notify } from '../ui/toast.js';
import { When } from '../ui/when.js';
import { CreateOrganization, DeleteOrganization } from './organization-dialogs.js';
import { EditOrganization } from './organization-edit.js';
import { SettingsFrame } from './settings-frame.js';
import { t } from '../words/words.js';

/** The organization and the isolated workspaces under it. */
export default function OrganizationsPage() {
  const { organizations, session, switchOrganization } = useApp();
  const mayNotWrite = useRefusal('ADMIN', 'Organizations: write');
  const [creating, setCreating] = useState(false);
  const [editing, setEditing] = useState<Organization>();
  const [leaving, setLeaving] = useState<Organization>();
  const move = async (to: Organization): Promise<void> => {
    if (await attempt(() => switchOrganization(to.id))) notify(t('settings:organization.moved', { name: to.name }));
  };
  const isCurrent = ({ id }: Organization): boolean => id === session.organization_id;
  const columns: readonly Column<Organization>[] = [
    {
      title: t('settings:organization.one'),
      heading: true,
      cell: (one) => (
        <span class="item-name">
          <strong>{one.name}</strong>
          <span class="muted small">
            {one.slug}
            {one.hd.length > 0 && ` · ${one.hd.join(', ')}`}
          </span>
        </span>
      ),
    },
    {
      title: t('settings:organization.kind'),
      cell: (one) => (
        <span class="tags">
          <Badge tone="neutral">
            {one.parent_id === null ? t('settings:organization.parent') : t('settings:organization.child')}
          </Badge>
          {isCurrent(one) && <Badge tone="good">{t('settings:organization.here')}</Badge>}
        </span>
      ),
    },
    {
      title: t('settings:created'),
      minor: true,
      numeric: true,
      cell: ({ created_at: created }) => <When time={created} />,
    },
    {
      title: t('settings:actions'),
      cell: (one) => (
        <span class="row-actions">
          {!isCurrent(one) && (
            <GuardedButton refusal={mayNotWrite} onClick={() => void move(one)}>
              {t('settings:organization.workHere')}
              <span class="hidden"> {t('settings:organization.workHereIn', { name: one.name })}</span>
            </GuardedButton>
          )}
          <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={() => setEditing(one)}>
            {t('settings:edit')}
            <span class="hidden"> {one.name}</span>
          </GuardedButton>
          {one.parent_id !== null && !isCurrent(one) && (
            <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={() => setLeaving(one)}>
              {t('settings:delete')}
              <span class="hidden"> {one.name}</span>
            </GuardedButton>
          )}
        </span>
      ),
    },
  ];
  return (
    <SettingsFrame
      title={t('settings:tab.organizations')}
      mayNotWrite={mayNotWrite}
      subtitle={organizations.length > 0 && t('settings:organization.count', { count: organizations.length })}
      actions={
        <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          {t('settings:organization.new')}
        </GuardedButton>
      }
    >
      {organizations.length > 0 ? (
        <Table
          caption={t('settings:tab.organizations')}
          columns={columns}
          rows={organizations}
          keyOf={({ id }) => id}
        />
      ) : (
        <Empty title={t('settings:organization.none')} icon="cog">
          <p>{mayNotWrite ?? t('settings:organization.noneHelp')}</p>
        </Empty>
      )}
      {organizations.length === 1 && <p class="muted">{t('settings:organization.childHelp')}</p>}
      {creating && <CreateOrganization onClose={() => setCreating(false)} />}
      {editing && <EditOrganization organization={editing} onClose={() => setEditing(undefined)} />}
      {leaving && <DeleteOrganization organization={leaving} onClose={() => setLeaving(undefined)} />}
    </SettingsFrame>
  );
}
