import { useEffect, useState } from 'preact/hooks';
import { visitorApi } from '../api/api.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { t } from '../words/words.js';
import { SignInFrame } from './sign-in-frame.js';
import { signInWords } from '../core/sign-in-words.js';

interface Props {
  code: string;
  onSignedIn(returnTo: string | null): void;
}

/** The first person of a new installation says who they are. */
export function FirstAdmin({ code, onSignedIn }: Props) {
  const [fields, setFields] = useState({ name: '', email: '', password: '' });
  const [asksPassword, setAsksPassword] = useState(false);
  const task = useTask();
  useEffect(() => {
    visitorApi()
      .listSignInMethods()
      .then(
        ({ password }) => setAsksPassword(password),
        () => undefined,
      );
  }, []);
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const submit = (): void => {
    const { password, ...rest } = fields;
    const body = { code, ...rest, ...(password === '' ? {} : { password }) };
    void task.run(async () => onSignedIn((await visitorApi().createFirstAdmin({ body })).return_to));
  };
  const wrong = (name: string): string | undefined => fieldWords(task.failure, name);
  const isTold = Object.keys(fields).some((name) => wrong(name) !== undefined);
  return (
    <SignInFrame title={t('signIn.firstAdmin')} onSubmit={submit}>
      <p class="muted">{t('signIn.firstAdminHelp')}</p>
      <TextField
        label={t('signIn.name')}
        value={fields.name}
        onInput={set('name')}
        error={wrong('name')}
        required
        autocomplete="name"
      />
      <TextField
        label={t('signIn.email')}
        type="email"
        value={fields.email}
        onInput={set('email')}
        error={wrong('email')}
        required
        autocomplete="username"
      />
      {asksPassword && (
        <TextField
          label={t('signIn.passwordOptional')}
          type="password"
          value={fields.password}
          onInput={set('password')}
          help={t('signIn.passwordHelp')}
          error={wrong('password')}
          autocomplete="new-password"
        />
      )}
      <p class="field-error" role="alert">
        {task.failure === undefined || isTold ? '' : signInWords(task.failure)}
      </p>
      <Button kind="primary" type="submit" busy={task.busy}>
        {t('signIn.begin')}
      </Button>
    </SignInFrame>
  );
}
