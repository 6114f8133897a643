import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../words/words.js';
import { byKey, byPerson, lastServer, permitServer } from './connecting.js';
import { Button, Notice } from './parts.js';
import { originOf, wordsOf, type Connection } from './server.js';

interface Props {
  /** Why one has to sign in again; '' for nothing to tell. */
  message: string;
  onConnected: (connection: Connection) => Promise<void>;
}

/** Which server, and as whom: by the server's own page, or with a key. */
export function SignIn({ message, onConnected }: Props) {
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const [told, setTold] = useState(message);
  const [isWaiting, setWaiting] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    void lastServer().then((server) => setAddress((typed) => typed || server));
    return () => stop.current?.abort();
  }, []);

  /** The permission is asked for within the click: later the browser would refuse to ask. */
  const connect = (way: (origin: string, signal: AbortSignal) => Promise<Connection>): void => {
    const origin = originOf(address);
    if (isWaiting) return;
    if (origin === undefined) {
      setTold(t('serverWrong'));
      return;
    }
    const controller = new AbortController();
    stop.current = controller;
    setTold('');
    setWaiting(true);
    permitServer(origin)
      .then(() => way(origin, controller.signal))
      .then(onConnected)
      .catch((error: unknown) => setTold(wordsOf(error)))
      .finally(() => setWaiting(false));
  };

  return (
    <main>
      <h1>{t('signInTitle')}</h1>
      <p class="muted">{t('signInHelp')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          connect(byPerson);
        }}
      >
        <label for="server">{t('server')}</label>
        <input
          id="server"
          type="url"
          inputMode="url"
          autocomplete="url"
          placeholder="https://candor.example.com"
          value={address}
          disabled={isWaiting}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Button kind="primary" type="submit" busy={isWaiting}>
          {t('connect')}
        </Button>
      </form>
      {isWaiting && (
        <div class="notice" role="status">
          <p>{t('connectWaiting')}</p>
          <Button onClick={() => stop.current?.abort()}>{t('cancel')}</Button>
        </div>
      )}
      <Notice message={told} />
      <details>
        <summary>{t('pasteKey')}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            connect((origin) => byKey(origin, key));
          }}
        >
          <label for="key">{t('key')}</label>
          <input
            id="key"
            type="password"
            autocomplete="off"
            aria-describedby="key-help"
            value={key}
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
          <p id="key-help" class="muted">
            {t('keyHelp')}
          </p>
          <Button type="submit" busy={isWaiting} disabled={key.trim() === ''}>
            {t('useKey')}
          </Button>
        </form>
      </details>
    </main>
  );
}
