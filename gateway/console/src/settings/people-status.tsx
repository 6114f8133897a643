import { useState } from 'preact/hooks';
import type { User } from '../api/types.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { Badge, type Tone } from '../ui/badges.js';
import { Confirm } from '../ui/confirm.js';
import { notify } from '../ui/toast.js';
import { SignOutEverywhere } from './sign-out-everywhere.js';
import { t } from '../words/words.js';

const TONES: Readonly<Record<User['status'], Tone>> = { active: 'good', invited: 'attention', deactivated: 'neutral' };

export const StatusBadge = ({ status }: Pick<User, 'status'>) => (
  <Badge tone={TONES[status]}>{t(`joining:status.${status}`)}</Badge>
);

/** What is asked before it is done. */
export type Stopping = { kind: 'deactivate' | 'withdraw' | 'sign-out'; user: User };

interface ActionsProps {
  user: User;
  refusal: string | undefined;
  onAsk(stopping: Stopping): void;
  onChanged(): void;
}

/** What can be done about whether the person may come in. */
export function StatusActions({ user, refusal, onAsk, onChanged }: ActionsProps) {
  const { api } = useApp();
  const [busy, setBusy] = useState(false);
  const { id, name, email, status } = user;
  const path = { user_id: id };
  const run = (call: () => Promise<unknown>, said: string): void => {
    call()
      .then(() => {
        notify(said);
        onChanged();
      })
      .catch((error: unknown) => notify(wordsOf(error)))
      .finally(() => setBusy(false));
    setBusy(true);
  };
  const whom = <span class="hidden"> {name}</span>;
  if (status === 'invited')
    return (
      <>
        <GuardedButton
          refusal={refusal}
          busy={busy}
          onClick={() => run(() => api.call.resendInvitation({ path }), t('joining:resent', { email }))}
        >
          {t('joining:resend')}
          {whom}
        </GuardedButton>
        <GuardedButton refusal={refusal} kind="quiet" onClick={() => onAsk({ kind: 'withdraw', user })}>
          {t('joining:withdraw')}
          {whom}
        </GuardedButton>
      </>
    );
  return status === 'active' ? (
    <>
      <GuardedButton refusal={refusal} kind="quiet" onClick={() => onAsk({ kind: 'sign-out', user })}>
        {t('account:everywhere.action')}
        {whom}
      </GuardedButton>
      <GuardedButton refusal={refusal} kind="quiet" onClick={() => onAsk({ kind: 'deactivate', user })}>
        {t('joining:deactivate')}
        {whom}
      </GuardedButton>
    </>
  ) : (
    <GuardedButton
      refusal={refusal}
      busy={busy}
      onClick={() => run(() => api.call.reactivateUser({ path }), t('joining:reactivated', { name }))}
    >
      {t('joining:reactivate')}
      {whom}
    </GuardedButton>
  );
}

interface StopProps {
  stopping: Stopping;
  onClose(): void;
  onDone(): void;
}

/** Asks before a person is signed out, or also kept out, or an invitation is taken back. */
export function StopPerson({ stopping: { kind, user }, onClose, onDone }: StopProps) {
  const { api } = useApp();
  const { name } = user;
  const path = { user_id: user.id };
  if (kind === 'sign-out') return <SignOutEverywhere user={user} onDone={onDone} onClose={onClose} />;
  if (kind === 'withdraw')
    return (
      <Confirm
        title={t('joining:withdrawTitle', { name })}
        action={t('joining:withdraw')}
        danger
        work={() => api.call.withdrawInvitation({ path })}
        said={t('joining:withdrawn', { name })}
        onDone={onDone}
        onClose={onClose}
      >
        <p>{t('joining:withdrawHelp')}</p>
      </Confirm>
    );
  return (
    <Confirm
      title={t('joining:deactivateTitle', { name })}
      action={t('joining:deactivate')}
      danger
      work={() => api.call.deactivateUser({ path })}
      said={t('joining:deactivated', { name })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('joining:deactivateHelp')}</p>
    </Confirm>
  );
}
