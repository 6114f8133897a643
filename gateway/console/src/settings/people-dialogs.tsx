import { useState } from 'preact/hooks';
import type { Group, User } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import type { Role } from '../core/session.js';
import { Choices } from '../ui/choices.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { roles } from './scopes.js';
import { t } from '../words/words.js';

interface UserProps {
  /** Undefined: a new one. */
  user: User | undefined;
  onClose(): void;
  onSaved(): void;
}

export function UserDialog({ user, onClose, onSaved }: UserProps) {
  const { api } = useApp();
  const [name, setName] = useState(user?.name ?? '');
  const [email, setEmail] = useState(user?.email ?? '');
  const [role, setRole] = useState<Role>(user?.role ?? 'MEMBER');
  const task = useTask();
  const save = async (): Promise<void> => {
    const body = { name, email, role };
    const done = await task.run(() =>
      user ? api.call.updateUser({ path: { user_id: user.id }, body }) : api.call.createUser({ body }),
    );
    if (!done) return;
    notify(user ? t('settings:saved') : t('settings:people.added', { name: name.trim() }));
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={user ? t('settings:people.editUser') : t('settings:people.newUser')}
      action={user ? t('settings:save') : t('settings:people.addUser')}
      task={task}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('settings:name')}
        required
        value={name}
        error={fieldWords(task.failure, 'name')}
        onInput={setName}
      />
      <TextField
        label={t('settings:people.email')}
        type="email"
        required
        value={email}
        error={fieldWords(task.failure, 'email')}
        onInput={setEmail}
      />
      <SelectField
        label={t('settings:role')}
        help={t('settings:people.roleHelp')}
        value={role}
        options={roles()}
        onChange={(value) => setRole(value)}
      />
    </FormDialog>
  );
}

interface GroupProps {
  /** Undefined: a new one. */
  group: Group | undefined;
  users: readonly User[];
  onClose(): void;
  onSaved(): void;
}

export function GroupDialog({ group, users, onClose, onSaved }: GroupProps) {
  const { api } = useApp();
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<readonly string[]>(group?.member_ids ?? []);
  const task = useTask();
  const save = async (): Promise<void> => {
    const body = { name, member_ids: [...members] };
    const done = await task.run(() =>
      group ? api.call.updateGroup({ path: { group_id: group.id }, body }) : api.call.createGroup({ body }),
    );
    if (!done) return;
    notify(group ? t('settings:saved') : t('settings:people.groupCreated', { name: name.trim() }));
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={group ? t('settings:people.editGroup') : t('settings:people.newGroup')}
      action={group ? t('settings:save') : t('settings:create')}
      task={task}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('settings:name')}
        required
        value={name}
        error={fieldWords(task.failure, 'name')}
        onInput={setName}
      />
      <Choices
        legend={t('settings:people.members')}
        help={users.length === 0 && <p class="muted small">{t('settings:people.noUsers')}</p>}
        items={users}
        chosen={members}
        onChange={setMembers}
      />
    </FormDialog>
  );
}
