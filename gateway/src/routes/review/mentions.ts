import { AppError, cleanName, invalid, type CallFor } from '@candor/runtime';
import type { Clients } from '../../clients/clients.js';

/** "@[Ada Byron](user:…)". */
const MENTION = /@\[([^\]\n]{0,200})\]\(user:([0-9A-Za-z_-]{1,64})\)/g;
const MOST_MENTIONS = 20;

/**
 * The text with each mentioned person's name as the directory has it, and whom it mentions. Refuses who is nobody of the
 * organization.
 */
export async function withMentions(
  { clients, from }: { clients: Clients; from: CallFor },
  text: string,
): Promise<{ text: string; mentionedIds: string[] }> {
  const ids = [...new Set([...text.matchAll(MENTION)].map((match) => (match[2] ?? '').toLowerCase()))];
  if (ids.length > MOST_MENTIONS)
    throw invalid([{ path: 'text', message: `text must mention at most ${MOST_MENTIONS} people.` }]);
  const names = new Map<string, string>();
  for (const id of ids) names.set(id, await nameOf(clients, from, id));
  const written = text.replace(MENTION, (_all, _name, id: string) => {
    const known = id.toLowerCase();
    return `@[${names.get(known) ?? ''}](user:${known})`;
  });
  return { text: written, mentionedIds: ids };
}

async function nameOf(clients: Clients, from: CallFor, id: string): Promise<string> {
  try {
    const { name } = await clients.directory.user(from, id);
    return cleanName(name.replace(/[[\]]/g, ' '));
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    throw invalid([{ path: 'text', message: `text mentions ${id}, who is no user of the organization.` }]);
  }
}
