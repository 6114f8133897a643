import { Addresses } from './addresses.js';
import type { Face } from './face.js';
import { WORDS, type Language } from './language.js';
import { notice, type PageFrame } from './layout.js';
import type { PublicPortal } from './portal.js';
import { pageReply, PUBLIC, type Reply } from './reply.js';

/** One call of a page. */
export interface PageCall {
  portal: PublicPortal;
  query: URLSearchParams;
  /** Of a POST. */
  form: URLSearchParams;
  /** Network address of the visitor. */
  from: string;
  language: Language;
  /** The portal is asked under a domain of its own. */
  ownDomain: boolean;
  face: Face;
  /** Secret of the visitor's session; undefined when the browser sent none. */
  session?: string | undefined;
}

/** What is around a page's content. */
export const frameOf = ({ portal, language, ownDomain, face }: PageCall): PageFrame => ({
  portal,
  language,
  words: WORDS[language],
  face,
  addresses: new Addresses(portal.tenantName, {
    ownDomain,
    overview: face.content !== undefined,
    preview: face.preview,
  }),
});

/** Addresses below the public address, for what is read elsewhere. */
export const publicAddresses = ({ portal, face }: PageCall): Addresses =>
  new Addresses(portal.tenantName, { overview: face.content !== undefined });

/** The same for everybody, unless it is a preview. */
export const open = (call: PageCall, body: string): Reply =>
  pageReply(body, { ...(call.face.preview === undefined ? { cache: PUBLIC } : {}), logoUrl: call.portal.logoUrl });

export const personal = ({ portal }: PageCall, body: string): Reply => pageReply(body, { logoUrl: portal.logoUrl });

export const gone = (call: PageCall, body: string): Reply => ({ ...personal(call, body), status: 404 });

export const tokenOf = ({ form, query }: PageCall): string => form.get('token') ?? query.get('token') ?? '';

/** There is no such page, or not any more. */
export function notFoundReply(call: PageCall, text?: string): Reply {
  const frame = frameOf(call);
  const { title, text: usual } = frame.words.notFound;
  return gone(call, notice(frame, { title, text: text ?? usual, personal: true }));
}
