import { CandorError } from '@candor/client';
import { useEffect, useState } from 'preact/hooks';
import { visitorApi } from '../api/api.js';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Loading } from '../ui/states.js';
import { t } from '../words/words.js';
import { SignInFrame } from './sign-in-frame.js';
import { signInWords } from '../core/sign-in-words.js';

interface Props {
  code: string;
  onSignedIn(returnTo: string | null): void;
  /** To the other ways in. */
  onLeave(): void;
}

const wordsOf = (error: unknown): string =>
  error instanceof CandorError && error.code === 'invitation_ended' ? t('joining:accept.ended') : signInWords(error);

/** An invitation was opened, by a person or by a program that looks into mails: only a click accepts it. */
export function AcceptInvitation({ code, onSignedIn, onLeave }: Props) {
  const [name, setName] = useState('');
  const task = useTask();
  const shown = useLoad(async () => {
    try {
      return { invitation: await visitorApi().showInvitation({ body: { code } }), ended: '' };
    } catch (error) {
      return { invitation: undefined, ended: wordsOf(error) };
    }
  }, [code]);
  const { invitation, ended = '' } = shown.data ?? {};
  useEffect(() => setName(invitation && invitation.name !== invitation.email ? invitation.name : ''), [invitation]);
  const accept = (): void => {
    void task.run(async () => {
      const { return_to: to } = await visitorApi().acceptInvitation({ body: { code, name: name.trim() || null } });
      onSignedIn(to);
    });
  };
  if (shown.data === undefined) return <Loading what={t('joining:accept.what')} />;
  const wrongName = fieldWords(task.failure, 'name');
  const error = task.failure === undefined || wrongName !== undefined ? ended : wordsOf(task.failure);
  return (
    <SignInFrame
      title={t('joining:accept.title')}
      onSubmit={invitation ? accept : onLeave}
      foot={
        invitation && (
          <Button kind="quiet" onClick={onLeave}>
            {t('joining:accept.other')}
          </Button>
        )
      }
    >
      {invitation && (
        <>
          <p class="muted">
            {t('joining:accept.help', { organization: invitation.organization_name, email: invitation.email })}
          </p>
          <TextField
            label={t('joining:accept.name')}
            autocomplete="name"
            value={name}
            error={wrongName}
            onInput={setName}
          />
        </>
      )}
      <p class="field-error" role="alert">
        {error}
      </p>
      <Button kind="primary" type="submit" busy={task.busy}>
        {invitation ? t('joining:accept.action') : t('joining:accept.other')}
      </Button>
    </SignInFrame>
  );
}
