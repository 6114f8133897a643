import type { Subscriber } from '../store/subscribers.js';
import type { Update } from '../store/updates.js';
import { escapeHtml, markdownToHtml, markdownToText } from './markdown.js';
import type { Mail } from './transport.js';

/** Who sends. */
export interface Sender {
  /** "Name <address>". */
  from: string;
  /** Where the public pages are, without a slash at the end. */
  publicUrl: string;
}

export interface Portal {
  /** The organization's name. */
  name: string;
  /** Part of the address of its public pages. */
  tenantName: string;
}

/** The stable Message-ID of a delivery: a mail that is sent again after a crash is the same mail. */
export const messageIdOf = (deliveryId: string, { publicUrl }: Pick<Sender, 'publicUrl'>): string =>
  `<${deliveryId}@${new URL(publicUrl).hostname}>`;

/** The content of one update, the same for all of its subscribers. */
export interface UpdateContent {
  text: string;
  html: string;
}

export function contentOf(update: Update): UpdateContent {
  const link = update.link && { url: update.link, label: update.linkText ?? update.link };
  return {
    text: [update.title, markdownToText(update.description), link && `${link.label}: ${link.url}`]
      .filter(Boolean)
      .join('\n\n'),
    html: [
      `<h1 style="font-size:20px">${escapeHtml(update.title)}</h1>`,
      markdownToHtml(update.description),
      link ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>` : '',
    ].join('\n'),
  };
}

/** Address of a page that a token opens. */
export function portalPage(
  { publicUrl }: Pick<Sender, 'publicUrl'>,
  { tenantName }: Pick<Portal, 'tenantName'>,
  page: 'confirm' | 'preferences' | 'unsubscribe',
  token: string,
): string {
  return `${publicUrl}/portal/${encodeURIComponent(tenantName)}/${page}?token=${encodeURIComponent(token)}`;
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
    html: `<!doctype html><html><body style="font-family:sans-serif;max-width:640px;margin:auto">\n${content.html}\n`,
  };
  const why = `You get this because you subscribed to updates of ${portal.name}.`;
  return {
    from: sender.from,
    to: subscriber.email,
    subject: oneLine(update.title),
    text: `${common.text}--\n${why}\nPreferences: ${preferences}\nUnsubscribe: ${unsubscribe}\n`,
    html: `${common.html}<hr><p style="font-size:12px;color:#666">${escapeHtml(why)}
<a href="${escapeHtml(preferences)}">Preferences</a> · <a href="${escapeHtml(unsubscribe)}">Unsubscribe</a></p></body></html>\n`,
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
