import { pdfOf } from '../documents/pdf.fixture.js';
import { documentLinkOf, tokenIn, type TestPages } from './pages.fixture.js';

/** Visitors who ask a test's pages for documents; each call comes from a network of its own. */
export function visitorsOf(pages: () => TestPages) {
  let networks = 0;
  const from = (cookie = ''): Record<string, string> => ({
    'x-candor-client-address': `198.51.100.${++networks % 250}`,
    ...(cookie === '' ? {} : { cookie }),
  });
  const cookieOf = (headers: Headers): string =>
    /candor_portal=[\w-]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
  const mailTo = async (email: string, subject: RegExp) => {
    for (;;) {
      const { mails } = pages();
      const found = mails.findIndex((mail) => mail.to === email && subject.test(mail.subject));
      if (found >= 0) return mails.splice(found, 1)[0]!;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  /** The request of an address; undefined when the team sees none. */
  const requestOf = async (email: string) => {
    const page = { limit: 100, offset: 0, state: '', query: email };
    return (await pages().replica.access.listAccessRequests(page, pages().call)).requests[0];
  };
  /** Asks, and confirms the address; gives the id of the request. */
  const ask = async (email: string, document: string): Promise<string> => {
    const form = { name: 'Ann Reader', email, company: 'Northgate', reason: 'Yearly review', document };
    await pages().post('/acme/documents/request', form, from());
    const link = documentLinkOf(await mailTo(email, /^Confirm/), 'confirm');
    await pages().post('/acme/documents/confirm', { token: tokenIn(link) }, from());
    return (await requestOf(email))!.id;
  };
  /** Opens the newest link to documents that was mailed; gives the cookie. */
  const signIn = async (email: string): Promise<string> => {
    const link = documentLinkOf(await mailTo(email, /access to documents|Your link/), 'open');
    const opened = await pages().post('/acme/documents/open', { token: tokenIn(link) }, from());
    return cookieOf(opened.headers);
  };
  const approve = (id: string) =>
    pages().replica.access.approveAccessRequest({ id, documentIds: [], expiresAt: '', note: '' }, pages().call);
  return {
    ...{ from, mailTo, requestOf, ask, signIn, approve },
    addPdf: async (title: string, visibility = 'request') => {
      const document = { title, visibility, fileName: 'report.pdf', bytes: await pdfOf(title) };
      return pages().replica.addDocument(document, pages().call);
    },
    /** Who was given a document; gives the id of the request and the cookie. */
    given: async (email: string, document: string) => {
      const id = await ask(email, document);
      await approve(id);
      return { id, cookie: await signIn(email) };
    },
  };
}
