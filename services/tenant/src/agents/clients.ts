import { cleanName, lengthOf, micros, newId, type Clock } from '@candor/runtime';
import type { Tries } from '../sign-in/tries.js';
import type { AgentClient, AgentClientStore } from '../store/agent-clients.js';
import { invalidClient, tooManyClients } from './errors.js';
import { checkedRedirectUris } from './redirect-uris.js';

const DAY = 86_400e6;
/** How long a program is known that nobody connects, and after its last connection, microseconds. */
const UNUSED = DAY;
const USED = 180 * DAY;
/** Nobody is pushed out while a person may be consenting, microseconds. */
const SETTLING = 10 * 60e6;
const MOST_NAME = 100;
/** Programs that are kept at once. */
export const MOST_CLIENTS = 10_000;

interface Parts {
  agentClients: AgentClientStore;
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
    if ((await agentClients.count()) >= mostClients) {
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
}
