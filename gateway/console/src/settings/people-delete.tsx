import { useApp } from '../core/context.js';
import { Confirm } from '../ui/confirm.js';
import { t } from '../words/words.js';

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
      title={t('settings:deleteTitle', { name })}
      action={t('settings:delete')}
      danger
      work={() =>
        kind === 'user'
          ? api.call.deleteUser({ path: { user_id: id } })
          : api.call.deleteGroup({ path: { group_id: id } })
      }
      said={t('settings:deleted', { name })}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{kind === 'user' ? t('settings:people.deleteUserHelp') : t('settings:people.deleteGroupHelp')}</p>
    </Confirm>
  );
}
