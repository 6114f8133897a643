import { lengthOf, type Audited } from './operation.js';

/** Of the trust portal, its subscribers, documents and requests; by operationId. */
export const AUDITED_OF_PORTALS: Readonly<Record<string, Audited>> = {
  createTrustPortalUpdate: {
    action: 'update.created',
    details: ({ reply }) => ({ status: reply['notification_status'] }),
  },
  editTrustPortalUpdate: {
    action: 'update.edited',
    details: ({ body, reply }) => ({ fields: Object.keys(body).join(', '), status: reply['notification_status'] }),
  },
  archiveTrustPortalUpdate: { action: 'update.archived' },
  unarchiveTrustPortalUpdate: { action: 'update.unarchived' },
  retryTrustPortalDeliveries: {
    action: 'update.retried',
    details: ({ body }) => ({ include_bounced: body['include_bounced'] === true }),
  },
  deleteTrustPortalUpdate: { action: 'update.deleted' },
  testTrustPortalUpdate: { action: 'update.tested', details: ({ reply }) => ({ state: reply['state'] }) },
  sendTrustPortalTestMail: { action: 'mail.tested', details: ({ reply }) => ({ state: reply['state'] }) },
  addSubscriber: { action: 'subscriber.added', details: ({ reply }) => ({ status: reply['status'] }) },
  importSubscribers: { action: 'subscribers.imported', details: ({ reply }) => ({ imported: reply['imported'] }) },
  unsubscribe: { action: 'subscriber.unsubscribed' },
  deleteSubscriber: { action: 'subscriber.deleted' },
  createTrustPortalCategory: { action: 'category.created' },
  renameTrustPortalCategory: { action: 'category.renamed' },
  deleteTrustPortalCategory: { action: 'category.deleted' },
  editTrustPortalProfile: {
    action: 'portal.edited',
    details: ({ body }) => ({ fields: Object.keys(body).join(', ') }),
  },
  publishTrustPortalProfile: { action: 'portal.published' },
  addTrustPortalFaqEntry: {
    action: 'faq.published',
    details: ({ body }) => ({ fields: Object.keys(body).join(', ') }),
  },
  removeTrustPortalFaqEntry: { action: 'faq.withdrawn' },
  addSubprocessor: { action: 'subprocessor.added' },
  editSubprocessor: {
    action: 'subprocessor.edited',
    details: ({ body }) => ({ fields: Object.keys(body).join(', ') }),
  },
  removeSubprocessor: { action: 'subprocessor.removed' },
  announceSubprocessors: {
    action: 'subprocessors.announced',
    details: ({ body, reply }) => ({ changes: reply['changes'], draft: body['draft'] === true }),
  },
  addPortalDocument: {
    action: 'portal.document_added',
    details: ({ reply }) => ({ visibility: reply['visibility'] }),
  },
  addPortalDocumentVersion: {
    action: 'portal.document_replaced',
    details: ({ reply }) => ({ version: reply['version'] }),
  },
  updatePortalDocument: {
    action: 'portal.document_updated',
    details: ({ body, reply }) => ({ fields: Object.keys(body).join(', '), visibility: reply['visibility'] }),
  },
  deletePortalDocument: { action: 'portal.document_deleted' },
  approveAccessRequest: {
    action: 'portal.access_approved',
    details: ({ body }) => ({ documents: lengthOf(body['document_ids']) }),
  },
  declineAccessRequest: { action: 'portal.access_declined' },
  revokeAccessRequest: { action: 'portal.access_revoked' },
  deleteAccessRequest: { action: 'portal.request_erased' },
  setAccessRules: {
    action: 'portal.rules_changed',
    details: ({ body }) => ({ domains: lengthOf(body['domains']), addresses: lengthOf(body['addresses']) }),
  },
  setNda: { action: 'portal.nda_changed', details: ({ reply }) => ({ version: reply['version'] }) },
};
