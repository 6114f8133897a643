import type { Mailer } from '@candor/runtime/mail';
import type { MailOptions } from './compose.js';

/** How mails of updates go out. `maxLateHours`: how late a scheduled notification may still be sent. */
export const mailOptions = (mailer: Mailer, maxLateHours: number, portalOf: MailOptions['portalOf']): MailOptions => ({
  ...mailer,
  maxLateMs: maxLateHours * 3_600_000,
  portalOf,
});
