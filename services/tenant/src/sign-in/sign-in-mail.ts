import { escapeHtml, mailButton, mailFoot, mailHead, type Mail, type MailBrand } from '@candor/runtime/mail';

interface Words {
  subject: string;
  said: string;
  button: string;
  ignore: string;
}

/** By language code; what a name is put into stands as "{name}". */
const WORDS: Readonly<Record<'en' | 'de', Words>> = {
  en: {
    subject: 'Sign in to {name}',
    said: 'Somebody, probably you, asked to sign in to {name} with this address. The link works once, within 15 minutes.',
    button: 'Sign in',
    ignore: 'If it was not you, ignore this email: nobody can sign in without it.',
  },
  de: {
    subject: 'Bei {name} anmelden',
    said: 'Jemand, wahrscheinlich Sie, möchte sich mit dieser Adresse bei {name} anmelden. Der Link gilt einmal und innerhalb von 15 Minuten.',
    button: 'Anmelden',
    ignore: 'Wenn Sie das nicht waren, beachten Sie diese E-Mail nicht: Ohne sie kann sich niemand anmelden.',
  },
};

/** The mail with a link that signs in, in the person's language; English when that is none of ours. */
export function signInMail(
  brand: MailBrand,
  link: string,
  language: string | undefined,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const words = WORDS[language === 'de' ? 'de' : 'en'];
  const named = (text: string): string => text.replace('{name}', () => brand.name);
  const [said, ignore] = [named(words.said), words.ignore];
  return {
    subject: named(words.subject).replace(/\s+/g, ' ').trim(),
    text: `${said}\n\n${link}\n\n${ignore}\n`,
    html: `${mailHead(brand)}<p>${escapeHtml(said)}</p>\n${mailButton(brand, link, words.button)}\n${mailFoot(brand, escapeHtml(ignore))}`,
  };
}
