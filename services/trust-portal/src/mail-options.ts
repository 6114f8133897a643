import type { Logger } from '@candor/runtime';
import type { MailOptions } from './compose.js';
import { outboxTransport, smtpTransport } from './delivery/transport.js';

export interface MailSettings {
  /** smtp:// or smtps://; undefined: mails become .eml files in the outbox. */
  smtpUrl: string | undefined;
  /** Folder of the .eml files. */
  outbox: string;
  /** "Name <address>". */
  from: string;
  /** Where the public pages are. */
  publicUrl: string;
  /** Mails at once. */
  poolSize: number;
  /** Mails a second at most; undefined: as fast as the server takes them. */
  perSecond: number | undefined;
  /** How late a scheduled notification may still be sent, hours. */
  maxLateHours: number;
}

/** How mails go out: by SMTP, or as files when there is no server, which the log says. */
export function mailOptions(settings: MailSettings, portalOf: MailOptions['portalOf'], logger: Logger): MailOptions {
  const { smtpUrl, outbox, from, poolSize, perSecond } = settings;
  if (smtpUrl === undefined) logger.warn({ outbox }, 'no SMTP_URL is set: emails are written as files into the outbox');
  const limits = perSecond === undefined ? { poolSize } : { poolSize, perSecond };
  return {
    transport: smtpUrl === undefined ? outboxTransport(outbox) : smtpTransport({ url: smtpUrl, ...limits }),
    from,
    publicUrl: settings.publicUrl.replace(/(?<!\/)\/+$/, ''),
    poolSize,
    maxLateMs: settings.maxLateHours * 3_600_000,
    portalOf,
  };
}
