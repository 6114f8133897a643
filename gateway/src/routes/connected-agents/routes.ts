import { z } from 'zod';
import { route, type Route } from '../route.js';
import { deleted, oneOf, page } from '../schemas.js';
import { ACCESS, connectedAgentList } from './resource.js';

const PATH = '/v1/connected-agents';
const common = { tag: 'Agents', family: 'general' } as const;

const listConnectedAgents = route({
  method: 'get',
  path: PATH,
  operationId: 'listConnectedAgents',
  summary: 'Agents that act for the person, or for anybody in the organization, newest first',
  ...common,
  access: ACCESS,
  query: z.object({
    of: oneOf(['me', 'everyone'], 'Whose: one’s own, or for an administrator everybody’s in the organization'),
    ...page(),
  }),
  reply: connectedAgentList,
  handle: ({ clients, from, query: { of, ...part } }) => clients.agents.list(from, of === 'everyone', part),
});

const disconnectAgent = route({
  method: 'delete',
  path: `${PATH}/{connected_agent_id}`,
  operationId: 'disconnectAgent',
  summary: 'End an agent at once: one’s own, or for an administrator that of anybody in the organization',
  ...common,
  access: ACCESS,
  reply: deleted,
  handle: ({ clients, from, params }) => clients.agents.disconnect(from, params.connected_agent_id),
});

const disconnectAllAgents = route({
  method: 'delete',
  path: PATH,
  operationId: 'disconnectAllAgents',
  summary: 'End all agents of the organization at once',
  description: 'To keep people from connecting others, set `agents_may_connect` of the organization to false.',
  ...common,
  access: { role: 'ADMIN', scope: 'API keys: write' },
  reply: z
    .object({ disconnected: z.int().meta({ description: 'How many there were', example: 3 }) })
    .meta({ id: 'DisconnectedAgents', description: 'Agents that were ended' }),
  handle: ({ clients, from }) => clients.agents.disconnectAll(from),
});

/** Agents that people connected by OAuth. */
export const connectedAgentRoutes: readonly Route[] = [listConnectedAgents, disconnectAgent, disconnectAllAgents];
