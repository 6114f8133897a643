import { micros, notFound, type Caller, type Clock, type Role, type ServiceEvent } from '@candor/runtime';
import { requireAdmin, type Access } from '../access.js';
import { hashKey } from '../api-key.js';
import type { AuditRecorder } from '../audit.js';
import { onlyReading } from '../scopes.js';
import type { AgentConnection, AgentConnectionStore } from '../store/agent-connections.js';
import type { AgentTokenStore } from '../store/agent-tokens.js';
import type { OrganizationStore } from '../store/organizations.js';
import type { User, UserStore } from '../store/users.js';
import type { AgentClients } from './clients.js';
import { invalidToken } from './errors.js';
import { canonicalResource } from './resource.js';
import { ACCESS_LIVES, isInTime, isRecent, SEEN_EVERY } from './times.js';

/** An access token that works now. */
export interface VerifiedAgent {
  connection: AgentConnection;
  /** Those that were allowed; without writing while the user is no ADMIN. */
  scopes: string[];
  /** The user's, now. */
  role: Role;
  /** Of the token, microseconds. */
  expiresAt: number;
}

export interface AgentParts {
  clients: Pick<AgentClients, 'release'>;
  agentConnections: AgentConnectionStore;
  agentTokens: AgentTokenStore;
  users: UserStore;
  organizations: OrganizationStore;
  access: Access;
  audit: AuditRecorder;
  /** Takes what people are told; resolves when it is stored. */
  tell: (events: readonly ServiceEvent[]) => Promise<void>;
  clock: Clock;
}

export type Ending =
  | 'a person disconnected it'
  | 'the agent gave its token back'
  | 'the person connected it anew'
  | 'the person connected more than fifty'
  | 'its code was used twice'
  | 'its refresh token was used twice';

/** Agents that act for people: what works, what people see of it, and how it ends. The same on every replica. */
export class Agents {
  constructor(private readonly parts: AgentParts) {}

  /** Whose an access token is, at the address that it was made for. One refusal for all that do not work. */
  async verify(token: string, resource: string): Promise<VerifiedAgent> {
    const { agentConnections, agentTokens, clock } = this.parts;
    const now = micros(clock);
    const found = await agentTokens.findByHash(hashKey(token));
    const works = found && isRecent(found.createdAt, now, ACCESS_LIVES) && now < found.expiresAt;
    if (!works) throw invalidToken();
    const connection = await agentConnections.findById(found.connectionId);
    const isGood = connection && isInTime(connection, now) && connection.resource === canonicalResource(resource);
    const user = isGood ? await this.personOf(connection) : undefined;
    if (!connection || !user) throw invalidToken();
    if (!connection.isUsed || Math.abs(now - connection.usedAt) >= SEEN_EVERY)
      await agentConnections.used(connection.organizationId, connection.id, now);
    const scopes = user.role === 'ADMIN' ? connection.scopes : onlyReading(connection.scopes);
    return { connection, scopes, role: user.role, expiresAt: found.expiresAt };
  }

  /** The caller's own, or for an ADMIN everybody's in the organization; newest first. */
  async list(
    caller: Caller,
    everyone: boolean,
    page: { limit: number; offset: number },
  ): Promise<{ connections: AgentConnection[]; total: number }> {
    const { agentConnections, access } = this.parts;
    if (everyone) {
      requireAdmin(caller);
      return agentConnections.list(caller.organizationId, undefined, page);
    }
    if (caller.ownerId === '') return { connections: [], total: 0 };
    return agentConnections.list(await access.homeOf(caller), caller.ownerId, page);
  }

  /** One of the caller's own, or of anybody in the organization for an ADMIN. */
  async disconnect(caller: Caller, id: string): Promise<void> {
    const connection = await this.parts.agentConnections.findById(id);
    if (!connection || !(await this.mayDisconnect(caller, connection))) throw notFound('connected_agent');
    await this.end(connection, 'a person disconnected it', caller);
  }

