import { cleanName, lengthOf, micros, newId, type Clock } from '@candor/runtime';
import type { Tries } from '../sign-in/tries.js';
import type { AgentClient, AgentClientStore } from '../store/agent-clients.js';
import type { AgentConnectionStore } from '../store/agent-connections.js';
import { invalidClient, tooManyClients } from './errors.js';
import { checkedRedirectUris } from './redirect-uris.js';
import { AGENT_IDLE } from './times.js';

const DAY = 86_400e6;
/** How long a program is known that nobody connects, or has connected any more, microseconds. */
const UNUSED = DAY;
/** How long one is known without a refresh: a connection that nobody uses for so long is over. */
const USED = AGENT_IDLE + UNUSED;
/** Nobody is pushed out while a person may be consenting, microseconds. */
const SETTLING = 10 * 60e6;
const MOST_NAME = 100;
/** Programs that nobody has connected, and that are kept at once. Of the others each person has fifty at most. */
export const MOST_CLIENTS = 10_000;

interface Parts {
  agentClients: AgentClientStore;
  agentConnections: AgentConnectionStore;
  tries: Tries;
  clock: Clock;
  /** Less than `MOST_CLIENTS`; for tests. */
  mostClients?: number | undefined;
}

/** Programs that make themselves known, so that people can connect them. What they say of themselves is checked by nobody. */
export class AgentClients {
  constructor(private readonly parts: Parts) {}

  /** Keeps a program for a day, and longer once somebody connects it. A network that registers many has to wait. */
  async register(input: { name: string; redirectUris: string[]; network: string }): Promise<AgentClient> {
    const { agentClients, tries, clock, mostClients = MOST_CLIENTS } = this.parts;
    const redirectUris = checkedRedirectUris(input.redirectUris);
    const given = cleanName(input.name);
    const name = given === '' || lengthOf(given) > MOST_NAME ? new URL(redirectUris[0] ?? '').host : given;
    await tries.take('agentClients', input.network);
    const now = micros(clock);
    if ((await agentClients.countUnused(now + UNUSED)) >= mostClients) {
      const madeRoom = await agentClients.forgetOldest(now - SETTLING, now + UNUSED);
      if (!madeRoom) throw tooManyClients();
    }
    const client = { id: newId(), name, redirectUris, createdAt: now, keptUntil: now + UNUSED };
    await agentClients.insert(client);
    return client;
  }

  async find(id: string): Promise<AgentClient> {
    const client = await this.parts.agentClients.find(id);
    if (!client || client.keptUntil <= micros(this.parts.clock)) throw invalidClient();
    return client;
  }

  /** It was connected, or has refreshed its tokens. */
  async keep(id: string): Promise<void> {
    await this.parts.agentClients.keep(id, micros(this.parts.clock) + USED);
  }

  /** Connections of these have ended: those that nobody has connected any more make room for others. */
  async release(ids: readonly string[]): Promise<void> {
    const { agentClients, agentConnections, clock } = this.parts;
    for (const id of new Set(ids))
      if (!(await agentConnections.isConnected(id))) await agentClients.keep(id, micros(clock) + UNUSED);
  }
}
