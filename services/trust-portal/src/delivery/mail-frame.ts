import { accentShades, BRAND, COLOURS } from '@candor/runtime';
import { escapeHtml } from './markdown.js';
import type { Portal, Sender } from './update-mail.js';

/** Mail programs know no style sheets: the light shade of each colour is written where it is used. */
const [TEXT, MUTED, LINE] = [COLOURS.text[0], COLOURS.muted[0], COLOURS.line[0]];
const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/** The beginning of a mail as HTML: the organization's logo, name and colour. Ends with a line. */
export function mailHead(portal: Portal): string {
  const logo =
    portal.logoUrl === undefined
      ? ''
      : `<img src="${escapeHtml(portal.logoUrl)}" alt="" height="32" style="height:32px;max-width:160px;vertical-align:middle;margin-right:10px">`;
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head><body style="margin:0;background:#ffffff;color:${TEXT};font:16px/1.55 ${FONT}">
<div style="max-width:640px;margin:auto;padding:24px">
<p style="margin:0 0 24px;padding:0 0 14px;border-bottom:3px solid ${accentOf(portal)};font-size:17px;font-weight:bold">${logo}${escapeHtml(portal.name)}</p>
`;
}

/** The end of a mail as HTML: who writes, and small print that is HTML already. */
export function mailFoot({ intro }: Portal, small: string): string {
  const said = intro === undefined ? '' : `<p style="margin:0 0 10px">${escapeHtml(intro)}</p>\n`;
  return `<div style="margin-top:32px;padding-top:14px;border-top:1px solid ${LINE};font-size:13px;color:${MUTED}">
${said}<p style="margin:0">${small}</p>
</div></div></body></html>
`;
}

/** A link as a button in the organization's colour. */
export function mailButton(portal: Portal, link: string, words: string): string {
  const [ground] = accentShades(portal.accentColor)['accent'] ?? COLOURS.accent;
  return `<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="background:${ground};color:#ffffff;padding:12px 22px;border-radius:8px;text-decoration:none;font-weight:bold">${escapeHtml(words)}</a></p>`;
}

/** A link in a text, in the organization's colour. */
export const mailLink = (portal: Portal, link: string, words: string): string =>
  `<a href="${escapeHtml(link)}" style="color:${accentOf(portal)}">${escapeHtml(words)}</a>`;

/**
 * Who a mail is from: the operator's address, and the organization's name unless the operator chose another than the product's.
 */
export function fromOf({ from }: Pick<Sender, 'from'>, { name }: Pick<Portal, 'name'>): string {
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

const accentOf = ({ accentColor }: Portal): string => (accentShades(accentColor)['accent'] ?? COLOURS.accent)[0];
