import type { Conversation } from '../api/types.js';

/** How a conversation came, as people tell it apart. */
export type Channel = Conversation['origin'];

export const CHANNELS: Readonly<Record<Channel, string>> = {
  ask_page: 'Ask page',
  api: 'API',
  slack: 'Slack',
  browser_extension: 'Browser extension',
  import: 'Imported',
};

export const whoOf = ({ user_name: name, user_email: email }: Conversation): string => name ?? email ?? 'Unknown';

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
