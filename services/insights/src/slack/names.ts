import { AppError, micros, type Clock } from '@candor/runtime';
import type { ConversationStore } from '../store/conversations.js';
import type { SlackConnectionStore } from '../store/slack-connections.js';
import type { Nameless, SlackNameStore } from '../store/slack-names.js';
import type { SlackSystemScope } from '../store/slack-system-scope.js';
import { SlackFailure, type OpenSlack } from './api.js';
import type { SlackConnections } from './connections.js';
import { isOfTheHouse, Workspace } from './workspace.js';

export interface SlackNamesParts {
  names: SlackNameStore;
  system: SlackSystemScope;
  connections: SlackConnectionStore;
  settings: SlackConnections;
  conversations: ConversationStore;
  open: OpenSlack;
  clock: Clock;
}

/** Microseconds before a name is asked for the 1st, 2nd, … time after the question; after the last one it stays unknown. */
export const NAME_AFTER = [600e6, 3600e6, 6 * 3600e6, 24 * 3600e6] as const;
const AT_ONCE = 20;

/** Learns names that Slack did not tell when somebody asked, and writes them into their conversations. */
export class SlackNames {
  constructor(private readonly parts: SlackNamesParts) {}

  /** One call of Slack for each person that is due, however many conversations are theirs. */
  async round(): Promise<void> {
    const { system, names, clock } = this.parts;
    const now = micros(clock);
    for (const person of await system.nameless(now, AT_ONCE)) {
      const wait = NAME_AFTER[person.tries + 1];
      if (await names.claim(person, now, wait === undefined ? 0 : now + wait)) await this.learn(person);
    }
  }

  private async learn({ organizationId, userId }: Nameless): Promise<void> {
    const { connections, settings, names, conversations, open, clock } = this.parts;
    const connection = await connections.find(organizationId);
    if (!connection) return;
    try {
      const api = open(settings.secret(connection, 'bot token'));
      const user = await new Workspace(connection, api, connections, clock).user(userId);
      if (user.name === '') return;
      const ids = await names.of(organizationId, userId);
      const userEmail = isOfTheHouse(user, connection) ? user.email : undefined;
      for (const id of ids) {
        await conversations.nameAsker(organizationId, id, {
          userName: user.name,
          userEmail,
          userProfileImage: user.picture || undefined,
        });
      }
      await names.done(organizationId, userId, ids);
    } catch (error) {
      // The next time is set already.
      if (!(error instanceof SlackFailure) && !(error instanceof AppError)) throw error;
    }
  }
}
