import { Button } from '../ui/button.js';
import type { joining } from '../words/en/joining.js';
import { t } from '../words/words.js';
import { destination } from './arriving.js';
import { SignInFrame } from './sign-in-frame.js';

/** The organization that the address of the page names; '': none. */
export const organizationAsked = (): string => new URLSearchParams(window.location.search).get('organization') ?? '';

const goToProvider = (): void => {
  const asked = new URLSearchParams({ organization: organizationAsked(), return_to: destination() });
  window.location.assign(`/auth/oidc/start?${asked.toString()}`);
};

/** Why signing in by the provider failed, when it led here. It is taken out of the address: another try is another story. */
export function takeProviderError(): string {
  const address = new URL(window.location.href);
  const code = address.searchParams.get('sign_in_error');
  if (code === null) return '';
  address.searchParams.delete('sign_in_error');
  window.history.replaceState(window.history.state, '', address.pathname + address.search);
  return t(`joining:error.${code as keyof typeof joining.error}`, { defaultValue: t('joining:error.oidc_failed') });
}

/** Beside the other ways in. */
export const ProviderButton = ({ provider }: { provider: string }) => (
  <Button onClick={goToProvider}>{t('joining:signInWith', { name: provider })}</Button>
);

interface Props {
  message: string;
  provider: string;
  onUseKey(): void;
}

/** Where the provider is the only way in for people. */
export function ProviderEntry({ message, provider, onUseKey }: Props) {
  return (
    <SignInFrame
      title={t('signIn.title')}
      onSubmit={goToProvider}
      foot={
        <Button kind="quiet" onClick={onUseKey}>
          {t('signIn.useKey')}
        </Button>
      }
    >
      <p class="field-error" role="alert">
        {message}
      </p>
      <Button kind="primary" type="submit">
        {t('joining:signInWith', { name: provider })}
      </Button>
    </SignInFrame>
  );
}
