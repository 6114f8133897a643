import {
  escapeHtml,
  fromOf,
  type Mail,
  type MailBrand,
  mailFoot,
  mailHead,
  mailLink,
  type Sender,
} from '@candor/runtime/mail';
import type { Subscriber } from '../store/subscribers.js';
import type { Update } from '../store/updates.js';
import { markdownToHtml, markdownToText } from './markdown.js';

/** How the organization shows itself in mails and on its pages. */
export interface Portal extends MailBrand {
  /** Part of the address of its public pages. */
  tenantName: string;
  /** The host of its own that leads to it; absent: there is none but the installation's. */
  host?: string | undefined;
}

/** Where people reach a portal's pages, without a slash at the end: on its own host, where it has one. */
export function homeOf({ publicUrl }: Pick<Sender, 'publicUrl'>, portal: Pick<Portal, 'tenantName' | 'host'>): string {
  if (portal.host === undefined) return publicHomeOf({ publicUrl }, portal);
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${portal.host}${port === '' ? '' : `:${port}`}`;
}

/** The same on the installation's host, where it stays whatever becomes of other hosts. */
const publicHomeOf = ({ publicUrl }: Pick<Sender, 'publicUrl'>, { tenantName }: Pick<Portal, 'tenantName'>): string =>
  `${publicUrl}/portal/${encodeURIComponent(tenantName)}`;

/** The stable Message-ID of a delivery: a mail that is sent again after a crash is the same mail. */
export const messageIdOf = (deliveryId: string, { publicUrl }: Pick<Sender, 'publicUrl'>): string =>
  `<${deliveryId}@${new URL(publicUrl).hostname}>`;

/** The content of one update, the same for all of its subscribers. */
export interface UpdateContent {
  text: string;
  html: string;
}

/** `page`: where it stands on the portal; undefined when it does not stand there yet. */
export function contentOf(update: Update, portal: Portal, page: string | undefined): UpdateContent {
  const link = update.link && { url: update.link, label: update.linkText ?? update.link };
  return {
    text: [
      update.title,
      markdownToText(update.description),
      link && `${link.label}: ${link.url}`,
      page && `${ON_PORTAL}: ${page}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    html: [
      `<h1 style="font-size:20px">${escapeHtml(update.title)}</h1>`,
      markdownToHtml(update.description),
      link ? `<p>${mailLink(portal, link.url, link.label)}</p>` : '',
      page ? `<p>${mailLink(portal, page, ON_PORTAL)}</p>` : '',
    ].join('\n'),
  };
}

const ON_PORTAL = 'Read it on the trust portal';

/** Where an update stands on the portal; undefined while it does not. `now` in microseconds. */
export function pageOf(
  update: Pick<Update, 'id' | 'updateDate' | 'draft' | 'archivedAt'>,
  portal: Pick<Portal, 'tenantName' | 'host'>,
  sender: Pick<Sender, 'publicUrl'>,
  now: number,
): string | undefined {
  if (update.draft || update.archivedAt !== undefined || update.updateDate > now) return undefined;
  return `${homeOf(sender, portal)}/updates/${update.id}`;
}

/**
 * Address of a page that a token opens. What works for years stands on the installation's host: a portal may lose its own,
 * and who unsubscribes must still be able to.
 */
export function portalPage(
  sender: Pick<Sender, 'publicUrl'>,
  portal: Pick<Portal, 'tenantName' | 'host'>,
  page: 'confirm' | 'preferences' | 'unsubscribe',
  token: string,
): string {
  const home = page === 'confirm' ? homeOf(sender, portal) : publicHomeOf(sender, portal);
  return `${home}/${page}?token=${encodeURIComponent(token)}`;
}

/** The mail of one update to one subscriber, with the one-click unsubscription of RFC 8058. */
export function updateMail(
  update: Update,
  content: UpdateContent,
  deliveryId: string,
  subscriber: Subscriber,
  portal: Portal,
  sender: Sender,
): Mail {
  const unsubscribe = portalPage(sender, portal, 'unsubscribe', subscriber.unsubscribeToken);
  const preferences = portalPage(sender, portal, 'preferences', subscriber.unsubscribeToken);
  const common = {
    text: `${content.text}\n\n`,
    html: `${mailHead(portal)}${content.html}\n`,
  };
  const why = `You receive this email because you subscribed to updates from ${portal.name}.`;
  return {
    from: fromOf(sender, portal),
    to: subscriber.email,
    subject: oneLine(update.title),
    text: `${common.text}--\n${portal.intro === undefined ? '' : `${portal.intro}\n`}${why}\nPreferences: ${preferences}\nUnsubscribe: ${unsubscribe}\n`,
    html: `${common.html}${mailFoot(
      portal,
      `${escapeHtml(why)}\n${mailLink(portal, preferences, 'Preferences')} · ${mailLink(portal, unsubscribe, 'Unsubscribe')}`,
    )}`,
    common: { text: common.text.length, html: common.html.length },
    messageId: messageIdOf(deliveryId, sender),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<${portal.tenantName}.updates.${new URL(sender.publicUrl).hostname}>`,
      'Auto-Submitted': 'auto-generated',
    },
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
