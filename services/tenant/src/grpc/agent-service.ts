import {
  AgentServiceService,
  type AgentClient as ClientMessage,
  type ConnectedAgent as AgentMessage,
} from '@candor/proto/candor/tenant/v1/agents';
import { pageOf, requireCaller, type RpcService } from '@candor/runtime';
import type { Agents } from '../agents/agents.js';
import type { AgentClients } from '../agents/clients.js';
import type { Connecting } from '../agents/connecting.js';
import { endOf } from '../agents/times.js';
import type { AgentClient } from '../store/agent-clients.js';
import type { AgentConnection } from '../store/agent-connections.js';
import type { HandlersOf } from './handlers.js';

export interface AgentServiceParts {
  clients: AgentClients;
  agents: Agents;
  connecting: Connecting;
}

/** Agents that people connect by OAuth, and what they see and end of it. */
export function agentService({ clients, agents, connecting }: AgentServiceParts): RpcService {
  const handlers: HandlersOf<typeof AgentServiceService> = {
    registerAgentClient: async (request) => clientMessage(await clients.register(request)),
    getAgentClient: async ({ id }) => clientMessage(await clients.find(id)),
    allowAgent: async (request, context) => ({
      code: await connecting.allow(requireCaller(context.caller), request),
    }),
    exchangeAgentCode: (request, { requestId }) => connecting.exchange(request, requestId),
    refreshAgentTokens: (request, { requestId }) => connecting.refresh(request, requestId),
    revokeAgentToken: async (request, { requestId }) => {
      await connecting.giveBack(request, requestId);
      return {};
    },
    verifyAgentToken: async ({ token, resource }) => {
      const { connection, scopes, role, expiresAt } = await agents.verify(token, resource);
      const { id: connectionId, organizationId, userId } = connection;
      return { connectionId, organizationId, role, scopes, userId, expiresAt };
    },
    listConnectedAgents: async ({ everyone, ...page }, context) => {
      const list = await agents.list(requireCaller(context.caller), everyone, pageOf(page));
      return { agents: list.connections.map(agentMessage), total: list.total };
    },
    disconnectAgent: async ({ id }, context) => {
      await agents.disconnect(requireCaller(context.caller), id);
      return {};
    },
    disconnectAllAgents: async (_request, context) => ({
      disconnected: await agents.disconnectAll(requireCaller(context.caller)),
    }),
  };
  return { definition: AgentServiceService, handlers };
}

const clientMessage = ({ id, name, redirectUris, createdAt }: AgentClient): ClientMessage => ({
  id,
  name,
  redirectUris,
  createdAt,
});

const agentMessage = (connection: AgentConnection): AgentMessage => ({
  id: connection.id,
  clientId: connection.clientId,
  name: connection.clientName,
  redirectUri: connection.redirectUri,
  userId: connection.userId,
  scopes: connection.scopes,
  connectedAt: connection.connectedAt,
  usedAt: connection.usedAt,
  expiresAt: endOf(connection),
});
