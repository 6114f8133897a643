import { accentShades, BRAND, COLOURS } from '../brand.js';

/** Who sends. */
export interface Sender {
  /** "Name <address>". */
  from: string;
  /** Where the public pages are, without a slash at the end. */
  publicUrl: string;
}

/** How an organization shows itself in mails and on its pages. */
export interface MailBrand {
  name: string;
  logoUrl?: string | undefined;
  /** "#rrggbb"; undefined: the product's own. */
  accentColor?: string | undefined;
  intro?: string | undefined;
}

/** Text as HTML shows it. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Mail programs know no style sheets: the light shade of each colour is written where it is used. */
const [TEXT, MUTED, LINE] = [COLOURS.text[0], COLOURS.muted[0], COLOURS.line[0]];
const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/** The beginning of a mail as HTML: the organization's logo, name and colour. Ends with a line. */
export function mailHead(brand: MailBrand): string {
  const logo =
    brand.logoUrl === undefined
      ? ''
      : `<img src="${escapeHtml(brand.logoUrl)}" alt="" height="32" style="height:32px;max-width:160px;vertical-align:middle;margin-right:10px">`;
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head><body style="margin:0;background:#ffffff;color:${TEXT};font:16px/1.55 ${FONT}">
<div style="max-width:640px;margin:auto;padding:24px">
<p style="margin:0 0 24px;padding:0 0 14px;border-bottom:3px solid ${accentOf(brand)};font-size:17px;font-weight:bold">${logo}${escapeHtml(brand.name)}</p>
`;
}

/** The end of a mail as HTML: who writes, and small print that is HTML already. */
export function mailFoot({ intro }: MailBrand, small: string): string {
  const said = intro === undefined ? '' : `<p style="margin:0 0 10px">${escapeHtml(intro)}</p>\n`;
  return `<div style="margin-top:32px;padding-top:14px;border-top:1px solid ${LINE};font-size:13px;color:${MUTED}">
${said}<p style="margin:0">${small}</p>
</div></div></body></html>
`;
}

/** A link as a button in the organization's colour. */
export function mailButton(brand: MailBrand, link: string, words: string): string {
  const [ground] = accentShades(brand.accentColor)['accent'] ?? COLOURS.accent;
  return `<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="background:${ground};color:#ffffff;padding:12px 22px;border-radius:8px;text-decoration:none;font-weight:bold">${escapeHtml(words)}</a></p>`;
}

/** A link in a text, in the organization's colour. */
export const mailLink = (brand: MailBrand, link: string, words: string): string =>
  `<a href="${escapeHtml(link)}" style="color:${accentOf(brand)}">${escapeHtml(words)}</a>`;

/**
 * Who a mail is from: the operator's address, and the organization's name unless the operator chose another than the product's.
 */
export function fromOf({ from }: Pick<Sender, 'from'>, { name }: Pick<MailBrand, 'name'>): string {
  const start = from.lastIndexOf('<');
  const own = start < 0 ? '' : from.slice(0, start).replaceAll('"', '').trim();
  const address = from
    .slice(start + 1)
    .replace('>', '')
    .trim();
  if (own !== '' && own !== BRAND.name) return from;
  const shown = name
    .replace(/["\\<>\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return shown === '' ? from : `"${shown}" <${address}>`;
}

const accentOf = ({ accentColor }: MailBrand): string => (accentShades(accentColor)['accent'] ?? COLOURS.accent)[0];
