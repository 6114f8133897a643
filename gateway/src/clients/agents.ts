import { AgentServiceClient, type ConnectedAgent as AgentMessage } from '@candor/proto/candor/tenant/v1/agents';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { KeyIdentity } from '../http/context.js';
import type { ConnectedAgent, ConnectedAgentList } from '../routes/connected-agents/resource.js';
import type { Deleted } from '../routes/schemas.js';
import { roleOf } from './tenant.js';
import { wholePage } from './whole-page.js';

/** A program that made itself known; what it says of itself is checked by nobody. */
export interface AgentClient {
  id: string;
  name: string;
  redirectUris: string[];
  /** Microseconds. */
  createdAt: number;
}

export interface AgentTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scopes: string[];
}

export interface AgentConsent {
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  resource: string;
  scopes: string[];
}

export interface CodeExchange {
  clientId: string;
  code: string;
  /** Of both, '': the one that was consented to. */
  redirectUri: string;
  resource: string;
  codeVerifier: string;
}

/** Agents that people connect by OAuth. */
export class AgentsClient {
  private readonly rpc: RpcClient<AgentServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(AgentServiceClient, address, token);
  }

  register(from: CallFor, input: { name: string; redirectUris: string[]; network: string }): Promise<AgentClient> {
    return this.rpc.unary(this.rpc.stub.registerAgentClient, input, from);
  }

  client(from: CallFor, id: string): Promise<AgentClient> {
    return this.rpc.unary(this.rpc.stub.getAgentClient, { id }, from);
  }

  /** The calling person lets a client act for them; the code is for the client. */
  async allow(from: CallFor, consent: AgentConsent): Promise<string> {
    return (await this.rpc.unary(this.rpc.stub.allowAgent, consent, from)).code;
  }

  exchange(from: CallFor, input: CodeExchange): Promise<AgentTokens> {
    return this.rpc.unary(this.rpc.stub.exchangeAgentCode, input, from);
  }

  refresh(from: CallFor, input: { clientId: string; refreshToken: string; resource: string }): Promise<AgentTokens> {
    return this.rpc.unary(this.rpc.stub.refreshAgentTokens, input, from);
  }

  async giveBack(from: CallFor, input: { clientId: string; token: string }): Promise<void> {
    await this.rpc.unary(this.rpc.stub.revokeAgentToken, input, from);
  }

  /** Whose an access token is, at the address that was called. */
  async verify(token: string, resource: string, from: CallFor): Promise<KeyIdentity> {
    const reply = await this.rpc.unary(this.rpc.stub.verifyAgentToken, { token, resource }, from);
    const { connectionId: keyId, organizationId, role, scopes, userId: ownerId, expiresAt } = reply;
    return { keyId, organizationId, role: roleOf(role), scopes, ownerId, expiresAt };
  }

  async list(from: CallFor, everyone: boolean, page: { limit: number; offset: number }): Promise<ConnectedAgentList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listConnectedAgents, { everyone, ...part }, from);
      return { items: reply.agents, total: reply.total, reply };
    });
    return { agents: items.map(agentJson), pagination };
  }

  async disconnect(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.disconnectAgent, { id }, from);
    return { id, deleted: true };
  }

  async disconnectAll(from: CallFor): Promise<{ disconnected: number }> {
    const { disconnected } = await this.rpc.unary(this.rpc.stub.disconnectAllAgents, {}, from);
    return { disconnected };
  }

  close(): void {
    this.rpc.close();
  }
}

const agentJson = (one: AgentMessage): ConnectedAgent => ({
  id: one.id,
  name: one.name,
  redirect_host: new URL(one.redirectUri).host,
  user_id: one.userId,
  scopes: one.scopes as ConnectedAgent['scopes'],
  connected_at: one.connectedAt,
  used_at: one.usedAt,
  expires_at: one.expiresAt,
});
