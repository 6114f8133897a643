import { browser } from '../browser.js';
import { t } from '../words/words.js';
import { Api } from './api.js';
import { call, CallFailed, originOf, permissionFor, type Connection } from './server.js';

const CONNECTION = 'connection';
const LAST_SERVER = 'server';
/** As long as the server keeps a code, and as often as the tab is looked at. */
const WAIT_MS = 5 * 60_000;
const LOOK_EVERY_MS = 400;

export async function storedConnection(): Promise<Connection | undefined> {
  const { [CONNECTION]: found } = await browser.storage.local.get(CONNECTION);
  const { origin, key, isOwn } = (found ?? {}) as Partial<Connection>;
  if (typeof origin !== 'string' || typeof key !== 'string' || originOf(origin) !== origin) return undefined;
  return { origin, key, isOwn: isOwn === true };
}

export async function keepConnection(connection: Connection): Promise<void> {
  await browser.storage.local.set({ [CONNECTION]: connection, [LAST_SERVER]: connection.origin });
}

/** Takes the key away here; nobody on this machine can use it again. */
export const forgetConnection = (): Promise<void> => browser.storage.local.remove(CONNECTION);

/** The server that was used last, so that it need not be typed again. */
export async function lastServer(): Promise<string> {
  const { [LAST_SERVER]: found } = await browser.storage.local.get(LAST_SERVER);
  return typeof found === 'string' ? found : '';
}

/** Asks the browser for this server alone; must be called by a click. */
export async function permitServer(origin: string): Promise<void> {
  const granted = await browser.permissions.request({ origins: [permissionFor(origin)] }).catch(() => false);
  if (!granted) throw new CallFailed(t('permissionDenied'), 'refused');
}

/** A key that somebody has pasted, when it opens something there. */
export async function byKey(origin: string, key: string): Promise<Connection> {
  const connection = { origin, key: key.trim(), isOwn: false };
  await new Api(connection).session();
  return connection;
}

/**
 * Opens the server's page, on which the signed-in person confirms, and waits for the code in that tab's address. Only this
 * panel knows the verifier: a code that another sees is worth nothing.
 */
export async function byPerson(origin: string, signal: AbortSignal): Promise<Connection> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const url = `${origin}/console/connect-extension?challenge=${base64url(new Uint8Array(digest))}`;
  const { id } = await browser.tabs.create({ url });
  if (id === undefined) throw new CallFailed(t('connectCancelled'), 'refused');
  try {
    const code = await codeIn(id, origin, signal);
    const { key } = await call<{ key: string }>(origin, undefined, '/v1/extension/connections/redeem', {
      method: 'POST',
      body: { code, verifier },
    });
    return { origin, key, isOwn: true };
  } finally {
    await browser.tabs.remove(id).catch(() => undefined);
  }
}

async function codeIn(tab: number, origin: string, signal: AbortSignal): Promise<string> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until;) {
    if (signal.aborted) throw new CallFailed(t('connectCancelled'), 'refused');
    const { url } = await browser.tabs.get(tab).catch(() => {
      throw new CallFailed(t('connectCancelled'), 'refused');
    });
    const code = url === undefined ? undefined : codeOf(url, origin);
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new CallFailed(t('connectLate'), 'refused');
}

/** Only of the server's own page: another page in that tab says nothing. */
function codeOf(address: string, origin: string): string | undefined {
  const { origin: from, pathname, hash } = new URL(address);
  if (from !== origin || pathname !== '/console/connect-extension') return undefined;
  return /^#code=([\w-]{20,200})$/.exec(hash)?.[1];
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Signs out: the server takes the extension's own key back, and the browser its permission. Gives what people should know. */
export async function disconnect(connection: Connection): Promise<string> {
  let told = '';
  if (connection.isOwn)
    await new Api(connection).disconnect().catch((error: unknown) => {
      if (!(error instanceof CallFailed && error.kind === 'ended')) told = t('signOutFailed');
    });
  await forgetConnection();
  await browser.permissions.remove({ origins: [permissionFor(connection.origin)] }).catch(() => false);
  return told;
}
