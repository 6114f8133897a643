import { useApp } from '../app/context.js';
import { Confirm } from '../ui/confirm.js';

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
  return (
    <Confirm
      title={`Delete ${name}?`}
      action="Delete"
      danger
      work={() =>
        kind === 'user'
          ? api.call.deleteUser({ path: { user_id: id } })
          : api.call.deleteGroup({ path: { group_id: id } })
      }
      said={`${name} is deleted.`}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>
        {kind === 'user'
          ? 'The user leaves every group, and keys of this user are revoked at once. What was written stays.'
          : 'Its members stay; what was assigned to the group is assigned to nobody known any more.'}{' '}
        This cannot be undone.
      </p>
    </Confirm>
  );
}
