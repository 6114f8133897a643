import { escaped, PLAIN_PAGE_HEADERS, plainPage } from '../pages/plain-page.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { ConsentWords } from './consent-words.js';
import { AUTHORIZE_PATH } from './metadata.js';
import { isWriting } from './scopes.js';

export interface ShownConsent {
  asked: AuthorizationRequest;
  organizationName: string;
  /** The person who is signed in. */
  person: string;
  /** Only they allow what writes. */
  isAdmin: boolean;
  csrfToken: string;
  /** Above the question; undefined: nothing. */
  note?: string | undefined;
}

/** The question to the person: who asks, for what, in whose name. */
export function consentPage(words: ConsentWords, shown: ShownConsent) {
  const { asked, organizationName, person, isAdmin, csrfToken, note } = shown;
  const { client, scopes, redirectUri, query } = asked;
  const { host } = new URL(redirectUri);
  const boxes = scopes.map((word) => {
    const state = !isWriting(word) ? ' checked' : isAdmin ? '' : ' disabled';
    const limit = isWriting(word) && !isAdmin ? ` (${words.forAdministrators})` : '';
    const text = escaped((words.scopes[word] ?? word) + limit);
    return `<label><input type="checkbox" name="allow" value="${word}"${state}><span>${text}</span></label>`;
  });
  const body = [
    note === undefined ? '' : `<p class="note" role="alert">${escaped(note)}</p>`,
    `<p><strong>${escaped(words.asks(client.name, organizationName))}</strong></p>`,
    `<p class="note">${escaped(words.unchecked(host))}</p>`,
    `<form method="post" action="${AUTHORIZE_PATH}">`,
    hidden('request', query),
    hidden('csrf_token', csrfToken),
    `<fieldset><legend>${escaped(words.may)}</legend>${boxes.join('')}</fieldset>`,
    `<p>${escaped(words.limits)} ${escaped(words.ends)}</p>`,
    `<p class="muted">${escaped(words.as(person))}</p>`,
    `<button type="submit" name="decision" value="allow">${escaped(words.allow)}</button>`,
    `<button type="submit" name="decision" value="refuse" class="plain" formnovalidate>${escaped(words.refuse)}</button>`,
    '</form>',
  ];
  return plainPage({ language: words.language, title: words.title, body: body.join('') });
}

/** Leads to the sign-in page, and back here. */
export function signInFirstPage(words: ConsentWords, query: string): string {
  const way = `/console?return_to=${encodeURIComponent(`${AUTHORIZE_PATH}?${query}`)}`;
  const body = `<p>${escaped(words.signInFirst)}</p><p><a class="button" href="${escaped(way)}">${escaped(words.signIn)}</a></p>`;
  return plainPage({ language: words.language, title: words.title, body });
}

/** Says why there is nothing to decide. */
export const refusalPage = (words: ConsentWords, text: string, more = ''): string =>
  plainPage({
    language: words.language,
    title: words.title,
    body: `<p>${escaped(text)}</p>${more === '' ? '' : `<p class="muted">${escaped(more)}</p>`}`,
  });

/** Browsers hold the way that a form's answer leads to the policy too, so the program's address is in it. */
export function consentHeaders(redirectUri: string): Record<string, string> {
  const { origin, protocol, hostname } = new URL(redirectUri);
  // A policy knows no addresses of IPv6.
  const target = hostname.startsWith('[') ? protocol : origin;
  return {
    ...PLAIN_PAGE_HEADERS,
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${target}; frame-ancestors 'none'; base-uri 'none'`,
    'X-Frame-Options': 'DENY',
    // Without a referrer to our own pages browsers would hide where the form comes from as well.
    'Referrer-Policy': 'same-origin',
  };
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`;
