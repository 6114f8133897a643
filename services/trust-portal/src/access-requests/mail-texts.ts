import { isoTime } from '@candor/runtime';
import { escapeHtml, mailButton, mailFoot, mailHead, type Mail, type Sender } from '@candor/runtime/mail';
import { homeOf, type Portal } from '../delivery/update-mail.js';
import { markdownToHtml, markdownToText } from '../delivery/markdown.js';
import type { Language } from '../language.js';
import type { AccessRequest } from '../store/access-requests.js';
import type { Nda, NdaAcceptance } from '../store/ndas.js';
import { recordLines } from './agreements.js';
import { de } from './words/de.js';
import { en, type MailWords } from './words/en.js';

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
  sender: Pick<Sender, 'publicUrl'>,
  portal: Pick<Portal, 'tenantName' | 'host'>,
  page: '' | '/confirm' | '/open' | '/sign-in',
  token?: string,
): string {
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  return `${homeOf(sender, portal)}/documents${page}${query}`;
}

const WORDS: Readonly<Record<Language, MailWords>> = { en, de };

/** Whose documents, and the language of who reads the email. */
export interface MailOf {
  portal: Portal;
  language: Language;
}

export function confirmMail(of: MailOf, { titles, link }: { titles: string[]; link: string }): MailText {
  const { confirm: say, ignore } = WORDS[of.language];
  const { name } = of.portal;
  return written(of.portal, {
    subject: say.subject(name),
    paragraphs: [say.text(name, titles.join(', ')), say.sevenDays],
    button: { words: say.button, link },
    small: ignore,
  });
}

export function approvedMail(
  of: MailOf,
  { request, titles, link }: { request: AccessRequest; titles: string[]; link: string },
): MailText {
  const words = WORDS[of.language];
  const say = words.approved;
  const until = request.expiresAt === undefined ? [] : [say.until(isoTime(request.expiresAt).slice(0, 10))];
  const note = request.note === '' ? [] : [request.note];
  return written(of.portal, {
    subject: say.subject(of.portal.name),
    paragraphs: [say.text(titles.join(', ')), ...note, ...until, words.thirtyMinutes],
    button: { words: words.open, link },
    small: say.forYou,
  });
}

export function declinedMail(of: MailOf, { note }: AccessRequest): MailText {
  const { declined: say, ignore } = WORDS[of.language];
  const { name } = of.portal;
  const paragraphs = [say.text(name), ...(note === '' ? [] : [note])];
  return written(of.portal, { subject: say.subject(name), paragraphs, small: ignore });
}

export function signInMail(of: MailOf, link: string): MailText {
  const { signIn: say, open, ignore, thirtyMinutes } = WORDS[of.language];
  const { name } = of.portal;
  return written(of.portal, {
    subject: say.subject(name),
    paragraphs: [say.text(name), thirtyMinutes],
    button: { words: open, link },
    small: ignore,
  });
}

export function newVersionMail(of: MailOf, { title, link }: { title: string; link: string }): MailText {
  const { newVersion: say } = WORDS[of.language];
  const { name } = of.portal;
  return written(of.portal, {
    subject: say.subject(title, name),
    paragraphs: [say.text(title)],
    button: { words: say.button, link },
    small: say.because(name),
  });
}

/** The whole record stands in the email too, in all letters that names have; it is the same for both sides. */
export function ndaMail(of: MailOf, nda: Nda, acceptance: NdaAcceptance, to: 'visitor' | 'team'): MailText {
  const { nda: say } = WORDS[of.language];
  const by = acceptance.name;
  return written(of.portal, {
    subject: say.subject(of.portal.name, by),
    paragraphs: [to === 'visitor' ? say.toVisitor : say.toTeam(by), ...recordLines(acceptance)],
    appended: nda.text,
    small: say.attached,
  });
}

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
