import { COLOURS, mediaVariables } from '@candor/runtime';

/** Of pages that are no program: nothing runs in them, no page frames them, and nobody keeps them. */
export const PLAIN_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  // An address may hold a token that must not be told to whoever a link leads to.
  'Referrer-Policy': 'no-referrer',
};

/** The colours that portal, console and mails have as well. */
const STYLE = `${mediaVariables(COLOURS)}${[
  ':root{color-scheme:light dark}*{box-sizing:border-box}',
  'body{font:1rem/1.5 system-ui,sans-serif;margin:0;background:var(--page);color:var(--text)}',
  'main{max-width:36rem;margin:8vh auto;padding:1.5rem;background:var(--surface);border:1px solid var(--line);border-radius:12px}',
  'h1{font-size:1.4rem;line-height:1.25;margin:0 0 1rem}p,label,strong{overflow-wrap:anywhere}',
  '.button,button{font:inherit;display:inline-block;padding:.55rem 1.1rem;margin:0 .5rem .5rem 0;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on-accent);text-decoration:none;cursor:pointer}',
  'button.plain{background:transparent;color:var(--text);border-color:var(--line-strong)}',
  'a{color:var(--accent)}a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}',
  'fieldset{border:1px solid var(--line);border-radius:8px;margin:0 0 1rem;padding:.25rem 1rem .5rem}legend{padding:0 .25rem}',
  'label{display:flex;gap:.6rem;align-items:baseline;padding:.35rem 0}input{accent-color:var(--accent)}',
  '.note{padding:.6rem 1rem;border-left:4px solid var(--warn);background:var(--warn-surface)}.muted{color:var(--muted)}',
  '@media (max-width:40rem){main{margin:0;border:0;border-radius:0;min-height:100vh}}',
].join('')}`;

/** A whole page; `body` is HTML, in which texts are escaped already. */
export const plainPage = ({ language, title, body }: { language: string; title: string; body: string }): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>\n`;

/** A text, or the value of an attribute, in a page. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
