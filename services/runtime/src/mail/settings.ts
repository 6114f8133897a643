import type { Logger } from '../logger.js';
import type { Sender } from './frame.js';
import { outboxTransport, smtpTransport, type MailTransport } from './transport.js';

export interface MailSettings {
  /** smtp:// or smtps://; undefined: mails become .eml files in the outbox. */
  smtpUrl: string | undefined;
  /** Folder of the .eml files. */
  outbox: string;
  /** "Name <address>". */
  from: string;
  /** Where people reach the installation. */
  publicUrl: string;
  /** Mails at once. */
  poolSize: number;
  /** Mails a second at most; undefined: as fast as the server takes them. */
  perSecond: number | undefined;
}

/** A way to send mails, and who sends them. */
export interface Mailer extends Sender {
  transport: MailTransport;
}

/** Mails go out by SMTP, or become files when there is no server, which the log says. */
export function openMailer(settings: MailSettings, logger: Logger): Mailer {
  const { smtpUrl, outbox, from, poolSize, perSecond } = settings;
  if (smtpUrl === undefined) logger.warn({ outbox }, 'no SMTP_URL is set: emails are written as files into the outbox');
  const limits = perSecond === undefined ? { poolSize } : { poolSize, perSecond };
  return {
    transport: smtpUrl === undefined ? outboxTransport(outbox) : smtpTransport({ url: smtpUrl, ...limits }),
    from,
    publicUrl: settings.publicUrl.replace(/(?<!\/)\/+$/, ''),
  };
}