  /** All of the organization; how many there were. */
  async disconnectAll(caller: Caller): Promise<number> {
    requireAdmin(caller);
    const ended = await this.removeAll(caller.organizationId);
    await this.recordAll(caller, ended);
    return ended;
  }

  /** Ends what is left from before agents were switched off, so that nobody finds it alive when they are switched on. */
  async endLeft(caller: Caller): Promise<void> {
    const ended = await this.removeAll(caller.organizationId);
    if (ended > 0) await this.recordAll(caller, ended);
  }

  /** Ends all of a user, consents that wait included; how many there were. */
  async removeOfUser(organizationId: string, userId: string): Promise<number> {
    const { ended, clientIds } = await this.parts.agentConnections.removeOfUser(organizationId, userId);
    await this.parts.agentTokens.removeOfUser(organizationId, userId);
    await this.parts.clients.release(clientIds);
    return ended;
  }

  /** Ends one, with all of its tokens; recorded by whoever ends it, or as the connection itself. */
  async end(connection: AgentConnection, why: Ending, by: Caller | string): Promise<void> {
    const wasThere = await this.forget(connection);
    if (wasThere && connection.connectedAt > 0) await this.record('agent.disconnected', connection, by, { why });
  }

  /** Of what was never connected there is nothing to record. Of several callers one is told that it was there. */
  async forget({ organizationId, id, clientId, connectedAt }: AgentConnection): Promise<boolean> {
    const wasThere = await this.parts.agentConnections.remove(organizationId, id);
    await this.parts.agentTokens.removeOf(organizationId, id);
    if (connectedAt > 0) await this.parts.clients.release([clientId]);
    return wasThere;
  }

  /** `by`: who did it, or the id of the agent's own call. The same `entryId` again is recorded once. */
  async record(
    action: 'agent.connected' | 'agent.disconnected',
    { id, organizationId, userId, clientName }: AgentConnection,
    by: Caller | string,
    details: Record<string, string>,
    entryId?: string,
  ): Promise<void> {
    const agent = { organizationId, keyId: id, role: 'VIEWER' as const, scopes: [], ownerId: userId };
    const caller = typeof by === 'string' ? { ...agent, requestId: by } : { ...by, organizationId };
    const target = { action, targetType: 'agent', targetId: id };
    const about = { name: clientName, user: userId, ...details };
    await this.parts.audit.record(caller, { ...target, details: about }, entryId);
  }

  /** The person of a connection, if they may have agents now. */
  async personOf({
    organizationId,
    userId,
  }: Pick<AgentConnection, 'organizationId' | 'userId'>): Promise<User | undefined> {
    const [user, mayConnect] = await Promise.all([
      this.parts.users.find(organizationId, userId),
      this.mayConnect(organizationId),
    ]);
    return mayConnect && user?.status === 'active' ? user : undefined;
  }

  async mayConnect(organizationId: string): Promise<boolean> {
    return (await this.parts.organizations.find(organizationId))?.agentsMayConnect ?? false;
  }

  private async removeAll(organizationId: string): Promise<number> {
    const { ended, clientIds } = await this.parts.agentConnections.removeAll(organizationId);
    await this.parts.agentTokens.removeAll(organizationId);
    await this.parts.clients.release(clientIds);
    return ended;
  }

  private async recordAll(caller: Caller, ended: number): Promise<void> {
    await this.parts.audit.record(caller, {
      action: 'agent.all_disconnected',
      targetType: 'organization',
      targetId: caller.organizationId,
      details: { agents: String(ended) },
    });
  }

  private async mayDisconnect(caller: Caller, { organizationId, userId }: AgentConnection): Promise<boolean> {
    if (caller.role === 'ADMIN' && organizationId === caller.organizationId) return true;
    return userId === caller.ownerId && organizationId === (await this.parts.access.homeOf(caller));
  }
}
