import { isoTime } from '@candor/runtime';
import { escapeHtml, mailButton, mailFoot, mailHead, type Mail, type Sender } from '@candor/runtime/mail';
import type { Portal } from '../delivery/update-mail.js';
import { markdownToHtml, markdownToText } from '../delivery/markdown.js';
import type { AccessRequest } from '../store/access-requests.js';
import type { Nda, NdaAcceptance } from '../store/ndas.js';
import { recordLines } from './agreements.js';

export type MailText = Pick<Mail, 'subject' | 'text' | 'html'>;

interface Written {
  subject: string;
  /** Paragraphs. */
  paragraphs: string[];
  button?: { words: string; link: string };
  /** Markdown at the end. */
  appended?: string;
  small: string;
}

/** Address of a page about documents; `token` only where a link opens something. */
export function documentsPage(
  { publicUrl }: Pick<Sender, 'publicUrl'>,
  { tenantName }: Pick<Portal, 'tenantName'>,
  page: '' | '/confirm' | '/open' | '/sign-in',
  token?: string,
): string {
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  return `${publicUrl}/portal/${encodeURIComponent(tenantName)}/documents${page}${query}`;
}

const IGNORE = 'If you did not ask for this, you can ignore this email.';
const THIRTY_MINUTES =
  'The link works once, within 30 minutes. Afterwards you can ask for another one on the same page.';

export const confirmMail = (portal: Portal, { titles, link }: { titles: string[]; link: string }): MailText =>
  written(portal, {
    subject: `Confirm your request for documents of ${portal.name}`,
    paragraphs: [
      `Please confirm that you asked ${portal.name} for these documents: ${titles.join(', ')}.`,
      'The link works for seven days.',
    ],
    button: { words: 'Confirm', link },
    small: IGNORE,
  });

export function approvedMail(
  portal: Portal,
  { request, titles, link }: { request: AccessRequest; titles: string[]; link: string },
): MailText {
  const until =
    request.expiresAt === undefined ? [] : [`The access ends on ${isoTime(request.expiresAt).slice(0, 10)} (UTC).`];
  return written(portal, {
    subject: `${portal.name} has given you access to documents`,
    paragraphs: [
      `You can now download: ${titles.join(', ')}.`,
      ...(request.note === '' ? [] : [request.note]),
      ...until,
      THIRTY_MINUTES,
    ],
    button: { words: 'Open the documents', link },
    small: 'The link is for you alone. Please do not pass it on.',
  });
}

export const declinedMail = (portal: Portal, { note }: AccessRequest): MailText =>
  written(portal, {
    subject: `Your request for documents of ${portal.name}`,
    paragraphs: [`${portal.name} does not give you the documents that you asked for.`, ...(note === '' ? [] : [note])],
    small: IGNORE,
  });

export const signInMail = (portal: Portal, link: string): MailText =>
  written(portal, {
    subject: `Your link to the documents of ${portal.name}`,
    paragraphs: [`Here is your link to the documents of ${portal.name}.`, THIRTY_MINUTES],
    button: { words: 'Open the documents', link },
    small: IGNORE,
  });

export const newVersionMail = (portal: Portal, { title, link }: { title: string; link: string }): MailText =>
  written(portal, {
    subject: `A new version of “${title}” from ${portal.name}`,
    paragraphs: [`There is a new version of “${title}”, which you were given before.`],
    button: { words: 'Get the new version', link },
    small: `You receive this email because ${portal.name} gave you an earlier version.`,
  });

/** The whole record stands in the email too, in all letters that names have. */
export const ndaMail = (portal: Portal, nda: Nda, acceptance: NdaAcceptance, to: 'visitor' | 'team'): MailText =>
  written(portal, {
    subject: `Non-disclosure agreement with ${portal.name}, accepted by ${acceptance.name}`,
    paragraphs: [
      to === 'visitor' ? 'You accepted this agreement.' : `${acceptance.name} accepted your agreement.`,
      ...recordLines(acceptance),
    ],
    appended: nda.text,
    small: 'The same is attached as a PDF.',
  });

function written(portal: Portal, { subject, paragraphs, button, appended, small }: Written): MailText {
  const intro = portal.intro === undefined ? '' : `${portal.intro}\n`;
  const link = button === undefined ? '' : `\n\n${button.link}`;
  const rest = appended === undefined ? '' : `\n\n${markdownToText(appended)}`;
  return {
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: `${paragraphs.join('\n\n')}${link}${rest}\n\n--\n${intro}${small}\n`,
    html: [
      `${mailHead(portal)}${paragraphs.map((text) => `<p>${escapeHtml(text).replace(/\n/g, '<br>')}</p>`).join('\n')}`,
      button === undefined ? '' : mailButton(portal, button.link, button.words),
      appended === undefined ? '' : `<hr>${markdownToHtml(appended)}`,
      mailFoot(portal, escapeHtml(small)),
    ].join('\n'),
  };
}
