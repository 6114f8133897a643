import { useTask } from '../api/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Confirm } from '../ui/dialog.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';

export interface Leaving {
  kind: 'user' | 'group';
  id: string;
  name: string;
}

interface Props {
  leaving: Leaving;
  onClose(): void;
  onDeleted(): void;
}

/** Asks before a user with all keys, or a group, is deleted. */
export function DeletePerson({ leaving: { kind, id, name }, onClose, onDeleted }: Props) {
  const { api } = useApp();
  const task = useTask();
  const remove = async (): Promise<void> => {
    const done = await task.run(() =>
      kind === 'user'
        ? api.call.deleteUser({ path: { user_id: id } })
        : api.call.deleteGroup({ path: { group_id: id } }),
    );
    if (!done) return;
    notify(`${name} is deleted.`);
    onDeleted();
    onClose();
  };
  return (
    <Confirm
      title={`Delete ${name}?`}
      action="Delete"
      danger
      busy={task.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        {kind === 'user'
          ? 'The user leaves every group, and keys of this user are revoked at once. What was written stays.'
          : 'Its members stay; what was assigned to the group is assigned to nobody known any more.'}{' '}
        This cannot be undone.
      </p>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Confirm>
  );
}
