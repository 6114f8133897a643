import { escapeHtml, type Mail, mailButton, mailFoot, mailHead, type Sender } from '@candor/runtime/mail';
import type { Subscriber } from '../store/subscribers.js';
import { portalPage, type Portal } from './update-mail.js';

/**
 * What somebody gets who asked for a subscription: a link to confirm, or to the preferences when there is one already, so
 * that the page that was asked need not tell strangers which.
 */
export function linkMail(
  { status, unsubscribeToken }: Subscriber,
  confirmationToken: string,
  portal: Portal,
  sender: Sender,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { name } = portal;
  if (status === 'confirmed') {
    return written(portal, {
      subject: `You are subscribed to updates from ${name}`,
      text: `Someone asked to receive updates from ${name} at this address, which is already subscribed. You can change what you receive here:`,
      button: 'Preferences',
      link: portalPage(sender, portal, 'preferences', unsubscribeToken),
    });
  }
  return written(portal, {
    subject: `Confirm your subscription to updates from ${name}`,
    text: `Please confirm that you would like to receive updates from ${name} at this address. The link works for seven days.`,
    button: 'Confirm',
    link: portalPage(sender, portal, 'confirm', confirmationToken),
  });
}

const IGNORE = 'If you did not ask for this, you can ignore this email.';

function written(
  portal: Portal,
  mail: { subject: string; text: string; button: string; link: string },
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const intro = portal.intro === undefined ? '' : `${portal.intro}\n`;
  return {
    subject: mail.subject.replace(/\s+/g, ' ').trim(),
    text: `${mail.text}\n\n${mail.link}\n\n${intro}${IGNORE}\n`,
    html: `${mailHead(portal)}<p>${escapeHtml(mail.text)}</p>\n${mailButton(portal, mail.link, mail.button)}\n${mailFoot(portal, IGNORE)}`,
  };
}
