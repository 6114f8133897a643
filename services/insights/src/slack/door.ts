import type { SlackConnection } from '../store/slack-connections.js';
import type { SlackDeed, SlackInboxStore } from '../store/slack-inbox.js';
import { isShutOut, MINUTE, MOST_IN_A_MINUTE } from './admission.js';

/** Kept and worked on; or not, with what is said to it at once: '' nothing. */
export type AtTheDoor = { kept: true } | { kept: false; said: string };

/** Twice what anybody may: until somebody slows down, the minute stays full and nothing is said again. */
export const MOST_KEPT_IN_A_MINUTE = 2 * MOST_IN_A_MINUTE;
/** For so long a refusal without a word holds in its channel, microseconds. Who is told why may try again after a minute. */
export const REFUSED_FOR = 5 * MINUTE;
/** Of one workspace: half of the profiles that Slack tells in a minute, so that members are never kept waiting by strangers. */
export const MOST_REFUSED_IN_A_MINUTE = 50;

/**
 * What is not worth keeping, by what is stored alone: it makes no row, no work and no call of Slack. A refusal of before the
 * settings were changed last counts no more.
 */
export async function atTheDoor(
  deed: SlackDeed,
  connection: SlackConnection,
  inbox: SlackInboxStore,
  now: number,
): Promise<AtTheDoor> {
  const { organizationId, updatedAt } = connection;
  if (isShutOut(deed, connection)) return turnedAway('');
  const recent = await inbox.recentOf(organizationId, deed.userId, { after: now - REFUSED_FOR, upTo: now });
  const lastMinute = recent.filter(({ receivedAt }) => receivedAt > now - MINUTE);
  if (lastMinute.length >= MOST_KEPT_IN_A_MINUTE) return turnedAway('');
  const refusal = recent.find(
    (one) =>
      one.outcome === 'not_admitted' &&
      one.channelId === deed.channelId &&
      one.receivedAt >= updatedAt &&
      (one.refusal === '' || one.receivedAt > now - MINUTE),
  );
  if (refusal) return turnedAway(refusal.refusal);
  if (!(await inbox.wereRefused(organizationId, { after: now - MINUTE, upTo: now }, MOST_REFUSED_IN_A_MINUTE)))
    return { kept: true };
  return (await inbox.wasAnswered(organizationId, deed.userId)) ? { kept: true } : turnedAway('');
}

const turnedAway = (said: string): AtTheDoor => ({ kept: false, said });
