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

  /** Of whom Slack tells nothing is a stranger without a name. */
  async user(id: string): Promise<SlackUser> {
    const user = objectOf(await this.profileOf(id));
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

  private async profileOf(id: string): Promise<unknown> {
    try {
      return (await this.call('users.info', { user: id }))['user'];
    } catch (error) {
      if (error instanceof SlackFailure && NOT_SHOWN.has(error.code)) return { is_stranger: true };
      throw error;
    }
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

  /** Whether our message about an item came since a time (microseconds): in a thread, or to a person. */
  async hasMessage(place: Place, itemId: string, since: number): Promise<boolean> {
    const isThread = 'threadTs' in place;
    const channel = isThread ? place.channelId : await this.directWith(place.userId);
    if (channel === undefined) return false;
    // Slack's clock may differ from ours.
    const oldest = (since / 1e6 - CLOCKS_DIFFER_BY).toFixed(6);
    const asked = { channel, oldest, include_all_metadata: true, limit: 200, ...(isThread && { ts: place.threadTs }) };
    const method = isThread ? 'conversations.replies' : 'conversations.history';
    for await (const reply of this.pagesOf(method, asked)) {
      const messages = Array.isArray(reply['messages']) ? reply['messages'] : [];
      const ours = messages.some((message) => {
        const payload = objectOf(objectOf(objectOf(message)['metadata'])['event_payload']);
        return payload['item_id'] === itemId;
      });
      if (ours) return true;
    }
    return false;
  }

  /** The channel of the app's direct messages with a person; undefined: there is none. */
  private async directWith(userId: string): Promise<string | undefined> {
    for await (const reply of this.pagesOf('conversations.list', { types: 'im', limit: 1000 })) {
      const channels = Array.isArray(reply['channels']) ? reply['channels'].map(objectOf) : [];
      const theirs = channels.find((one) => one['user'] === userId);
      if (theirs) return textOf(theirs['id']);
    }
    return undefined;
  }

  /** All pages; refuses to look at more than some. */
  private async *pagesOf(method: string, asked: Record<string, unknown>): AsyncGenerator<Record<string, unknown>> {
    let cursor = '';
    for (let page = 0; page < MOST_PAGES; page++) {
      const reply = await this.call(method, cursor === '' ? asked : { ...asked, cursor });
      yield reply;
      cursor = textOf(objectOf(reply['response_metadata'])['next_cursor']);
      if (cursor === '') return;
    }
    throw new SlackFailure('refused', 'too_many_pages', `${method} has more pages than are looked at.`);
  }
}

/** Where our message may stand. */
export type Place = { channelId: string; threadTs: string } | { userId: string };

/** What Slack says of people whose profile this workspace does not see. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['user_not_found', 'user_not_visible', 'users_not_found']);
const MOST_PAGES = 5;
/** Seconds. */
const CLOCKS_DIFFER_BY = 300;

/** Whose address an administrator of this workspace answers for: what other companies say of theirs makes nobody one of us. */
export const isOfTheHouse = (
  { email, teamId, isGuest, isStranger }: SlackUser,
  connection: Pick<SlackConnection, 'teamId'>,
): boolean => email !== '' && !isGuest && !isStranger && (teamId === '' || teamId === connection.teamId);
