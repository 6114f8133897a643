import { CandorError } from '@candor/client';
import { useEffect, useState } from 'preact/hooks';
import { createApi, randomName, type Api, type ApiOptions } from '../api/api.js';
import type { Organization, Session } from '../api/types.js';
import { wordsOf } from '../api/words.js';
import { Failure, Loading } from '../ui/states.js';
import { notify, Toasts } from '../ui/toast.js';
import { AppContext } from './context.js';
import { Shell } from './shell.js';
import { isSignInLink, keyOfLink, takeSignInCode, wordsOfLink } from './sign-in-link.js';
import { SignIn } from './sign-in.js';
import { storedKey, storedSession } from './stored.js';
import { t } from '../words/words.js';

type State =
  | { kind: 'signed-out'; message: string }
  | { kind: 'starting' }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; api: Api; session: Session; organizations: Organization[] };

function sessionId(): string {
  const id = storedSession.get() ?? `console-${randomName()}`;
  storedSession.set(id);
  return id;
}

/** The whole console: the key first, then the pages. */
export function App() {
  const [state, setState] = useState<State>({ kind: 'starting' });

  const signOut = (message = ''): void => {
    storedKey.set(undefined);
    setState({ kind: 'signed-out', message });
  };
  const connect = async (key: string): Promise<void> => {
    const options = {
      key,
      sessionId: sessionId(),
      onUnauthorized: () => signOut(t('api:keyNotValid')),
    };
    const session = await sessionOf(options);
    // From here on every call names its organization: a switch in a copy of this tab must not move this one.
    const api = createApi({ ...options, organizationId: session.organization_id });
    const organizations = await organizationsOf(api);
    storedKey.set(key);
    setState({ kind: 'ready', api, session, organizations });
  };
  const failed = (error: unknown): void => setState({ kind: 'failed', message: wordsOf(error) });
  const start = (): void => {
    const code = takeSignInCode();
    if (code !== undefined) {
      setState({ kind: 'starting' });
      keyOfLink(code)
        .then(connect, (error: unknown) => signOut(wordsOfLink(error)))
        .catch(failed);
      return;
    }
    const key = storedKey.get();
    if (key === undefined) {
      setState({ kind: 'signed-out', message: '' });
      return;
    }
    setState({ kind: 'starting' });
    connect(key).catch(failed);
  };
  useEffect(() => {
    start();
    // A link that is followed in a tab where the console is open already changes the fragment only.
    const followed = (): void => {
      if (isSignInLink()) start();
    };
    window.addEventListener('hashchange', followed);
    return () => window.removeEventListener('hashchange', followed);
  }, []);

  if (state.kind === 'signed-out') return <SignIn message={state.message} connect={connect} />;
  if (state.kind === 'starting') return <Loading what={t('theConsole')} />;
  if (state.kind === 'failed') return <Failure message={state.message} retry={start} />;
  const { api, session, organizations } = state;
  const switchOrganization = async (id: string): Promise<void> => {
    await api.call.switchOrganization({ body: { organization_id: id } });
    const key = storedKey.get();
    if (key !== undefined) await connect(key);
  };
  return (
    <AppContext.Provider value={{ api, session, organizations, switchOrganization, signOut }}>
      {/* Another organization is another console: nothing of the one before stays. */}
      <Shell key={session.organization_id} />
      <Toasts />
    </AppContext.Provider>
  );
}

/** Where this tab works. When that organization was deleted, the tab begins anew in the key's own, and the person is told. */
async function sessionOf(options: ApiOptions): Promise<Session> {
  try {
    return await createApi(options).call.getSession();
  } catch (error) {
    if (!(error instanceof CandorError) || error.code !== 'session_organization_deleted') throw error;
    storedSession.set(undefined);
    options.sessionId = sessionId();
    const session = await createApi(options).call.getSession();
    notify(t('organizationDeleted'));
    return session;
  }
}

/** Only some keys may list them; all others work in the one that they have. */
async function organizationsOf(api: Api): Promise<Organization[]> {
  try {
    return await api.call.listOrganizations();
  } catch {
    return [];
  }
}
