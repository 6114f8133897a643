import {
  escapeHtml,
  fromOf,
  mailButton,
  mailFoot,
  mailHead,
  mailLink,
  type Mail,
  type MailBrand,
  type Sender,
} from '@candor/runtime/mail';
import type { Notification } from '../store/notifications.js';
import { MAIL_WORDS, mailLanguageOf, type MailLanguage, type MailWords } from './words.js';

/** Who gets a mail. */
export interface MailReader {
  email: string;
  /** Of the mails; undefined: English. */
  language: string | undefined;
  /** Of the days that are named. */
  timeZone: string;
}

/** What is the same in every mail to the person. */
export interface MailFrame {
  brand: MailBrand;
  sender: Sender;
  reader: MailReader;
  /** Of the mail: stable, so that one that is sent again is the same. */
  mailId: string;
  /** Of the link that switches such mails off. */
  token: string;
  /** Names of who did something, by id. */
  names: ReadonlyMap<string, string>;
}

/** Lines of a daily mail. */
const MOST_LINES = 50;
const MOST_TITLE = 120;

/** The path of the page that switches mails off. */
export const SWITCH_OFF_PATH = '/notifications/off';
const PREFERENCES_PATH = '/console/notifications';

/** The mail of one notification. */
export function notificationMail(notification: Notification, frame: MailFrame): Mail {
  const { brand, sender } = frame;
  const { words, language } = wordsOf(frame);
  const line = lineOf(notification, frame, words);
  const details = detailsOf(notification, frame.reader, words, language);
  const link = sender.publicUrl + notification.path;
  const button = notification.kind === 'connected' ? words.disconnect : words.open;
  return mail(frame, words, {
    subject: line,
    text: [line + '.', ...details, link].join('\n\n'),
    html: [
      `<p>${escapeHtml(line)}.</p>`,
      ...details.map((detail) => `<p style="white-space:pre-line">${escapeHtml(detail)}</p>`),
      mailButton(brand, link, button),
    ].join('\n'),
    switchOff: words.switchOff,
  });
}

/** The mail of a day: at least one notification. */
export function dailyMail(notifications: readonly Notification[], frame: MailFrame): Mail {
  const { brand, sender } = frame;
  const { words, language } = wordsOf(frame);
  const shown = notifications.slice(0, MOST_LINES).map((one) => ({
    line: lineOf(one, frame, words),
    details: detailsOf(one, frame.reader, words, language),
    link: sender.publicUrl + one.path,
  }));
  const intro = words.dailyIntro(brand.name);
  const more = notifications.length > MOST_LINES ? [words.more(notifications.length - MOST_LINES)] : [];
  const all = `${sender.publicUrl}${PREFERENCES_PATH}`;
  return mail(frame, words, {
    subject: words.daily(shown[0]?.line ?? '', notifications.length - 1),
    text: [
      intro,
      ...shown.map(({ line, details, link }) => [`- ${line}`, ...details, link].join('\n')),
      ...more,
      all,
    ].join('\n\n'),
    html: [
      `<p>${escapeHtml(intro)}</p>`,
      '<ul style="padding-left:20px">',
      ...shown.map(({ line, details, link }) => {
        const said = details.map((detail) => `<br><span style="white-space:pre-line">${escapeHtml(detail)}</span>`);
        return `<li style="margin:0 0 14px">${mailLink(brand, link, line)}${said.join('')}</li>`;
      }),
      '</ul>',
      ...more.map((one) => `<p>${escapeHtml(one)}</p>`),
      mailButton(brand, all, words.openAll),
    ].join('\n'),
    switchOff: words.switchOffDaily,
  });
}

function mail(
  { brand, sender, reader, mailId, token }: MailFrame,
  words: MailWords,
  content: { subject: string; text: string; html: string; switchOff: string },
): Mail {
  const off = `${sender.publicUrl}${SWITCH_OFF_PATH}?token=${token}`;
  const preferences = sender.publicUrl + PREFERENCES_PATH;
  const why = words.why(brand.name);
  const host = new URL(sender.publicUrl).hostname;
  const small = `${escapeHtml(why)}\n${mailLink(brand, preferences, words.preferences)} · ${mailLink(brand, off, content.switchOff)}`;
  return {
    from: fromOf(sender, brand),
    to: reader.email,
    subject: content.subject.replace(/\s+/g, ' ').trim(),
    text: `${content.text}\n\n--\n${why}\n${words.preferences}: ${preferences}\n${content.switchOff}: ${off}\n`,
    html: `${mailHead(brand)}${content.html}\n${mailFoot(brand, small)}`,
    messageId: `<notification.${mailId}@${host}>`,
    headers: {
      // RFC 8058: the mail program posts to the address when its reader asks for it.
      'List-Unsubscribe': `<${off}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<notifications.${host}>`,
      'Auto-Submitted': 'auto-generated',
    },
  };
}

const wordsOf = ({ reader }: MailFrame): { words: MailWords; language: MailLanguage } => {
  const language = mailLanguageOf(reader.language);
  return { words: MAIL_WORDS[language], language };
};

function lineOf({ kind, actorId, subject, count }: Notification, { names }: MailFrame, words: MailWords): string {
  const title = subject.title.replace(/\s+/g, ' ').trim();
  const short =
    title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : title;
  return words.line({ kind, actor: names.get(actorId ?? ''), title: short, subject: subject.type, count });
}

/** The note or comment, and until when; of what was connected, what it may do, since when, and what to do about it. */
function detailsOf(
  { kind, text, dueAt, createdAt }: Notification,
  { timeZone }: MailReader,
  words: MailWords,
  language: MailLanguage,
): string[] {
  const format = { dateStyle: 'long', timeZone } as const;
  if (kind === 'connected') {
    const time = new Intl.DateTimeFormat(language, { ...format, timeStyle: 'long' }).format(createdAt / 1000);
    return [words.connectedAt(time), ...(text === undefined ? [] : [words.mayDo(text)]), words.notYou];
  }
  const day = dueAt === undefined ? undefined : new Intl.DateTimeFormat(language, format).format(dueAt / 1000);
  return [...(text === undefined ? [] : [text]), ...(day === undefined ? [] : [words.due(day)])];
}
