import { AppError, deterministicId, invalid, micros, type Caller } from '@candor/runtime';
import { hashKey } from '../api-key.js';
import { isChallenge } from '../pkce.js';
import { isScope, isWriting, SCOPES } from '../scopes.js';
import { connectedEvent, type Connected } from '../notifications/connected.js';
import { connectionId, type AgentConnection } from '../store/agent-connections.js';
import type { AgentParts, Agents } from './agents.js';
import type { AgentClients } from './clients.js';
import {
  administratorNeeded,
  agentsOff,
  invalidGrant,
  invalidRequest,
  invalidTarget,
  tooManyRefreshes,
} from './errors.js';
import { isRegistered } from './redirect-uris.js';
import { canonicalResource, isSameResource } from './resource.js';
import { ACCESS_LIVES, CODE_LIVES, isInTime, isRecent, REPLACED_LIVES } from './times.js';
import {
  newAccessToken,
  newCode,
  newRefreshToken,
  provesChallenge,
  refreshHashes,
  refreshTokenAfter,
} from './tokens.js';

const MOST_RESOURCE = 1000;
/** Connections of one person at once, and consents that wait for their program; of each the oldest give way. */
export const MOST_OF_A_USER = 50;

export interface Consent {
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  resource: string;
  scopes: string[];
}

export interface CodeExchange {
  clientId: string;
  code: string;
  redirectUri: string;
  codeVerifier: string;
  /** Of both, '': the one that was consented to. */
  resource: string;
}

export interface AgentTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scopes: string[];
}

/** Refresh tokens of a connection that work side by side: more than any program's calls at once. */
const MOST_BESIDE = 50;
/** More often than calls side by side change a connection between reading and writing it. */
const MOST_TRIES = 20;

interface Parts extends AgentParts {
  clients: AgentClients;
  agents: Agents;
}

/** How an agent gets its tokens: a person consents, a code is exchanged, tokens are refreshed and given back. */
export class Connecting {
  constructor(private readonly parts: Parts) {}

  /** The calling person lets a client act for them, at home; resolves to the code for the client. */
  async allow(caller: Caller, { clientId, redirectUri, codeChallenge, resource, scopes }: Consent): Promise<string> {
    const { agentConnections, agents, clients, access, clock } = this.parts;
    const client = await clients.find(clientId);
    if (!isRegistered(redirectUri, client.redirectUris)) throw invalidRequest('The redirect URI is not registered.');
    if (!isChallenge(codeChallenge)) throw invalidRequest('A code challenge of S256 is needed.');
    if (resource === '' || resource.length > MOST_RESOURCE) throw invalidTarget();
    if (scopes.length === 0 || scopes.length > SCOPES.length || !scopes.every(isScope))
      throw invalid([{ path: 'scopes', message: 'Choose at least one thing that the agent may do.' }]);
    const organizationId = await access.homeOf(caller);
    const { ownerId: userId } = caller;
    if (!(await agents.mayConnect(organizationId))) throw agentsOff();
    if (userId === '') throw personNeeded();
    const person = await agents.personOf({ organizationId, userId });
    if (person && person.role !== 'ADMIN' && scopes.some(isWriting)) throw administratorNeeded();
    const code = newCode();
    const about = { clientId, clientName: client.name, redirectUri, codeChallenge, scopes: [...new Set(scopes)] };
    const consented = { resource: canonicalResource(resource), createdAt: micros(clock) };
    const made = await agentConnections.insert({ organizationId, userId, ...about, ...consented }, hashKey(code));
    // Asked after it is stored: whoever removes the user meanwhile removes the connection too.
    if (!(await agents.personOf(made))) {
      await agents.forget(made);
      throw personNeeded();
    }
    const waiting = { connected: false, kept: MOST_OF_A_USER };
    for (const old of await agentConnections.oldOf(organizationId, userId, waiting)) await agents.forget(old);
    return code;
  }

  /**
   * A code for tokens, once. A code that comes again has two holders: its connection ends. So does one that is wrong. Only a
   * program that brings the right secret again at once, and has not used its tokens, never got the reply: it gets others.
   */
  async exchange(input: CodeExchange, requestId: string): Promise<AgentTokens> {
    const { agentConnections, agents, clients, clock } = this.parts;
    await clients.find(input.clientId);
    const connection = await agentConnections.findById(connectionId(hashKey(input.code)));
    if (!connection) throw invalidGrant();
    const now = micros(clock);
    const isFirst = connection.connectedAt === 0;
    const isGood =
      (!isFirst || isRecent(connection.createdAt, now, CODE_LIVES)) &&
      connection.clientId === input.clientId &&
      (input.redirectUri === '' || connection.redirectUri === input.redirectUri) &&
      provesChallenge(input.codeVerifier, connection.codeChallenge) &&
      (await agents.personOf(connection)) !== undefined;
    const isSame = isSameResource(input.resource, connection.resource);
    if (!isGood || !isSame) {
      if (!isFirst) return this.refuseReuse(connection, 'its code was used twice', requestId);
      await agents.forget(connection);
      throw isGood ? invalidTarget() : invalidGrant();
    }
    const { organizationId, userId, id } = connection;
    const { token: refreshToken, hashes } = newRefreshToken();
    const connected = { ...connection, connectedAt: isFirst ? now : connection.connectedAt };
    if (!(await agentConnections.connect(organizationId, id, hashes, now))) {
      if (!(await agentConnections.connectAgain(organizationId, id, hashes, now - REPLACED_LIVES)))
        return this.refuseReuse(connected, 'its code was used twice', requestId);
      await this.parts.agentTokens.removeOf(organizationId, id);
    }
    await clients.keep(connection.clientId);
    for (const other of await agentConnections.olderOf(connection))
      await agents.end(other, 'the person connected it anew', requestId);
    for (const old of await agentConnections.oldOf(organizationId, userId, { connected: true, kept: MOST_OF_A_USER }))
      await agents.end(old, 'the person connected more than fifty', requestId);
    const scopes = connection.scopes.join(', ');
    await agents.record('agent.connected', connected, requestId, { scopes }, deterministicId('agent-connected', id));
    // Before the program gets its tokens: nobody has them in the name of a person who is not told.
    await this.parts.tell([connectedEvent(told(connected))]);
    return this.tokens(connected, refreshToken);
  }

