import type { SlackConnection } from '../store/slack-connections.js';
import type { SlackDeed, SlackDocument, SlackInboxStore } from '../store/slack-inbox.js';
import { SlackFailure } from './api.js';
import type { SlackUser, Workspace } from './workspace.js';

/** May ask; or may not, and is told why. Without a reason nothing is said: who is no part of the workspace gets no word. */
export type Admission =
  { admitted: true; user: SlackUser } | { admitted: false; reason: string; because: 'not_admitted' | 'too_often' };

/** What one person may do in a minute: more is a script. */
export const MOST_IN_A_MINUTE = 10;
/** Microseconds. */
export const MINUTE = 60e6;

const refused = (reason: string): Admission => ({ admitted: false, reason, because: 'not_admitted' });
const tooOften = (reason: string): Admission => ({ admitted: false, reason, because: 'too_often' });
const SILENT = refused('');

/**
 * Who may ask, within what the administrator allows and not too often. Slack is asked nothing about who asks too often.
 * Rejects with `SlackFailure`.
 */
export async function admit(item: SlackDocument, workspace: Workspace, inbox: SlackInboxStore): Promise<Admission> {
  const recent = await inbox.countSince(item.organizationId, item, item.receivedAt - MINUTE);
  if (recent > MOST_IN_A_MINUTE + 1) return tooOften('');
  const admission = await mayAsk(item, workspace);
  // Said once, and only to who may ask: every further refusal would be a message more.
  if (admission.admitted && recent > MOST_IN_A_MINUTE)
    return tooOften(`That is more than ${MOST_IN_A_MINUTE} in a minute. Ask again in a minute.`);
  return admission;
}

/** The same however often: members of the workspace that is connected, in the places and groups that are allowed. */
export async function mayAsk(item: SlackDocument, workspace: Workspace): Promise<Admission> {
  const { connection } = workspace;
  if (isShutOut(item, connection)) return SILENT;
  const user = await workspace.user(item.userId);
  if (user.isBot) return SILENT;
  const isOutside = user.isStranger || isForeign(user.teamId, connection.teamId);
  if (isOutside && !connection.allowSharedChannels) return SILENT;
  if (!connection.allowSharedChannels && (await isShared(item, workspace))) return SILENT;
  if (user.isGuest && !connection.allowGuests) {
    return refused('Guests of this workspace cannot ask here. Ask a member, or an administrator to allow guests.');
  }
  if (connection.channelIds.length > 0 && !connection.channelIds.includes(item.channelId)) {
    const names = connection.channelIds.filter((id) => id.startsWith('C')).map((id) => `<#${id}>`);
    return refused(`I answer only in certain channels here${names.length > 0 ? `: ${names.join(', ')}` : ''}.`);
  }
  if (!(await isInAGroup(item.userId, workspace))) {
    return refused('Only certain groups of this workspace may ask here. Ask an administrator to add you.');
  }
  return { admitted: true, user };
}

/** Whether what Slack sent tells by itself that the person may not ask. */
export const isShutOut = ({ userTeamId, isShared: told }: SlackDeed, connection: SlackConnection): boolean =>
  !connection.allowSharedChannels && (told || isForeign(userTeamId, connection.teamId));

const isForeign = (teamId: string, ours: string): boolean => teamId !== '' && teamId !== ours;

/** Of commands and buttons, and where the event does not tell it, Slack is asked. */
async function isShared({ isDirect, channelId }: SlackDocument, workspace: Workspace): Promise<boolean> {
  if (isDirect) return false;
  try {
    return await workspace.isShared(channelId);
  } catch (error) {
    // A command works where the app is no member: a channel that it cannot see is taken for a shared one.
    if (error instanceof SlackFailure && error.kind === 'refused') return true;
    throw error;
  }
}

async function isInAGroup(userId: string, workspace: Workspace): Promise<boolean> {
  const { userGroupIds } = workspace.connection;
  for (const group of userGroupIds) if (await workspace.isInGroup(group, userId)) return true;
  return userGroupIds.length === 0;
}
