import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Answer, Browserlike } from './browserlike.js';

/** The address of a program on the person's own machine; nobody listens there, since the test reads where it is sent. */
export const BACK = 'http://127.0.0.1:49152/back';

/** What an agent keeps of OAuth, as the SDK's client asks for it; the person is sent to `sentTo`. */
export class AgentMemory implements OAuthClientProvider {
  sentTo: URL | undefined;
  kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string } = {};

  constructor(
    private readonly name = 'A test agent',
    readonly redirectUrl = BACK,
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    return { client_name: this.name, redirect_uris: [this.redirectUrl] };
  }

  state = (): string => 'the state of the test';
  clientInformation = (): OAuthClientInformationMixed | undefined => this.kept.client;
  tokens = (): OAuthTokens | undefined => this.kept.tokens;
  codeVerifier = (): string => this.kept.verifier ?? '';

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.kept.client = client;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.kept.tokens = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.kept.verifier = verifier;
  }

  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all') this.kept = {};
    if (scope === 'tokens') delete this.kept.tokens;
    if (scope === 'client') delete this.kept.client;
  }
}

/** The hidden fields of a form in a page. */
export function fieldsOf(page: unknown): Record<string, string> {
  const found = String(page).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  const plain = (text: string): string => text.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, plain(value)]));
}

/** What the person's browser sends when they decide; `change` takes the place of fields. */
export async function decide(
  browser: Browserlike,
  path: string,
  change: Record<string, string | string[]> = {},
  headers: Record<string, string | undefined> = {},
): Promise<Answer> {
  const { body } = await browser.get(path);
  const allow = [...String(body).matchAll(/name="allow" value="([\w:]+)"(?! disabled)/g)].map(([, word]) => word ?? '');
  const sent = { ...fieldsOf(body), allow, decision: 'allow', ...change };
  return browser.form('/oauth/authorize', sent, headers);
}

/** The code that a browser is sent on with. */
export const codeIn = (answer: Answer): string =>
  new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';

/** Connects an agent of this name for whoever is signed in in the browser, all the way to its tokens. */
export async function connectAgentOf(browser: Browserlike, serverUrl: URL, name: string): Promise<AgentMemory> {
  const memory = new AgentMemory(name);
  await auth(memory, { serverUrl });
  const { pathname, search } = memory.sentTo ?? new URL('about:blank');
  const authorizationCode = codeIn(await decide(browser, pathname + search));
  await auth(memory, { serverUrl, authorizationCode });
  return memory;
}
