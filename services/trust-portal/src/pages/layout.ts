import type { Addresses } from './addresses.js';
import { html, type Html } from './html.js';
import type { PublicPortal } from './portal.js';
import { accentPath, STYLESHEET } from './styles.js';

export interface PageFrame {
  portal: PublicPortal;
  addresses: Addresses;
}

export interface PageContent {
  title: string;
  /** For search engines and previews. */
  description?: string;
  body: Html;
  /** The entry of the navigation that is open. */
  current?: 'updates' | 'subscribe';
  /** Of one person: no search engine may have it. */
  personal?: boolean;
}

/** The whole document around a page's content. */
export function page(
  { portal, addresses }: PageFrame,
  { title, description, body, current, personal }: PageContent,
): string {
  const name = portal.name;
  const accent = accentPath(portal.accentColor);
  const marked = (entry: PageContent['current']): Html => (entry === current ? html` aria-current="page"` : html``);
  // One button of a page is primary: on the list it is this one, elsewhere that of the content.
  const beside = current === 'updates' ? '' : ' quiet';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${name}</title>
        <meta name="color-scheme" content="light dark" />
        ${description !== undefined && html`<meta name="description" content="${description}" />`}
        ${personal === true && html`<meta name="robots" content="noindex" />`}
        <link rel="stylesheet" href="${STYLESHEET.path}" />
        ${accent !== undefined && html`<link rel="stylesheet" href="${accent}" />`}
        <link rel="alternate" type="application/atom+xml" title="Updates of ${name}" href="${addresses.feed()}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <div class="wide">
            <a class="brand" href="${addresses.list()}"
              >${logo(portal)}<span class="brand-name" dir="auto">${name}</span></a
            >
            <nav aria-label="Portal">
              <a href="${addresses.list()}" ${marked('updates')}>Updates</a
              ><a class="button small${beside}" href="${addresses.action('subscribe')}" ${marked('subscribe')}
                >Subscribe</a
              >
            </nav>
          </div>
        </header>
        <main id="content" tabindex="-1">${body}</main>
        <footer class="bottom">
          <div class="wide">
            <span dir="auto">${name}</span><span><a href="${addresses.feed()}">Atom feed</a></span>
          </div>
        </footer>
      </body>
    </html> `.text;
}

function logo({ name, logoUrl }: PublicPortal): Html {
  if (logoUrl !== undefined) return html`<img class="logo" src="${logoUrl}" alt="" height="32" />`;
  const [first = '?'] = name.trim();
  return html`<span class="logo monogram" aria-hidden="true">${first.toUpperCase()}</span>`;
}

/** A page of one short text, with what can be done next. */
export function notice(
  frame: PageFrame,
  { title, text, more, personal }: { title: string; text: Html | string; more?: Html; personal?: boolean },
): string {
  return page(frame, {
    title,
    ...(personal === undefined ? {} : { personal }),
    body: html`<div class="narrow">
      <section class="card">
        <h1>${title}</h1>
        <p>${text}</p>
        ${more}
      </section>
    </div>`,
  });
}

/** When nobody's portal is asked for: there is no name and no colour to show it in. */
export function bare(title: string, text: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href="${STYLESHEET.path}" />
      </head>
      <body>
        <main id="content">
          <div class="narrow">
            <section class="card">
              <h1>${title}</h1>
              <p>${text}</p>
            </section>
          </div>
        </main>
      </body>
    </html> `.text;
}
