import type { ArrivedMail } from '../support/mail-box.js';
import type { ChaosLoad } from './load.js';

interface Listed {
  id: string;
  title: string;
  notification_status: string;
  recipient_count: number;
  delivered_count: number;
}

/** What is wrong with updates, mails and conversations, as text; and how many mails came again. */
export interface Verdict {
  wrong: string[];
  mails: number;
  /** The same mail again: it was in flight when something broke. */
  again: number;
}

/** Every accepted update is sent, once, to every subscriber; every answered question is in the list, once. */
export async function verifyMailsAndConversations(
  load: ChaosLoad,
  subscribers: string[],
  arrived: { to: string; mail: ArrivedMail }[],
): Promise<Verdict> {
  const updates = await everyUpdate(load);
  const wrong = [...load.updates]
    .filter(([id]) => !updates.some((update) => update.id === id))
    .map(([, t]) => `${t} is lost`);
  // Those whose answer never came may be there or not, but not half.
  for (const update of updates) wrong.push(...faultsOfUpdate(update, subscribers.length));
  const mails = byUpdateAndSubscriber(arrived);
  let again = 0;
  for (const { title } of updates)
    for (const to of subscribers) {
      const ids = mails.get(`${title} ${to}`) ?? [];
      if (ids.length === 0) wrong.push(`${to} never got "${title}"`);
      if (new Set(ids).size > 1) wrong.push(`${to} got "${title}" as ${new Set(ids).size} different mails`);
      again += Math.max(0, ids.length - 1);
    }
  wrong.push(...(await wrongConversations(load)));
  return { wrong, mails: arrived.length, again };
}

function faultsOfUpdate(update: Listed, recipients: number): string[] {
  const { title, notification_status: status, recipient_count: counted, delivered_count: delivered } = update;
  const wrong = status === 'sent' ? [] : [`"${title}" ended as ${status}`];
  if (counted === recipients && delivered === recipients) return wrong;
  return [...wrong, `"${title}" counts ${delivered} of ${counted} mails as delivered, of ${recipients}`];
}

async function everyUpdate(load: ChaosLoad): Promise<Listed[]> {
  const listed = await load.call('GET', '/v1/trustportal/updates?archived=all&limit=1000');
  if (listed.kind !== 'ok') throw new Error('the updates cannot be listed');
  return (listed.body as { updates: Listed[] }).updates;
}

/** Message-IDs by title and address. */
function byUpdateAndSubscriber(arrived: { to: string; mail: ArrivedMail }[]): Map<string, string[]> {
  const mails = new Map<string, string[]>();
  for (const { to, mail } of arrived) {
    const name = `${mail.subject} ${to}`;
    mails.set(name, [...(mails.get(name) ?? []), mail.messageId]);
  }
  return mails;
}

async function wrongConversations(load: ChaosLoad): Promise<string[]> {
  const counts = new Map<string, number>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const listed = await load.call('GET', `/v1/insights/conversations?page=${page}&page_size=100`);
    if (listed.kind !== 'ok') return ['the conversations cannot be listed'];
    const {
      data,
      total_pages: all,
      total,
    } = listed.body as { data: { id: string }[]; total_pages: number; total: number };
    for (const { id } of data) counts.set(id, (counts.get(id) ?? 0) + 1);
    pages = all;
    if (page === pages && total !== counts.size)
      return [`${counts.size} conversations are listed and ${total} counted`];
  }
  return load.asked
    .filter((id) => counts.get(id) !== 1)
    .map((id) => `conversation ${id} is there ${counts.get(id) ?? 0} times`);
}
