import { useEffect, useRef, useState } from 'preact/hooks';
import { visitorApi } from '../api/api.js';
import { useTask } from '../ui/use-task.js';
import { Button } from '../ui/button.js';
import { t } from '../words/words.js';
import { destination } from './arriving.js';
import { organizationAsked, ProviderButton } from './sign-in-by-provider.js';
import { SignInFrame } from './sign-in-frame.js';
import { signInWords } from '../core/sign-in-words.js';

/** How people may sign in here. */
export interface Methods {
  password: boolean;
  mail: boolean;
  /** Sign in with …; null: there is no provider. */
  provider: string | null;
}

interface Props {
  /** Why nobody is signed in any more; '' when nobody was. */
  message: string;
  methods: Methods;
  /** Goes on as the person who is signed in now. */
  onSignedIn(returnTo: string | null): void;
  onUseKey(): void;
}

/** Asks who comes: by address and password, or by a link that is mailed to the address. */
export function PersonEntry({ message, methods, onSignedIn, onUseKey }: Props) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [mailed, setMailed] = useState(false);
  const [lacking, setLacking] = useState(false);
  const task = useTask();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const organization = organizationAsked();
  const asked = { email: email.trim(), organization, return_to: destination() };
  const mail = (): void => {
    setLacking(asked.email === '');
    if (asked.email === '') {
      field.current?.focus();
      return;
    }
    void task.run(async () => {
      await visitorApi().requestSignInMail({ body: asked });
      setMailed(true);
    });
  };
  const submit = (): void => {
    if (!methods.password) {
      mail();
      return;
    }
    void task.run(async () => {
      const { return_to: returnTo } = await visitorApi().signInWithPassword({ body: { ...asked, password } });
      onSignedIn(returnTo);
    });
  };
  const error = lacking ? t('signIn.addressNeeded') : task.failure === undefined ? message : signInWords(task.failure);

  return (
    <SignInFrame
      title={t('signIn.title')}
      onSubmit={submit}
      foot={
        <Button kind="quiet" onClick={onUseKey}>
          {t('signIn.useKey')}
        </Button>
      }
    >
      <label for="email">{t('signIn.email')}</label>
      <input
        id="email"
        ref={field}
        type="email"
        autocomplete="username"
        required
        maxLength={254}
        value={email}
        aria-describedby="sign-in-error"
        onInput={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      {methods.password && (
        <>
          <label for="password">{t('signIn.password')}</label>
          <input
            id="password"
            type="password"
            autocomplete="current-password"
            required
            maxLength={1000}
            value={password}
            onInput={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </>
      )}
      <p id="sign-in-error" class="field-error" role="alert">
        {error}
      </p>
      <p class="muted" role="status">
        {mailed && task.failure === undefined ? t('signIn.mailed') : ''}
      </p>
      <Button kind="primary" type="submit" busy={task.busy}>
        {methods.password ? t('signIn.signIn') : t('signIn.mailLink')}
      </Button>
      {methods.provider !== null && <ProviderButton provider={methods.provider} />}
      {methods.password && methods.mail && (
        <Button busy={task.busy} onClick={mail}>
          {t('signIn.mailLink')}
        </Button>
      )}
    </SignInFrame>
  );
}
