import type { SlackInboxStore, SlackDocument } from '../store/slack-inbox.js';
import { SlackFailure } from './api.js';
import type { SlackUser, Workspace } from './workspace.js';

/** May ask; or may not, and is told why. Without a reason nothing is said: who is no part of the workspace gets no word. */
export type Admission = { admitted: true; user: SlackUser } | { admitted: false; reason: string };

/** What one person may do in a minute: more is a script. */
export const MOST_IN_A_MINUTE = 10;
const MINUTE = 60e6;

const refused = (reason: string): Admission => ({ admitted: false, reason });
const SILENT = refused('');

/** Who may ask: members of the workspace that is connected, within what its administrator allows. Rejects with `SlackFailure`. */
export async function admit(item: SlackDocument, workspace: Workspace, inbox: SlackInboxStore): Promise<Admission> {
  const { connection } = workspace;
  if (isForeign(item.userTeamId, connection.teamId) && !connection.allowSharedChannels) return SILENT;
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
  const recent = await inbox.countSince(item.organizationId, item, item.receivedAt - MINUTE);
  if (recent > MOST_IN_A_MINUTE) {
    // Said once: every further refusal would be a message more.
    return recent === MOST_IN_A_MINUTE + 1
      ? refused(`That is more than ${MOST_IN_A_MINUTE} in a minute. Ask again in a minute.`)
      : SILENT;
  }
  return { admitted: true, user };
}

const isForeign = (teamId: string, ours: string): boolean => teamId !== '' && teamId !== ours;

/** An event tells it of itself; of commands and buttons, and where the event does not, Slack is asked. */
async function isShared(
  { isDirect, isShared: told, channelId }: SlackDocument,
  workspace: Workspace,
): Promise<boolean> {
  if (told) return true;
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
