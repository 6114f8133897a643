import { micros, type Clock } from '@candor/runtime';
import { heldUntil, type SlackConnection, type SlackConnectionStore } from '../store/slack-connections.js';
import { SlackFailure, type SlackApi } from './api.js';

/** Somebody in Slack, by their profile. */
export interface SlackUser {
  id: string;
  /** Of the workspace or organization that the account is in; '': not told. */
  teamId: string;
  name: string;
  /** Only one that is confirmed. */
  email: string;
  picture: string;
  isBot: boolean;
  isGuest: boolean;
  /** Of another company. */
  isStranger: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What is asked of one workspace; a method that Slack wants left alone is left alone, in every process. */
export class Workspace {
  constructor(
    readonly connection: SlackConnection,
    private readonly api: SlackApi,
    private readonly connections: SlackConnectionStore,
    private readonly clock: Clock,
  ) {}

  /** Rejects with `SlackFailure`. */
  async call(method: string, request: Record<string, unknown>): Promise<Record<string, unknown>> {
    const until = heldUntil(this.connection, method);
    if (until > micros(this.clock)) {
      throw new SlackFailure('busy', 'ratelimited', `Slack asked to wait before ${method}.`, until);
    }
    try {
      return await this.api.call(method, request);
    } catch (error) {
      if (error instanceof SlackFailure && error.kind === 'busy')
        await this.connections.hold(this.connection.organizationId, method, error.until);
      throw error;
    }
  }

  async user(id: string): Promise<SlackUser> {
    const user = objectOf((await this.call('users.info', { user: id }))['user']);
    const profile = objectOf(user['profile']);
    const is = (name: string): boolean => user[name] === true;
    return {
      id,
      teamId: textOf(user['team_id']),
      name:
        textOf(profile['real_name']) ||
        textOf(user['real_name']) ||
        textOf(profile['display_name']) ||
        textOf(user['name']),
      email: user['is_email_confirmed'] === false ? '' : textOf(profile['email']),
      picture: textOf(profile['image_192']) || textOf(profile['image_72']),
      isBot: is('is_bot') || is('deleted') || id === 'USLACKBOT',
      isGuest: is('is_restricted') || is('is_ultra_restricted'),
      isStranger: is('is_stranger'),
    };
  }

  /** Whether people of other companies are in the channel. */
  async isShared(channelId: string): Promise<boolean> {
    const channel = objectOf((await this.call('conversations.info', { channel: channelId }))['channel']);
    return channel['is_ext_shared'] === true || channel['is_pending_ext_shared'] === true;
  }

  async isInGroup(userGroupId: string, userId: string): Promise<boolean> {
    const { users } = await this.call('usergroups.users.list', { usergroup: userGroupId });
    return Array.isArray(users) && users.includes(userId);
  }

  /** Whether our message about this item stands in the thread. */
  async hasReply(channelId: string, threadTs: string, itemId: string): Promise<boolean> {
    let cursor = '';
    for (let page = 0; page < MOST_PAGES; page++) {
      const asked = { channel: channelId, ts: threadTs, include_all_metadata: true, limit: 200 };
      const reply = await this.call('conversations.replies', cursor === '' ? asked : { ...asked, cursor });
      const messages = Array.isArray(reply['messages']) ? reply['messages'] : [];
      const ours = messages.some((message) => {
        const payload = objectOf(objectOf(objectOf(message)['metadata'])['event_payload']);
        return payload['item_id'] === itemId;
      });
      if (ours) return true;
      cursor = textOf(objectOf(reply['response_metadata'])['next_cursor']);
      if (cursor === '') return false;
    }
    return false;
  }
}

/** Threads of more than a thousand replies are looked at no further. */
const MOST_PAGES = 5;
