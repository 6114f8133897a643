import { useState } from 'preact/hooks';
import type { Group, User } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../app/context.js';
import type { Role } from '../app/session.js';
import { Choices } from '../ui/choices.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { ROLES } from './scopes.js';

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
    notify(user ? 'Saved.' : `${name.trim()} is added.`);
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={user ? 'Edit the user' : 'New user'}
      action={user ? 'Save' : 'Add'}
      task={task}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField label="Name" required value={name} error={fieldWords(task.failure, 'name')} onInput={setName} />
      <TextField
        label="E-mail"
        type="email"
        required
        value={email}
        error={fieldWords(task.failure, 'email')}
        onInput={setEmail}
      />
      <SelectField
        label="Role"
        help="Keys of this user may do no more; no invitation is sent"
        value={role}
        options={ROLES}
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
    notify(group ? 'Saved.' : `${name.trim()} is created.`);
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={group ? 'Edit the group' : 'New group'}
      action={group ? 'Save' : 'Create'}
      task={task}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField label="Name" required value={name} error={fieldWords(task.failure, 'name')} onInput={setName} />
      <Choices
        legend="Members"
        help={users.length === 0 && <p class="muted small">There are no users yet.</p>}
        items={users}
        chosen={members}
        onChange={setMembers}
      />
    </FormDialog>
  );
}
