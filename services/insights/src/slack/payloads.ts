import { deterministicId, isUuid } from '@candor/runtime';
import { z } from 'zod';
import type { SlackConnection } from '../store/slack-connections.js';
import type { SlackDeed } from '../store/slack-inbox.js';
import { isCommandWord } from './words/commands.js';

export type SlackKind = 'events' | 'commands' | 'interactions';

/** What Slack sent, as far as it concerns us. */
export type FromSlack =
  | { what: 'challenge'; challenge: string }
  | { what: 'deed'; id: string; deed: SlackDeed }
  | { what: 'help' }
  | { what: 'removed' }
  | { what: 'nothing' };

const text = z.string().default('');
const event = z.object({
  type: z.literal('event_callback'),
  team_id: text,
  authorizations: z.array(z.object({ team_id: z.string().nullish() })).default([]),
  is_ext_shared_channel: z.boolean().default(false),
  event: z.looseObject({
    type: z.string(),
    subtype: z.string().optional(),
    bot_id: z.string().nullish(),
    hidden: z.boolean().optional(),
    edited: z.unknown().optional(),
    user: text,
    user_team: z.string().nullish(),
    team: z.string().nullish(),
    text: text,
    channel: text,
    channel_type: text,
    ts: text,
    thread_ts: z.string().optional(),
  }),
});
const command = z.object({
  team_id: z.string(),
  user_id: z.string(),
  channel_id: z.string(),
  channel_name: text,
  text: text,
  response_url: z.string(),
  trigger_id: z.string(),
});
const interaction = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id: z.string() }).nullish(),
  user: z.object({ id: z.string(), team_id: text }),
  channel: z.object({ id: z.string() }).nullish(),
  container: z
    .object({ message_ts: text, channel_id: text, is_ephemeral: z.boolean().default(false) })
    .default({ message_ts: '', channel_id: '', is_ephemeral: false }),
  message: z.object({ thread_ts: z.string().optional() }).nullish(),
  response_url: text,
  actions: z.array(z.object({ action_id: z.string(), action_ts: text, value: text })).min(1),
});

/** What a button of a reply is called, and what it does. */
export const ACTIONS: Readonly<Record<string, string>> = {
  candor_helpful: 'helpful',
  candor_wrong: 'wrong',
  candor_expert: 'expert',
};

const NOTHING = { what: 'nothing' } as const;

/** Reads a request whose signature was checked. What is not for us, or of another workspace, is nothing. */
export function readSlack(kind: SlackKind, body: string, connection: SlackConnection): FromSlack {
  if (kind === 'events') return readEvent(parsed(body), connection);
  const form = new URLSearchParams(body);
  if (kind === 'interactions') return readInteraction(parsed(form.get('payload') ?? ''), connection);
  return readCommand(Object.fromEntries(form), connection);
}

/** The same of what comes over a socket, where everything is an object. */
export function readSlackObject(kind: SlackKind, payload: unknown, connection: SlackConnection): FromSlack {
  const read = { events: readEvent, commands: readCommand, interactions: readInteraction }[kind];
  return read(payload, connection);
}

function readEvent(payload: unknown, connection: SlackConnection): FromSlack {
  const challenge = z
    .object({ type: z.literal('url_verification'), challenge: z.string().max(1000) })
    .safeParse(payload);
  if (challenge.success) return { what: 'challenge', challenge: challenge.data.challenge };
  const { success, data } = event.safeParse(payload);
  if (!success) return NOTHING;
  const { event: told } = data;
  // Of a channel that companies share, the event is of whoever wrote; the authorization says for whom it was sent.
  if ((data.authorizations[0]?.team_id ?? data.team_id) !== connection.teamId) return NOTHING;
  if (told.type === 'app_uninstalled' || told.type === 'tokens_revoked') return { what: 'removed' };
  const isDirect = told.type === 'message' && told.channel_type === 'im';
  if (!isDirect && told.type !== 'app_mention') return NOTHING;
  // Neither ourselves nor any other bot; and no edits, deletions, joins and the like.
  if (told.bot_id || told.subtype !== undefined || told.hidden === true || told.edited !== undefined) return NOTHING;
  if (told.user === '' || told.user === connection.botUserId || told.ts === '' || told.channel === '') return NOTHING;
  const id = deterministicId('slack message', connection.organizationId, connection.teamId, told.channel, told.ts);
  return {
    what: 'deed',
    id,
    deed: {
      kind: 'message',
      userId: told.user,
      userTeamId: told.user_team ?? told.team ?? '',
      channelId: told.channel,
      isDirect,
      isShared: data.is_ext_shared_channel,
      isPrivate: false,
      threadTs: told.thread_ts ?? told.ts,
      text: told.text,
      responseUrl: '',
      action: '',
      conversationId: '',
    },
  };
}

function readCommand(payload: unknown, connection: SlackConnection): FromSlack {
  const { success, data } = command.safeParse(payload);
  if (!success || data.team_id !== connection.teamId) return NOTHING;
  const words = data.text.trim();
  if (words === '' || isCommandWord('help', words)) return { what: 'help' };
  return {
    what: 'deed',
    id: deterministicId('slack command', connection.organizationId, connection.teamId, data.trigger_id),
    deed: {
      kind: 'command',
      userId: data.user_id,
      userTeamId: data.team_id,
      channelId: data.channel_id,
      isDirect: data.channel_name === 'directmessage',
      isShared: false,
      isPrivate: true,
      threadTs: '',
      text: words,
      responseUrl: data.response_url,
      action: '',
      conversationId: '',
    },
  };
}

function readInteraction(payload: unknown, connection: SlackConnection): FromSlack {
  const { success, data } = interaction.safeParse(payload);
  if (!success || (data.team && data.team.id !== connection.teamId)) return NOTHING;
  const [pressed] = data.actions;
  const action = ACTIONS[pressed?.action_id ?? ''];
  // Our buttons carry the id of a conversation, nothing else.
  if (!pressed || action === undefined || !isUuid(pressed.value)) return NOTHING;
  const channelId = data.channel?.id ?? data.container.channel_id;
  const { message_ts: messageTs, is_ephemeral: isPrivate } = data.container;
  const pressing = [data.user.id, channelId, messageTs, pressed.action_id, pressed.action_ts];
  return {
    what: 'deed',
    id: deterministicId('slack button', connection.organizationId, connection.teamId, ...pressing),
    deed: {
      kind: 'button',
      userId: data.user.id,
      userTeamId: data.user.team_id,
      channelId,
      isDirect: channelId.startsWith('D'),
      isShared: false,
      isPrivate,
      threadTs: data.message?.thread_ts ?? messageTs,
      text: '',
      responseUrl: data.response_url,
      action,
      conversationId: pressed.value,
    },
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
