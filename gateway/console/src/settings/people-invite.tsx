import { useState } from 'preact/hooks';
import type { Group } from '../api/types.js';
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

interface Props {
  groups: readonly Group[];
  onClose(): void;
  onInvited(): void;
}

/** Asks who is invited, as what, and into which groups. */
export function InvitePerson({ groups, onClose, onInvited }: Props) {
  const { api } = useApp();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('MEMBER');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const task = useTask();
  const invite = async (): Promise<void> => {
    const body = { email, name: name.trim() || null, role, group_ids: [...chosen] };
    if (!(await task.run(() => api.call.inviteUser({ body })))) return;
    notify(t('joining:invited', { email: email.trim() }));
    onInvited();
    onClose();
  };
  return (
    <FormDialog
      title={t('joining:inviteTitle')}
      action={t('joining:invite')}
      task={task}
      head={<p class="muted">{t('joining:inviteHelp')}</p>}
      told={fieldWords(task.failure, 'email') !== undefined}
      onSubmit={() => void invite()}
      onClose={onClose}
    >
      <TextField
        label={t('settings:people.email')}
        type="email"
        required
        value={email}
        error={fieldWords(task.failure, 'email')}
        onInput={setEmail}
      />
      <TextField label={t('joining:inviteName')} help={t('joining:inviteNameHelp')} value={name} onInput={setName} />
      <SelectField
        label={t('settings:role')}
        help={t('joining:inviteRoleHelp')}
        value={role}
        options={roles()}
        onChange={(value) => setRole(value)}
      />
      {groups.length > 0 && (
        <Choices legend={t('settings:people.groups')} items={groups} chosen={chosen} onChange={setChosen} />
      )}
    </FormDialog>
  );
}
