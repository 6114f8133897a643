import { useEffect, useRef, useState } from 'preact/hooks';
import { isHeaderValue } from '../api/api.js';
import { wordsOf } from '../api/words.js';
import { Button } from '../ui/button.js';
import { t } from '../words/words.js';
import { SignInFrame } from './sign-in-frame.js';

interface Props {
  /** Why there is no key any more; '' when there was none. */
  message: string;
  /** Rejects when the key is not valid. */
  connect(key: string): Promise<void>;
  /** Back to the other ways; absent: there is no other. */
  onBack?: (() => void) | undefined;
}

/** Asks for the key. It is kept in this tab and sent in a header only, never in an address. */
export function KeyEntry({ message, connect, onBack }: Props) {
  const [error, setError] = useState(message);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setError(message), [message]);
  useEffect(() => field.current?.focus(), []);

  const submit = async (): Promise<void> => {
    const key = field.current?.value.trim() ?? '';
    if (key === '' || busy) return;
    if (!isHeaderValue(key)) {
      setError(t('api:keyNotValid'));
      return;
    }
    setBusy(true);
    setError('');
    try {
      await connect(key);
    } catch (reason) {
      setError(wordsOf(reason));
      setBusy(false);
      field.current?.select();
    }
  };

  return (
    <SignInFrame
      title={t('enterKey')}
      onSubmit={() => void submit()}
      foot={
        onBack && (
          <Button kind="quiet" onClick={onBack}>
            {t('signIn.otherWay')}
          </Button>
        )
      }
    >
      <p id="key-help" class="muted">
        {t('enterKeyHelp')}
      </p>
      <label for="key">{t('apiKey')}</label>
      <input
        id="key"
        ref={field}
        type="password"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        required
        aria-describedby="key-help key-error"
      />
      <p id="key-error" class="field-error" role="alert">
        {error}
      </p>
      <Button kind="primary" type="submit" busy={busy}>
        {t('continue')}
      </Button>
    </SignInFrame>
  );
}
