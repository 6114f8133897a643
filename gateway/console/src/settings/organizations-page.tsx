import { useState } from 'preact/hooks';
import type { Organization } from '../api/types.js';
import { attempt } from '../api/use-task.js';
import { useApp } from '../app/context.js';
import { GuardedButton, useRefusal } from '../app/permission.js';
import { Badge } from '../ui/badges.js';
import { count } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { notify } from '../ui/toast.js';
import { When } from '../ui/when.js';
import { CreateOrganization, DeleteOrganization } from './organization-dialogs.js';
import { EditOrganization } from './organization-edit.js';
import { SettingsFrame } from './settings-frame.js';

/** The organization and the isolated workspaces under it. */
export default function OrganizationsPage() {
  const { organizations, session, switchOrganization } = useApp();
  const mayNotWrite = useRefusal('ADMIN', 'Organizations: write');
  const [creating, setCreating] = useState(false);
  const [editing, setEditing] = useState<Organization>();
  const [leaving, setLeaving] = useState<Organization>();
  const move = async (to: Organization): Promise<void> => {
    if (await attempt(() => switchOrganization(to.id))) notify(`You work in ${to.name} now.`);
  };
  const isCurrent = ({ id }: Organization): boolean => id === session.organization_id;
  const columns: readonly Column<Organization>[] = [
    {
      title: 'Organization',
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
      title: 'Kind',
      cell: (one) => (
        <span class="tags">
          <Badge tone="neutral">{one.parent_id === null ? 'Parent' : 'Child'}</Badge>
          {isCurrent(one) && <Badge tone="good">You work here</Badge>}
        </span>
      ),
    },
    {
      title: 'Created',
      minor: true,
      numeric: true,
      cell: ({ created_at: created }) => <When time={created} />,
    },
    {
      title: 'What to do',
      cell: (one) => (
        <span class="row-actions">
          {!isCurrent(one) && (
            <GuardedButton refusal={mayNotWrite} onClick={() => void move(one)}>
              Work here<span class="hidden"> in {one.name}</span>
            </GuardedButton>
          )}
          <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={() => setEditing(one)}>
            Edit<span class="hidden"> {one.name}</span>
          </GuardedButton>
          {one.parent_id !== null && !isCurrent(one) && (
            <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={() => setLeaving(one)}>
              Delete<span class="hidden"> {one.name}</span>
            </GuardedButton>
          )}
        </span>
      ),
    },
  ];
  return (
    <SettingsFrame
      title="Organizations"
      mayNotWrite={mayNotWrite}
      subtitle={organizations.length > 0 && count(organizations.length, 'organization')}
      actions={
        <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          New child organization
        </GuardedButton>
      }
    >
      {organizations.length > 0 ? (
        <Table caption="Organizations" columns={columns} rows={organizations} keyOf={({ id }) => id} />
      ) : (
        <Empty title="Your key works in one organization" icon="cog">
          <p>
            {mayNotWrite ??
              'Create a child organization for a customer, a brand or a region: nothing is shared with it.'}
          </p>
        </Empty>
      )}
      {organizations.length === 1 && (
        <p class="muted">
          A child organization is an isolated workspace for a customer, a brand or a region: its questionnaires,
          evidence, portal and people are its own.
        </p>
      )}
      {creating && <CreateOrganization onClose={() => setCreating(false)} />}
      {editing && <EditOrganization organization={editing} onClose={() => setEditing(undefined)} />}
      {leaving && <DeleteOrganization organization={leaving} onClose={() => setLeaving(undefined)} />}
    </SettingsFrame>
  );
}
