import { pdfOf } from '../documents/pdf.fixture.js';
import type { NewDocument } from '../trust-portal.fixture.js';
import { documentLinkOf, tokenIn, type TestPages } from './pages.fixture.js';

type Sent = Record<string, string>;

/** What the form for requests holds. */
export const requestForm = (email: string, document: string | string[], change: Record<string, string> = {}) => ({
  name: 'Ann Reader',
  email,
  company: 'Northgate',
  reason: 'Yearly review',
  document,
  ...change,
});

/** The cookie that an answer sets, as a browser sends it; '' when it sets none. */
export const cookieOf = (headers: Headers): string =>
  /candor_portal=[\w-]*/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';

/** Visitors who ask a test's pages for documents; each call comes from a network of its own. */
export function visitorsOf(pages: () => TestPages) {
  let networks = 0;
  const from = (cookie = '', headers: Sent = {}): Sent => ({
    'x-candor-client-address': `198.51.100.${++networks % 250}`,
    ...(cookie === '' ? {} : { cookie }),
    ...headers,
  });
  const mailTo = async (email: string, subject: RegExp) => {
    for (;;) {
      const { mails } = pages();
      const found = mails.findIndex((mail) => mail.to === email && subject.test(mail.subject));
      if (found >= 0) return mails.splice(found, 1)[0]!;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  /** All requests that the team sees of an address, or of everybody. */
  const requests = async (email = '') => {
    const page = { limit: 100, offset: 0, state: '', query: email };
    return (await pages().replica.access.listAccessRequests(page, pages().call)).requests;
  };
  /** The request of an address; undefined when the team sees none. */
  const requestOf = async (email: string) => (await requests(email))[0];
  /** Asks for documents; gives the link to confirm that came, as path and query after /portal. */
  const linkToConfirm = async (email: string, document: string | string[], headers: Sent = {}) => {
    const { status } = await pages().post('/acme/documents/request', requestForm(email, document), from('', headers));
    if (status !== 200) throw new Error(`a request was answered with ${status}`);
    return documentLinkOf(await mailTo(email, /^(Confirm|Bestätigen Sie)/), 'confirm');
  };
  /** Asks, and confirms the address; gives the request's id, the cookie, and where the visitor is led. */
  const asked = async (email: string, document: string | string[], headers: Sent = {}) => {
    const token = tokenIn(await linkToConfirm(email, document, headers));
    const reply = await pages().post('/acme/documents/confirm', { token }, from('', headers));
    const id = (await requestOf(email))!.id;
    return { id, reply, cookie: cookieOf(reply.headers), to: reply.headers.get('location') ?? '' };
  };
  /** The same; gives the id of the request. */
  const ask = async (email: string, document: string): Promise<string> => (await asked(email, document)).id;
  /** Opens the newest link to documents that was mailed; gives what the page answered. */
  const opened = async (email: string, headers: Sent = {}) => {
    const mail = await mailTo(email, /access to documents|Your link|Zugang zu Dokumenten/);
    const token = tokenIn(documentLinkOf(mail, 'open'));
    return pages().post('/acme/documents/open', { token }, from('', headers));
  };
  /** The same; gives the cookie. */
  const signIn = async (email: string): Promise<string> => cookieOf((await opened(email)).headers);
  const approve = (id: string, change: { documentIds?: string[]; expiresAt?: string; note?: string } = {}) =>
    pages().replica.access.approveAccessRequest(
      { id, documentIds: [], expiresAt: '', note: '', ...change },
      pages().call,
    );
  const add = (title: string, visibility: string, change: Partial<NewDocument> = {}) =>
    pages().replica.addDocument(
      { title, visibility, fileName: 'text.txt', bytes: Buffer.from(title), ...change },
      pages().call,
    );
  return {
    from,
    mailTo,
    requests,
    requestOf,
    linkToConfirm,
    asked,
    ask,
    opened,
    signIn,
    approve,
    add,
    addPdf: async (title: string, visibility = 'request', change: Partial<NewDocument> = {}) =>
      add(title, visibility, { fileName: 'report.pdf', bytes: await pdfOf(title), ...change }),
    /** Who was given a document; gives the id of the request and the cookie. */
    given: async (email: string, document: string) => {
      const id = await ask(email, document);
      await approve(id);
      return { id, cookie: await signIn(email) };
    },
  };
}
