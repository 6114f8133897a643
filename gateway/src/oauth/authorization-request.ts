import { CHALLENGE, type CallFor } from '@candor/runtime';
import type { AgentClient, AgentsClient } from '../clients/agents.js';
import { oauthError } from './errors.js';
import { Fields } from './fields.js';
import { MCP_PATH } from './metadata.js';
import { askedScopes } from './scopes.js';

/** Longer than what programs ask, and short enough to come back to after signing in. */
const LONGEST = 1900;
const LONGEST_STATE = 1000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What a program asks a person for. */
export interface AuthorizationRequest {
  client: AgentClient;
  redirectUri: string;
  codeChallenge: string;
  resource: string;
  /** What it asks for, in the words of OAuth. */
  scopes: string[];
  state: string;
  /** As it was asked, for the way back after signing in. */
  query: string;
}

/**
 * Reads what a program asks for. Throws an error for the person to read, and never sends anybody on: an address that a stranger
 * registered is no place to be sent to before the person has decided.
 */
export async function authorizationRequest(
  query: string,
  origin: string,
  { agents, from }: { agents: AgentsClient; from: CallFor },
): Promise<AuthorizationRequest> {
  if (query.length > LONGEST) throw oauthError('invalid_request', `The request has more than ${LONGEST} characters.`);
  const fields = Fields.of(query);
  const client = await agents.client(from, fields.need('client_id'));
  const redirectUri = redirectOf(fields.get('redirect_uri'), client.redirectUris);
  if (fields.need('response_type') !== 'code')
    throw oauthError('invalid_request', 'The parameter response_type must be code.');
  const codeChallenge = fields.need('code_challenge');
  if (fields.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(codeChallenge))
    throw oauthError('invalid_request', 'PKCE with the method S256 is needed.');
  const resource = fields.get('resource') || origin + MCP_PATH;
  if (plain(resource) !== plain(origin + MCP_PATH))
    throw oauthError('invalid_target', `The resource must be ${origin}${MCP_PATH}.`);
  const state = fields.get('state');
  if (state.length > LONGEST_STATE)
    throw oauthError('invalid_request', `The parameter state has more than ${LONGEST_STATE} characters.`);
  const scopes = askedScopes(fields.get('scope'));
  return { client, redirectUri, codeChallenge, resource: origin + MCP_PATH, scopes, state, query };
}

/** Where the person goes then, with what the program is told. */
export function answerUri({ redirectUri, state }: AuthorizationRequest, answer: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== '') url.searchParams.set('state', state);
  return url.href;
}

/** Registered as it is; of a program on the person's own machine with whatever port (RFC 8252, 7.3). */
function redirectOf(asked: string, registered: readonly string[]): string {
  const [only] = registered;
  if (asked === '' && registered.length === 1 && only !== undefined) return only;
  const place = loopbackPlace(asked);
  if (registered.includes(asked) || (place !== undefined && registered.some((one) => loopbackPlace(one) === place)))
    return asked;
  throw oauthError('invalid_request', 'The redirect URI is not one that the program registered.');
}

function loopbackPlace(text: string): string | undefined {
  if (!URL.canParse(text) || !/^[\x21-\x7e]+$/.test(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.hash === '';
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname) || !isPlain) return undefined;
  url.port = '';
  return url.href;
}

const plain = (resource: string): string =>
  URL.canParse(resource) ? new URL(resource).href.replace(/(?<!\/)\/$/, '') : resource;
