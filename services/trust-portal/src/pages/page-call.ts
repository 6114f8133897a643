import { Addresses } from './addresses.js';
import type { PageFrame } from './layout.js';
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
  /** Secret of the visitor's session; undefined when the browser sent none. */
  session?: string | undefined;
}

export const frameOf = ({ portal }: PageCall): PageFrame => ({ portal, addresses: new Addresses(portal.tenantName) });
/** A page that is the same for everybody. */
export const open = ({ portal }: PageCall, body: string): Reply =>
  pageReply(body, { cache: PUBLIC, logoUrl: portal.logoUrl });
/** A page of one person. */
export const personal = ({ portal }: PageCall, body: string): Reply => pageReply(body, { logoUrl: portal.logoUrl });
export const gone = (call: PageCall, body: string): Reply => ({ ...personal(call, body), status: 404 });
export const tokenOf = ({ form, query }: PageCall): string => form.get('token') ?? query.get('token') ?? '';
