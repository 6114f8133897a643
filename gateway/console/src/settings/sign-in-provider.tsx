import { CandorError } from '@candor/client';
import { useState } from 'preact/hooks';
import type { SignInProvider } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import type { joining } from '../words/en/joining.js';
import { t } from '../words/words.js';

interface Props {
  /** Undefined: there is none. */
  provider: SignInProvider | undefined;
  onChanged(): void;
}

const FIELDS = ['issuer', 'client_id', 'client_secret', 'name', 'scopes'] as const;

/** The OpenID provider of the organization: set, tested, removed. Its secret is written, never read. */
export function ProviderSection({ provider, onChanged }: Props) {
  const { api } = useApp();
  const own = provider && !provider.of_installation ? provider : undefined;
  const [issuer, setIssuer] = useState(own?.issuer ?? '');
  const [clientId, setClientId] = useState(own?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [name, setName] = useState(own?.name ?? '');
  const [scopes, setScopes] = useState(own?.scopes.join(' ') ?? '');
  const [removing, setRemoving] = useState(false);
  const [answer, setAnswer] = useState('');
  const saving = useTask();
  const testing = useTask();
  const save = async (): Promise<void> => {
    const body = {
      issuer: issuer.trim(),
      client_id: clientId.trim(),
      client_secret: secret.trim() || null,
      name: name.trim() || null,
      scopes: scopes.split(/\s+/).filter(Boolean),
    };
    if (!(await saving.run(() => api.call.setSignInProvider({ body })))) return;
    notify(t('joining:provider.saved'));
    onChanged();
  };
  const test = async (): Promise<void> => {
    setAnswer('');
    await testing.run(async () => {
      const { authorization_endpoint: address } = await api.call.testSignInProvider();
      setAnswer(t('joining:provider.testing', { address }));
    });
  };
  const wrong = (field: string): string | undefined => fieldWords(saving.failure, field);
  const told = FIELDS.some((field) => wrong(field) !== undefined);
  return (
    <section class="section" aria-labelledby="provider-title">
      <h2 id="provider-title">{t('joining:provider.title')}</h2>
      <p class="muted">{t('joining:provider.help')}</p>
      {provider?.of_installation && (
        <Notice kind="info">{t('joining:provider.ofInstallation', { name: provider.name })}</Notice>
      )}
      <form class="section" onSubmit={submitting(() => void save())}>
        <TextField
          label={t('joining:provider.callback')}
          value={`${window.location.origin}/auth/oidc/callback`}
          readOnly
        />
        <TextField
          label={t('joining:provider.issuer')}
          help={t('joining:provider.issuerHelp')}
          type="url"
          placeholder="https://"
          required
          value={issuer}
          error={wrong('issuer')}
          onInput={setIssuer}
        />
        <TextField
          label={t('joining:provider.clientId')}
          required
          value={clientId}
          error={wrong('client_id')}
          onInput={setClientId}
        />
        <TextField
          label={t('joining:provider.clientSecret')}
          help={own ? t('joining:provider.secretKept') : t('joining:provider.secretHelp')}
          type="password"
          autocomplete="off"
          required={!own}
          value={secret}
          error={wrong('client_secret')}
          onInput={setSecret}
        />
        <TextField
          label={t('joining:provider.name')}
          help={t('joining:provider.nameHelp')}
          value={name}
          error={wrong('name')}
          onInput={setName}
        />
        <TextField
          label={t('joining:provider.scopes')}
          help={t('joining:provider.scopesHelp')}
          value={scopes}
          error={wrong('scopes')}
          onInput={setScopes}
        />
        {saving.failure !== undefined && !told && <Notice kind="error">{wordsOf(saving.failure)}</Notice>}
        <p class="row-actions">
          <Button kind="primary" type="submit" busy={saving.busy}>
            {t('settings:save')}
          </Button>
          {provider && (
            <Button busy={testing.busy} onClick={() => void test()}>
              {t('joining:provider.test')}
            </Button>
          )}
          {own && (
            <Button kind="quiet" onClick={() => setRemoving(true)}>
              {t('joining:provider.remove')}
            </Button>
          )}
        </p>
      </form>
      <p role="status">{answer}</p>
      {testing.failure !== undefined && <Notice kind="error">{providerWords(testing.failure)}</Notice>}
      {removing && (
        <Confirm
          title={t('joining:provider.removeTitle')}
          action={t('joining:provider.remove')}
          danger
          work={() => api.call.removeSignInProvider()}
          said={t('joining:provider.removed')}
          onDone={onChanged}
          onClose={() => setRemoving(false)}
        >
          <p>{t('joining:provider.removeHelp')}</p>
        </Confirm>
      )}
    </section>
  );
}

/** Why people could not sign in there. */
function providerWords(error: unknown): string {
  if (!(error instanceof CandorError) || !error.code.startsWith('oidc_')) return wordsOf(error);
  return t(`joining:error.${error.code as keyof typeof joining.error}`, { defaultValue: error.message });
}