  /**
   * New tokens for old. A refresh token that was replaced has two holders: the connection ends. But programs refresh twice side
   * by side, and replies are lost: what was replaced just now gets tokens of its own, and the first of all these that is used
   * replaces the others.
   */
  async refresh(
    input: { clientId: string; refreshToken: string; resource: string },
    requestId: string,
  ): Promise<AgentTokens> {
    const { agentConnections, agents, clients, clock } = this.parts;
    await clients.find(input.clientId);
    const before = refreshHashes(input.refreshToken);
    if (!before) throw invalidGrant();
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const found = await agentConnections.findByRefresh(before);
      if (!found) throw invalidGrant();
      const { connection, standing, working } = found;
      const now = micros(clock);
      if (connection.clientId !== input.clientId || !isInTime(connection, now)) throw invalidGrant();
      if (standing === 'old' || (standing === 'replaced' && !isRecent(found.replacedAt, now, REPLACED_LIVES)))
        return this.refuseReuse(connection, 'its refresh token was used twice', requestId);
      if (!isSameResource(input.resource, connection.resource)) throw invalidTarget();
      if (!(await agents.personOf(connection))) throw invalidGrant();
      if (standing === 'replaced' && working.length >= MOST_BESIDE) throw tooManyRefreshes();
      const { token, hashes } = refreshTokenAfter(input.refreshToken);
      const rotation = connection.rotation + (standing === 'working' ? 1 : 0);
      const isDone =
        standing === 'working'
          ? await agentConnections.rotate(found, hashes.token, now)
          : await agentConnections.addBeside(found, hashes.token);
      if (!isDone) continue;
      await clients.keep(connection.clientId);
      return this.tokens({ ...connection, rotation }, token);
    }
    throw tooManyRefreshes();
  }

  /** A client gives a token back: a refresh token ends the connection, an access token itself alone. */
  async giveBack({ clientId, token }: { clientId: string; token: string }, requestId: string): Promise<void> {
    const { agentConnections, agentTokens, agents } = this.parts;
    const hashes = refreshHashes(token);
    if (hashes) {
      const connection = (await agentConnections.findByRefresh(hashes))?.connection;
      if (connection?.clientId === clientId) await agents.end(connection, 'the agent gave its token back', requestId);
      return;
    }
    const found = await agentTokens.findByHash(hashKey(token));
    const connection = found && (await agentConnections.findById(found.connectionId));
    if (connection?.clientId === clientId) await agentTokens.removeByHash(connection.organizationId, hashKey(token));
  }

  private async refuseReuse(
    connection: AgentConnection,
    why: 'its code was used twice' | 'its refresh token was used twice',
    requestId: string,
  ): Promise<never> {
    await this.parts.agents.end(connection, why, requestId);
    throw invalidGrant();
  }

  private async tokens(connection: AgentConnection, refreshToken: string): Promise<AgentTokens> {
    const { agentTokens, clock } = this.parts;
    const { organizationId, userId, id, scopes, rotation } = connection;
    const now = micros(clock);
    await agentTokens.endReplaced(organizationId, id, rotation, now + REPLACED_LIVES);
    await agentTokens.removeOver(organizationId, id, now);
    const accessToken = newAccessToken();
    const times = { createdAt: now, expiresAt: now + ACCESS_LIVES };
    await agentTokens.insert({ organizationId, userId, connectionId: id, rotation, ...times }, hashKey(accessToken));
    return { accessToken, refreshToken, expiresInSeconds: ACCESS_LIVES / 1e6, scopes };
  }
}

/** The name is what the program says of itself: the host says where it is. */
const told = (connection: AgentConnection): Connected => ({
  type: 'agent',
  id: connection.id,
  organizationId: connection.organizationId,
  userId: connection.userId,
  title: `${connection.clientName} (${new URL(connection.redirectUri).host})`,
  scopes: connection.scopes,
  at: connection.connectedAt,
});

const personNeeded = (): AppError =>
  new AppError('forbidden', 'person_required', 'Only a person who is signed in connects an agent. Sign in first.');
