import { expect } from '@jest/globals';
import type { Api } from '../support/api.js';
import { form, type FilePart } from '../support/multipart.js';
import { eventually } from '../support/poll.js';
import type { joinSystemWithMail } from '../support/join-system.js';
import { portalPageOf, SECRET, type Entry, type Ids } from './isolation-world.js';

type SystemWithMail = Awaited<ReturnType<typeof joinSystemWithMail>>;

const file: FilePart = { fileName: 'b.txt', type: 'text/plain', content: 'Text' };

/** What shows all of it. */
export const portalLists = [
  ...['profile', 'faq', 'faq-answers', 'subprocessors'].map((name) => `/v1/trustportal/${name}`),
  '/v1/trustportal/documents',
  '/v1/trustportal/access-requests',
  '/v1/trustportal/nda',
  '/v1/trustportal/nda/acceptances',
];

/** How the endpoints of documents that a portal hands out are tried. */
export const portalEntries: Record<string, Entry> = {
  getTrustPortalProfile: { kind: 'lists', nothing: { published: null, domain: null } },
  editTrustPortalProfile: { kind: 'creates', options: () => ({ json: { about: 'Stranger' } }) },
  publishTrustPortalProfile: { kind: 'creates', options: () => ({}) },
  listTrustPortalFaq: { kind: 'lists', nothing: { entries: [] } },
  listTrustPortalFaqAnswers: { kind: 'lists' },
  // The tag of that name is the owner's.
  addTrustPortalFaqEntry: { kind: 'creates', options: () => ({ json: { tag: SECRET } }) },
  removeTrustPortalFaqEntry: { kind: 'hidden' },
  listSubprocessors: { kind: 'lists', nothing: { subprocessors: [] } },
  addSubprocessor: { kind: 'creates', options: () => ({ json: { name: SECRET } }) },
  getSubprocessor: { kind: 'hidden' },
  editSubprocessor: { kind: 'hidden', options: () => ({ json: { name: 'Stolen' } }) },
  removeSubprocessor: { kind: 'hidden' },
  announceSubprocessors: { kind: 'elsewhere', why: 'portal-page.test.ts: a category of another is none' },
  addPortalDocument: {
    kind: 'creates',
    options: () => ({ body: form(['title', 'B'], ['visibility', 'public'], ['file', file]) }),
  },
  listPortalDocuments: { kind: 'lists' },
  getPortalDocument: { kind: 'hidden' },
  getPortalDocumentFile: { kind: 'hidden' },
  updatePortalDocument: { kind: 'hidden', options: () => ({ json: { visibility: 'public' } }) },
  addPortalDocumentVersion: { kind: 'hidden', options: () => ({ body: form(['file', file]) }) },
  deletePortalDocument: { kind: 'hidden' },
  listAccessRequests: { kind: 'lists' },
  summarizeAccessRequests: {
    kind: 'lists',
    nothing: { open: 0, approved: 0, declined: 0, median_decision_seconds: null, top_documents: [] },
  },
  getAccessRules: { kind: 'lists', nothing: { domains: [], addresses: [] } },
  setAccessRules: { kind: 'creates', options: () => ({ json: { domains: [], addresses: [], days: 1 } }) },
  listDocumentDownloads: { kind: 'lists', query: ({ portal_document_id: id }) => `?document_id=${id}` },
  getAccessRequest: { kind: 'hidden' },
  approveAccessRequest: { kind: 'hidden', options: () => ({ json: {} }) },
  declineAccessRequest: { kind: 'hidden', options: () => ({ json: {} }) },
  revokeAccessRequest: { kind: 'hidden' },
  deleteAccessRequest: { kind: 'hidden' },
  getNda: { kind: 'lists', nothing: { version: 0, text: '' } },
  setNda: { kind: 'creates', options: () => ({ json: { text: 'Other', copy_to: 'b@example.com' } }) },
  listNdaAcceptances: { kind: 'lists' },
  getNdaRecord: { kind: 'hidden' },
};

/** One of everything that a portal shows beside its updates. */
export const portalThingsOf = async (system: SystemWithMail, api: Api, word: string) => ({
  ...(await portalPageOf(api, word)),
  ...(await handedOutOf(system, api, word)),
});

/** A document under NDA that somebody asked for, who accepted the agreement. */
async function handedOutOf(
  system: SystemWithMail,
  api: Api,
  word: string,
): Promise<Pick<Ids, 'portal_document_id' | 'access_request_id' | 'nda_acceptance_id'>> {
  const organizations = (await api.get('/v1/organizations/tenant/list')).body as {
    is_current: boolean;
    slug: string;
  }[];
  const portal = `${system.url}/portal/${organizations.find((one) => one.is_current)?.slug ?? ''}/documents`;
  await api.call('PUT', '/v1/trustportal/nda', { json: { text: word, copy_to: `legal-${word}@example.com` } });
  const body = form(['title', word], ['visibility', 'nda'], ['file', file]);
  const { id: document } = (await api.post('/v1/trustportal/documents', { body })).body as { id: string };
  const email = `visitor-${word}@example.com`.toLowerCase();
  const post = (page: string, fields: Record<string, string>, cookie = ''): Promise<Response> => {
    const init = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' as const };
    return fetch(`${portal}/${page}`, { ...init, headers: { cookie } });
  };
  await post('request', { name: word, email, company: word, reason: word, document });
  const link = (await system.mails.next(email)).link('confirm');
  const confirmed = await post('confirm', { token: new URL(link).searchParams.get('token') ?? '' });
  expect(confirmed.status).toBe(303);
  const [cookie] = (confirmed.headers.get('set-cookie') ?? '').split(';');
  expect((await post('nda', { version: '1', name: word, agree: 'yes' }, cookie)).status).toBe(200);
  const first = async (path: string, list: string): Promise<string> =>
    eventually(`something in ${path}`, async () => {
      const found = ((await api.get(path)).body as Record<string, { id: string }[]>)[list]?.[0];
      return found?.id;
    });
  return {
    portal_document_id: document,
    access_request_id: await first('/v1/trustportal/access-requests', 'requests'),
    nda_acceptance_id: await first('/v1/trustportal/nda/acceptances', 'acceptances'),
  };
}
