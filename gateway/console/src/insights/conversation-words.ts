import type { Conversation } from '../api/types.js';
import { t } from '../words/words.js';

/** How a conversation came, as people tell it apart. */
export type Channel = NonNullable<Conversation['origin']>;

/** All of them, the usual first. */
export const CHANNELS: readonly Channel[] = [
  'ask_page',
  'api',
  'slack',
  'browser_extension',
  'mcp',
  'trust_portal',
  'import',
];

export const channelName = (channel: Channel): string => t(`insights:channels.${channel}`);

/** The name of the channel that a conversation came by. */
export const channelOf = ({ origin = 'api' }: Conversation): string => channelName(origin);

export const whoOf = ({ user_name: name, user_email: email }: Conversation): string =>
  name ?? email ?? t('insights:unknownPerson');

/** Where an entry of the library that answers it is begun. */
export const newEntryFor = (question: string): string =>
  `/knowledge?${new URLSearchParams({ new: question }).toString()}`;

export interface Narrowing {
  /** Every one of these words occurs, ignoring case. */
  words: string;
  channel: Channel | '';
  /** Microseconds; older ones are left out. */
  since: number;
}

/** Those that are asked for; the API offers no filter, so the page narrows what it has loaded. */
export function narrowed(conversations: readonly Conversation[], { words, channel, since }: Narrowing): Conversation[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return conversations.filter((one) => {
    if (one.answered_at < since || (channel !== '' && one.origin !== channel)) return false;
    const text = `${one.question} ${one.answer} ${one.user_name ?? ''} ${one.user_email ?? ''}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
