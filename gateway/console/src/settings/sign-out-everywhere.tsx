import { useState } from 'preact/hooks';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { t } from '../words/words.js';

interface Props {
  /** Whom an administrator signs out; undefined: oneself. */
  user?: { id: string; name: string };
  onDone(): void;
  onClose(): void;
}

/** Asks before a person is signed out of every browser, and whether what acts for them ends too. */
export function SignOutEverywhere({ user, onDone, onClose }: Props) {
  const { api } = useApp();
  const [connected, setConnected] = useState(false);
  const body = { connected };
  return (
    <Confirm
      title={user ? t('account:everywhere.titleOf', { name: user.name }) : t('account:everywhere.title')}
      action={t('account:everywhere.action')}
      danger
      work={() =>
        user
          ? api.call.signUserOutEverywhere({ path: { user_id: user.id }, body })
          : api.call.signOutEverywhere({ body })
      }
      said={user && t('account:everywhere.doneOf', { name: user.name })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{user ? t('account:everywhere.helpOf') : t('account:everywhere.help')}</p>
      <Check checked={connected} onChange={setConnected}>
        {t('account:everywhere.connected')}
      </Check>
    </Confirm>
  );
}
