import type { Addresses } from './addresses.js';
import type { Face } from './face.js';
import { html, type Html } from './html.js';
import type { Language } from './language.js';
import type { Words } from './words/en.js';
import type { PublicPortal } from './portal.js';
import { accentPath, STYLESHEET } from './styles.js';

export interface PageFrame {
  portal: PublicPortal;
  addresses: Addresses;
  language: Language;
  words: Words;
  /** Which pages there are, and what the front page shows. */
  face: Face;
}

/** Entries of the navigation. */
export type Entry = 'overview' | 'updates' | 'documents' | 'faq' | 'subprocessors' | 'subscribe';

export interface PageContent {
  title: string;
  /** For search engines and previews. */
  description?: string;
  body: Html;
  /** The entry of the navigation that is open. */
  current?: Entry;
  /** Of one person: no search engine may have it. */
  personal?: boolean;
}

/** The whole document around a page's content. */
export function page(frame: PageFrame, { title, description, body, current, personal }: PageContent): string {
  const { portal, addresses, language, words, face } = frame;
  const name = portal.name;
  const accent = accentPath(portal.accentColor);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${name}</title>
        <meta name="color-scheme" content="light dark" />
        ${description !== undefined && html`<meta name="description" content="${description}" />`}
        ${(personal === true || face.preview !== undefined) && html`<meta name="robots" content="noindex" />`}
        <link rel="stylesheet" href="${STYLESHEET.path}" />
        ${accent !== undefined && html`<link rel="stylesheet" href="${accent}" />`}
        <link rel="alternate" type="application/atom+xml" title="${words.feedOf(name)}" href="${addresses.feed()}" />
        <link
          rel="alternate"
          type="application/feed+json"
          title="${words.feedOf(name)}"
          href="${addresses.feed('', 'json')}"
        />
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        ${face.preview !== undefined && html`<p class="preview" role="status">${words.preview}</p>`}
        <header class="top">
          <div class="wide">
            <a class="brand" href="${addresses.home()}"
              >${logo(portal)}<span class="brand-name" dir="auto">${name}</span></a
            >
            ${navigation(frame, current)}
          </div>
        </header>
        <main id="content" tabindex="-1">${body}</main>
        <footer class="bottom">
          <div class="wide">
            <span dir="auto">${name}</span
            ><span
              ><a href="${addresses.feed()}">${words.atomFeed}</a> ·
              <a href="${addresses.feed('', 'json')}">${words.jsonFeed}</a></span
            >
          </div>
        </footer>
      </body>
    </html> `.text;
}

function navigation({ addresses, words, face }: PageFrame, current: Entry | undefined): Html {
  const marked = (entry: Entry): Html => (entry === current ? html` aria-current="page"` : html``);
  const to = (entry: Exclude<Entry, 'subscribe'>, address: string): Html =>
    html`<a href="${address}" ${marked(entry)}>${words.nav[entry]}</a>`;
  const { sections } = face;
  const several = face.content !== undefined;
  // One button of a page is primary: on the list it is this one, elsewhere that of the content.
  const beside = current === 'updates' ? '' : ' quiet';
  const address = addresses.action('subscribe');
  const subscribe = html`<a class="button small${beside}" href="${address}" ${marked('subscribe')}
    >${words.nav.subscribe}</a
  >`;
  const entries = [
    several && to('overview', addresses.home()),
    sections.has('documents') && to('documents', addresses.documents()),
    sections.has('faq') && to('faq', addresses.faq()),
    sections.has('subprocessors') && to('subprocessors', addresses.page('subprocessors')),
    sections.has('updates') && to('updates', addresses.list()),
  ];
  return html`<nav aria-label="${words.portal}" ${several && html` class="several"`}>${entries}${subscribe}</nav>`;
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
