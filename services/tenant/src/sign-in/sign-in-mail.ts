import { escapeHtml, mailButton, mailFoot, mailHead, type Mail, type MailBrand } from '@candor/runtime/mail';

const IGNORE = 'If it was not you, ignore this mail: nobody can sign in without it.';

/** The mail with a link that signs in. */
export function signInMail(brand: MailBrand, link: string): Pick<Mail, 'subject' | 'text' | 'html'> {
  const said = `Somebody, probably you, asked to sign in to ${brand.name} with this address. The link works once, within 15 minutes.`;
  return {
    subject: `Sign in to ${brand.name}`.replace(/\s+/g, ' ').trim(),
    text: `${said}\n\n${link}\n\n${IGNORE}\n`,
    html: `${mailHead(brand)}<p>${escapeHtml(said)}</p>\n${mailButton(brand, link, 'Sign in')}\n${mailFoot(brand, escapeHtml(IGNORE))}`,
  };
}
