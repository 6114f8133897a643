import type { Clock, RpcService, ServiceEvent } from '@candor/runtime';
import type { Db } from 'mongodb';
import type { Access } from '../access.js';
import type { AuditRecorder } from '../audit.js';
import { agentService } from '../grpc/agent-service.js';
import { Tries } from '../sign-in/tries.js';
import { AgentClientStore } from '../store/agent-clients.js';
import { AgentConnectionStore } from '../store/agent-connections.js';
import { AgentTokenStore } from '../store/agent-tokens.js';
import type { OrganizationStore } from '../store/organizations.js';
import type { SignInTryStore } from '../store/sign-in-tries.js';
import type { SystemScope } from '../store/system-scope.js';
import type { UserStore } from '../store/users.js';
import { Agents } from './agents.js';
import { AgentClients } from './clients.js';
import { Connecting } from './connecting.js';
import { AGENT_IDLE, AGENT_LONGEST, CODE_LIVES } from './times.js';

export interface AgentOptions {
  /** Programs that are kept at once; for tests. */
  mostAgentClients?: number;
}

/** What is kept of agents that people connect. */
export const agentStores = (db: Db) => ({
  agentClients: new AgentClientStore(db),
  agentConnections: new AgentConnectionStore(db),
  agentTokens: new AgentTokenStore(db),
});

interface Parts extends ReturnType<typeof agentStores> {
  users: UserStore;
  organizations: OrganizationStore;
  signInTries: SignInTryStore;
  access: Access;
  audit: AuditRecorder;
  tell: (events: readonly ServiceEvent[]) => Promise<void>;
  clock: Clock;
}

/** Agents that people connect by OAuth. */
export function composeAgents(parts: Parts, { mostAgentClients }: AgentOptions) {
  const tries = new Tries(parts.signInTries, parts.clock);
  const clients = new AgentClients({ ...parts, tries, mostClients: mostAgentClients });
  const agents = new Agents({ ...parts, clients });
  const connecting = new Connecting({ ...parts, clients, agents });
  const service: RpcService = agentService({ clients, agents, connecting });
  return { agents, service };
}

/** Removes what is over at `now` (microseconds). */
export const purgeAgents = (system: SystemScope, now: number): Promise<void> =>
  system.purgeAgents(now, { code: now - CODE_LIVES, idle: now - AGENT_IDLE, longest: now - AGENT_LONGEST });
