import { escapeHtml, mailButton, mailFoot, mailHead, type Mail, type MailBrand } from '@candor/runtime/mail';

const IGNORE = 'If you do not know who invites you, ignore this email: nothing happens without you.';

/** The mail that invites a person to an organization; `inviter`: the name of who does, undefined for a key of nobody's. */
export function invitationMail(
  brand: MailBrand,
  link: string,
  inviter: string | undefined,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const who = inviter === undefined ? 'You are invited' : `${inviter} invites you`;
  const said = `${who} to work with ${brand.name} on security questionnaires. The link works once, within seven days.`;
  return {
    subject: `${who} to ${brand.name}`.replace(/\s+/g, ' ').trim(),
    text: `${said}\n\n${link}\n\n${IGNORE}\n`,
    html: `${mailHead(brand)}<p>${escapeHtml(said)}</p>\n${mailButton(brand, link, 'See the invitation')}\n${mailFoot(brand, escapeHtml(IGNORE))}`,
  };
}
