import type { Subscriber } from '../store/subscribers.js';
import { escapeHtml } from './markdown.js';
import type { Mail } from './transport.js';
import { portalPage, type Portal, type Sender } from './update-mail.js';

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
    return written({
      subject: `You are subscribed to updates of ${name}`,
      text: `Someone asked for updates of ${name} at this address. You get them already. Here you can change what you get:`,
      button: 'Preferences',
      link: portalPage(sender, portal, 'preferences', unsubscribeToken),
    });
  }
  return written({
    subject: `Confirm your subscription to updates of ${name}`,
    text: `Please confirm that you want updates of ${name} at this address. The link works for seven days.`,
    button: 'Confirm',
    link: portalPage(sender, portal, 'confirm', confirmationToken),
  });
}

const IGNORE = 'If you did not ask for this, do nothing.';

function written(mail: {
  subject: string;
  text: string;
  button: string;
  link: string;
}): Pick<Mail, 'subject' | 'text' | 'html'> {
  const link = escapeHtml(mail.link);
  return {
    subject: mail.subject.replace(/\s+/g, ' ').trim(),
    text: `${mail.text}\n\n${mail.link}\n\n${IGNORE}\n`,
    html: `<!doctype html><html><body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:560px;margin:auto;padding:24px">
<p>${escapeHtml(mail.text)}</p>
<p style="margin:28px 0"><a href="${link}" style="background:#1f4fd8;color:#ffffff;padding:12px 22px;border-radius:8px;text-decoration:none;font-weight:bold">${mail.button}</a></p>
<p style="font-size:13px;color:#565e6c">${IGNORE}</p></body></html>`,
  };
}
