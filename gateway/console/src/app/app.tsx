import { CandorError } from '@candor/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { createApi, randomName, type Api, type ApiOptions } from '../api/api.js';
import type { Organization, Session } from '../api/types.js';
import { wordsOf } from '../api/words.js';
import { Failure, Loading } from '../ui/states.js';
import { notify, Toasts } from '../ui/toast.js';
import { AcceptInvitation } from './accept-invitation.js';
import { destination, goOn, isArrival, takeArrival } from './arriving.js';
import { AppContext } from '../core/context.js';
import { FirstAdmin } from './first-admin.js';
import { FollowLink } from './follow-link.js';
import { Shell } from './shell.js';
import { keyOfLink, wordsOfLink } from './sign-in-link.js';
import { SignIn } from './sign-in.js';
import { storedKey, storedSession } from '../state/stored.js';
import { onTold, tellTabs } from '../state/tabs-together.js';
import { t } from '../words/words.js';

type State =
  | { kind: 'signed-out'; message: string }
  | { kind: 'starting' }
  | { kind: 'failed'; message: string }
  | { kind: 'link'; code: string }
  | { kind: 'invitation'; code: string }
  | { kind: 'first-admin'; code: string }
  | { kind: 'ready'; api: Api; session: Session; organizations: Organization[] };

function sessionId(): string {
  const id = storedSession.get() ?? `console-${randomName()}`;
  storedSession.set(id);
  return id;
}

/** The whole console: who comes first, then the pages. */
export function App() {
  const [state, setState] = useState<State>({ kind: 'starting' });
  const now = useRef(state);
  now.current = state;

  const signedOut = (message = ''): void => {
    storedKey.set(undefined);
    setState({ kind: 'signed-out', message });
  };
  const begin = async (options: ApiOptions): Promise<void> => {
    const session = await sessionOf(options);
    const csrfToken = session.sign_in?.csrf_token;
    // From here on every call names its organization: a switch in a copy of this tab must not move this one.
    const api = createApi({ ...options, csrfToken, organizationId: session.organization_id });
    const organizations = await organizationsOf(api);
    storedKey.set(options.key);
    setState({ kind: 'ready', api, session, organizations });
  };
  const connect = (key: string): Promise<void> =>
    begin({ key, sessionId: sessionId(), onUnauthorized: () => signedOut(t('api:keyNotValid')) });
  /** By the cookie, in the session that all tabs share: where another tab switched to, a new one begins. */
  const connectPerson = (): Promise<void> =>
    begin({
      onUnauthorized: () => {
        // On the way in, the answer itself says why.
        if (now.current.kind === 'ready') signedOut(t('signIn.signedOut'));
      },
    });
  const failed = (error: unknown): void => setState({ kind: 'failed', message: wordsOf(error) });
  const startPerson = (): void => {
    setState({ kind: 'starting' });
    connectPerson().catch((error: unknown) => {
      if (!(error instanceof CandorError) || error.status !== 401) {
        failed(error);
        return;
      }
      signedOut(error.code === 'sign_in_ended' ? t('signIn.signedOut') : '');
    });
  };
  const arrived = (returnTo: string | null): void => {
    tellTabs('signed-in');
    storedKey.set(undefined);
    if (!goOn(returnTo)) startPerson();
  };
  const start = (): void => {
    const arrival = takeArrival();
    if (arrival?.kind === 'sign-in') {
      setState({ kind: 'starting' });
      keyOfLink(arrival.code)
        .then(connect, (error: unknown) => signedOut(wordsOfLink(error)))
        .catch(failed);
      return;
    }
    if (arrival) {
      setState({ kind: arrival.kind === 'sign-in-mail' ? 'link' : arrival.kind, code: arrival.code });
      return;
    }
    const key = storedKey.get();
    // A page that is for people alone sent somebody here to sign in: the key is none of them.
    if (key === undefined || destination().startsWith('/oauth/')) {
      startPerson();
      return;
    }
    setState({ kind: 'starting' });
    connect(key).catch(failed);
  };
  useEffect(() => {
    start();
    // A link that is followed in a tab where the console is open already changes the fragment only.
    const followed = (): void => {
      if (isArrival()) start();
    };
    window.addEventListener('hashchange', followed);
    const stop = onTold((told) => {
      const { current } = now;
      const byCookie = current.kind === 'ready' && current.session.sign_in !== null;
      if (told === 'signed-in' && current.kind === 'signed-out') startPerson();
      if (told === 'signed-in' && byCookie) connectPerson().catch(failed);
      if (told === 'signed-out' && byCookie) signedOut(t('signIn.signedOut'));
    });
    return () => {
      window.removeEventListener('hashchange', followed);
      stop();
    };
  }, []);

  if (state.kind === 'signed-out') return <SignIn message={state.message} connect={connect} onSignedIn={arrived} />;
  if (state.kind === 'link') return <FollowLink code={state.code} onSignedIn={arrived} onLeave={() => signedOut()} />;
  if (state.kind === 'invitation')
    return <AcceptInvitation code={state.code} onSignedIn={arrived} onLeave={() => signedOut()} />;
  if (state.kind === 'first-admin') return <FirstAdmin code={state.code} onSignedIn={arrived} />;
  if (state.kind === 'starting') return <Loading what={t('theConsole')} />;
  if (state.kind === 'failed') return <Failure message={state.message} retry={start} />;
  const { api, session, organizations } = state;
  const again = (): Promise<void> => {
    const key = storedKey.get();
    return key === undefined ? connectPerson() : connect(key);
  };
  const switchOrganization = async (id: string): Promise<void> => {
    await api.call.switchOrganization({ body: { organization_id: id } });
    await again();
  };
  const signOut = (message?: string): void => {
    if (session.sign_in === null) {
      signedOut(message);
      return;
    }
    api.call.signOut().then(
      () => {
        tellTabs('signed-out');
        signedOut(message);
      },
      (error: unknown) => notify(wordsOf(error), 'error'),
    );
  };
  return (
    <AppContext.Provider value={{ api, session, organizations, switchOrganization, signOut, refresh: again }}>
      {/* Another organization is another console: nothing of the one before stays. */}
      <Shell key={session.organization_id} />
      <Toasts />
    </AppContext.Provider>
  );
}

/** Where this tab works. When that organization was deleted, it begins anew at home, and the person is told. */
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

/** Only some may list them; all others work in the one that they have. */
async function organizationsOf(api: Api): Promise<Organization[]> {
  try {
    return await api.call.listOrganizations();
  } catch {
    return [];
  }
}
