import { isUuid } from '@candor/runtime';
import type { DocumentVisits } from './document-visits.js';
import { notFoundReply, type PageCall } from './call.js';
import { documentsAreOn } from './face.js';
import type { Reply } from './reply.js';
import type { FileReply } from './send-file.js';

type Act = (visits: DocumentVisits, call: PageCall) => Promise<Reply | FileReply>;
export interface DocumentRoute {
  GET?: Act;
  POST?: Act;
}

const ROUTES: Record<string, DocumentRoute> = {
  '': { GET: (visits, call) => visits.list(call) },
  'feed.atom': { GET: (visits, call) => visits.feed(call, 'atom') },
  'feed.json': { GET: (visits, call) => visits.feed(call, 'json') },
  request: { GET: (visits, call) => visits.requestForm(call), POST: (visits, call) => visits.request(call) },
  confirm: { GET: (visits, call) => visits.confirmForm(call), POST: (visits, call) => visits.confirm(call) },
  'sign-in': { GET: (visits, call) => visits.signInForm(call), POST: (visits, call) => visits.signIn(call) },
  open: { GET: (visits, call) => visits.openForm(call), POST: (visits, call) => visits.open(call) },
  'sign-out': { POST: (visits, call) => visits.signOut(call) },
  nda: { GET: (visits, call) => visits.nda(call), POST: (visits, call) => visits.acceptNda(call) },
};

/** What is at an address after "documents"; undefined when nothing is. */
export function documentRoute(page = '', part?: string): DocumentRoute | undefined {
  if (part === undefined) return Object.hasOwn(ROUTES, page) ? whereOn(ROUTES[page]!) : undefined;
  if (part !== 'file' || !isUuid(page)) return undefined;
  return whereOn({ GET: (visits, call) => visits.file(call, page.toLowerCase()) });
}

/** The same, where the portal shows documents at all. */
function whereOn({ GET, POST }: DocumentRoute): DocumentRoute {
  const guarded =
    (act: Act): Act =>
    (visits, call) =>
      documentsAreOn(call.face) ? act(visits, call) : Promise.resolve(notFoundReply(call));
  return { ...(GET ? { GET: guarded(GET) } : {}), ...(POST ? { POST: guarded(POST) } : {}) };
}
