import { useEffect, useState } from 'preact/hooks';
import { onSelection, takeSelection, type Selection } from '../shell/selection.js';
import { t } from '../words/words.js';
import { Api, type Session } from './api.js';
import { AskTab } from './ask-tab.js';
import { disconnect, forgetConnection, keepConnection, storedConnection } from './connecting.js';
import { FillTab } from './fill-tab.js';
import { Button, Notice } from './parts.js';
import { CallFailed, wordsOf, type Connection } from './server.js';
import { SignIn } from './sign-in.js';

type State =
  | { kind: 'starting' }
  | { kind: 'signed-out'; message: string }
  | { kind: 'failed'; message: string; connection: Connection }
  | { kind: 'ready'; api: Api; session: Session };

/** The whole panel: who comes first, then asking and filling. */
export function App() {
  const [state, setState] = useState<State>({ kind: 'starting' });
  const begin = async (connection: Connection): Promise<void> => {
    setState({ kind: 'starting' });
    const api = new Api(connection);
    try {
      setState({ kind: 'ready', api, session: await api.session() });
    } catch (error) {
      await ended(error, connection);
    }
  };
  /** A key that works no more is forgotten; with anything else the person tries again. */
  const ended = async (error: unknown, connection: Connection): Promise<void> => {
    if (error instanceof CallFailed && error.kind === 'ended') {
      await forgetConnection();
      setState({ kind: 'signed-out', message: error.message });
    } else setState({ kind: 'failed', message: wordsOf(error), connection });
  };
  useEffect(() => {
    void storedConnection().then((connection) =>
      connection ? begin(connection) : setState({ kind: 'signed-out', message: '' }),
    );
  }, []);
  const connected = async (connection: Connection): Promise<void> => {
    await keepConnection(connection);
    await begin(connection);
  };
  const signOut = async (connection: Connection): Promise<void> =>
    setState({ kind: 'signed-out', message: await disconnect(connection) });

  if (state.kind === 'starting') return <p class="loading">{t('busy')}</p>;
  if (state.kind === 'signed-out') return <SignIn message={state.message} onConnected={connected} />;
  if (state.kind === 'failed')
    return (
      <main>
        <Notice message={state.message} retry={() => void begin(state.connection)} />
        <Button kind="quiet" onClick={() => void signOut(state.connection)}>
          {t('signOut')}
        </Button>
      </main>
    );
  const { api, session } = state;
  const onEnded = (message: string): void => {
    void forgetConnection().then(() => setState({ kind: 'signed-out', message }));
  };
  return <Ready api={api} session={session} onSignOut={() => void signOut(api.connection)} onEnded={onEnded} />;
}

interface ReadyProps {
  api: Api;
  session: Session;
  onSignOut: () => void;
  onEnded: (message: string) => void;
}

const TABS = ['ask', 'fill'] as const;

function Ready({ api, session, onSignOut, onEnded }: ReadyProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]>('ask');
  const [selection, setSelection] = useState<Selection>();
  useEffect(() => {
    const look = (): void => {
      void takeSelection().then((taken) => {
        if (!taken) return;
        setTab('ask');
        setSelection(taken);
      });
    };
    look();
    return onSelection(look);
  }, []);
  return (
    <main>
      <header>
        <div>
          <strong>{session.organization.name}</strong>
          <p class="muted">{session.user ? t('menuOf', { who: session.user.name }) : t('keyOf')}</p>
        </div>
        <Button kind="quiet" onClick={onSignOut}>
          {t('signOut')}
        </Button>
      </header>
      <nav role="tablist">
        {TABS.map((name) => (
          <button
            key={name}
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls={`panel-${name}`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={({ key }) => {
              if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
              const other = name === 'ask' ? 'fill' : 'ask';
              setTab(other);
              document.getElementById(`tab-${other}`)?.focus();
            }}
          >
            {t(name === 'ask' ? 'tabAsk' : 'tabFill')}
          </button>
        ))}
      </nav>
      {/* Both stay: what was asked and what was filled in is there when the person comes back. */}
      <section id="panel-ask" role="tabpanel" aria-labelledby="tab-ask" hidden={tab !== 'ask'}>
        <AskTab api={api} session={session} selection={selection} onEnded={onEnded} />
      </section>
      <section id="panel-fill" role="tabpanel" aria-labelledby="tab-fill" hidden={tab !== 'fill'}>
        <FillTab api={api} session={session} onEnded={onEnded} />
      </section>
    </main>
  );
}
