import { openMailer, type MailSettings } from '@candor/runtime/mail';
import type { Logger } from '@candor/runtime';
import type { MailOptions } from './compose.js';

export interface PortalMailSettings extends MailSettings {
  /** How late a scheduled notification may still be sent, hours. */
  maxLateHours: number;
}

/** How mails of updates go out. */
export function mailOptions(
  settings: PortalMailSettings,
  portalOf: MailOptions['portalOf'],
  logger: Logger,
): MailOptions {
  return {
    ...openMailer(settings, logger),
    poolSize: settings.poolSize,
    maxLateMs: settings.maxLateHours * 3_600_000,
    portalOf,
  };
}
