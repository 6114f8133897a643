import { z } from 'zod';
import { isMailSender } from '../addresses.js';
import { wholeNumber } from '../config.js';
import type { Logger } from '../logger.js';
import type { Sender } from './frame.js';
import { Permits } from './permits.js';
import { outboxTransport, smtpTransport, type MailTransport } from './transport.js';

/** The variables of every process that sends mails. */
export const mailVariables = {
  /** An SMTP server, e.g. smtp://user:password@mail.example.com:587; without it mails are kept as .eml files in the outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps URL' }).optional(),
  /** Sender of the mails. */
  MAIL_FROM: z
    .string()
    .refine(isMailSender, 'must be an address, or a name and the address as "Acme <security@acme.com>"')
    .default('Candor <no-reply@localhost>'),
  /** Connections to the mail server, and mails in flight at once. */
  CANDOR_MAIL_POOL: wholeNumber(1, 100).default(20),
  /** Mails a second at most; absent: as fast as the server takes them. */
  CANDOR_MAIL_PER_SECOND: wholeNumber(1, 100_000).optional(),
};

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
  /** Mails at once, of all who send by the transport; absent: each has 20 of its own. */
  permits?: Permits;
  /** How many permits there are. */
  poolSize?: number;
}

/** What the variables say. `outbox` is a folder, `publicUrl` is where people reach the installation. */
export const mailSettings = (
  config: {
    SMTP_URL?: string | undefined;
    MAIL_FROM: string;
    CANDOR_MAIL_POOL: number;
    CANDOR_MAIL_PER_SECOND?: number | undefined;
  },
  places: Pick<MailSettings, 'outbox' | 'publicUrl'>,
): MailSettings => ({
  smtpUrl: config.SMTP_URL,
  from: config.MAIL_FROM,
  poolSize: config.CANDOR_MAIL_POOL,
  perSecond: config.CANDOR_MAIL_PER_SECOND,
  ...places,
});

/** Mails go out by SMTP, or become files when there is no server, which the log says. Whoever opens it closes its transport. */
export function openMailer(settings: MailSettings, logger: Logger): Mailer {
  const { smtpUrl, outbox, from, poolSize, perSecond } = settings;
  if (smtpUrl === undefined) logger.warn({ outbox }, 'no SMTP_URL is set: mails are written as files into the outbox');
  const limits = perSecond === undefined ? { poolSize } : { poolSize, perSecond };
  return {
    transport: smtpUrl === undefined ? outboxTransport(outbox) : smtpTransport({ url: smtpUrl, ...limits }),
    permits: new Permits(poolSize),
    poolSize,
    from,
    publicUrl: settings.publicUrl.replace(/(?<!\/)\/+$/, ''),
  };
}
