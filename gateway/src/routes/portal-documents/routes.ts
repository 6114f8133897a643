import { z } from 'zod';
import { validate } from '../../http/validate.js';
import type { FormFields } from '../../multipart/fields.js';
import { PORTAL_TYPES } from '../../multipart/file-types.js';
import { MOST } from '../bounds.js';
import { json, multipart, route } from '../route.js';
import { deleted, expiryTime, name, orNull, page, someName, text } from '../schemas.js';
import { streamForm } from '../stream-form.js';
import { READ, WRITE } from '../trust-portal-updates/access.js';
import { download } from '../../http/download.js';
import { portalDocument, portalDocumentList, VISIBILITIES, WHO_MAY } from './resource.js';

const TAG = 'Trust portal';
const file = z.string().meta({ format: 'binary', description: `One of ${PORTAL_TYPES.extensions.join(', ')}` });
const visibility = z
  .enum(VISIBILITIES, { error: `must be one of ${VISIBILITIES.join(', ')}` })
  .meta({ description: WHO_MAY });
const validUntil = orNull(expiryTime).optional();

const fields = z.object({
  title: someName('Title', MOST.title),
  description: text(MOST.note, 'What it is').optional(),
  category: name(MOST.label, 'Heading that it stands under').optional(),
  visibility,
  valid_until: expiryTime.optional(),
});
const form = z.strictObject({ ...fields.shape, file });

export const addPortalDocument = route({
  method: 'post',
  path: '/v1/trustportal/documents',
  operationId: 'addPortalDocument',
  summary: 'Add a document that the trust portal hands out',
  description:
    'Who is given a PDF gets a copy that says so on each page. A PDF that is encrypted or cannot be read is refused.',
  tag: TAG,
  access: WRITE,
  family: 'general',
  body: multipart(form),
  reply: portalDocument,
  failures: [409],
  handle: ({ clients, from, request, maxUploadBytes, once }) =>
    streamForm(clients.portalDocuments.add(from), {
      request,
      maxFileBytes: maxUploadBytes,
      once,
      form,
      types: PORTAL_TYPES,
      read: (sent: FormFields) => ({
        title: sent.text('title') ?? '',
        description: sent.text('description'),
        category: sent.text('category'),
        visibility: sent.text('visibility')?.trim(),
        valid_until: sent.text('valid_until')?.trim() || undefined,
      }),
      check: (read) => {
        const { title, description = '', category = '', valid_until: until, ...given } = validate(fields, read);
        return { title, description, category, visibility: given.visibility, validUntil: until ?? '' };
      },
    }),
});

const versionFields = z.object({
  tell: z.enum(['true', 'false'], { error: 'must be true or false' }).optional().meta({
    description: 'true: who was given an earlier version and still has access is told by email',
  }),
});
const versionForm = z.strictObject({ ...versionFields.shape, file });

export const addPortalDocumentVersion = route({
  method: 'post',
  path: '/v1/trustportal/documents/{portal_document_id}/versions',
  operationId: 'addPortalDocumentVersion',
  summary: 'Put a new version in the place of a document of the trust portal',
  description: 'What was given stays given: it is the new version from now on.',
  tag: TAG,
  access: WRITE,
  family: 'general',
  body: multipart(versionForm),
  reply: portalDocument,
  failures: [409],
  exists: ({ clients, from, params }) => clients.portalDocuments.get(from, params.portal_document_id),
  handle: ({ clients, from, params, request, maxUploadBytes, once }) =>
    streamForm(clients.portalDocuments.addVersion(from, params.portal_document_id), {
      request,
      maxFileBytes: maxUploadBytes,
      once,
      form: versionForm,
      types: PORTAL_TYPES,
      read: (sent: FormFields) => ({ tell: sent.text('tell')?.trim() }),
      check: (read) => ({ tell: validate(versionFields, read).tell === 'true' }),
    }),
});

export const listPortalDocuments = route({
  method: 'get',
  path: '/v1/trustportal/documents',
  operationId: 'listPortalDocuments',
  summary: 'List the documents of the trust portal, by category and title',
  tag: TAG,
  access: READ,
  family: 'general',
  query: z.object(page()),
  reply: portalDocumentList,
  handle: ({ clients, from, query }) => clients.portalDocuments.list(from, query),
});

export const getPortalDocument = route({
  method: 'get',
  path: '/v1/trustportal/documents/{portal_document_id}',
  operationId: 'getPortalDocument',
  summary: 'Get a document of the trust portal',
  tag: TAG,
  access: READ,
  family: 'general',
  reply: portalDocument,
  handle: ({ clients, from, params }) => clients.portalDocuments.get(from, params.portal_document_id),
});

export const getPortalDocumentFile = route({
  method: 'get',
  path: '/v1/trustportal/documents/{portal_document_id}/file',
  operationId: 'getPortalDocumentFile',
  summary: 'Get the file of a document of the trust portal, as it was added',
  tag: TAG,
  access: READ,
  family: 'general',
  reply: download,
  produces: [...PORTAL_TYPES.mimeTypes, 'application/octet-stream'],
  handle: ({ clients, from, params }) => clients.portalDocuments.file(from, params.portal_document_id),
});

export const updatePortalDocument = route({
  method: 'patch',
  path: '/v1/trustportal/documents/{portal_document_id}',
  operationId: 'updatePortalDocument',
  summary:
    'Change what a document of the trust portal is called, or who may have it; only the fields that are sent change',
  tag: TAG,
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      title: someName('Title', MOST.title).optional(),
      description: text(MOST.note, 'What it is').optional(),
      category: name(MOST.label, 'Heading that it stands under').optional(),
      visibility: visibility.optional(),
      valid_until: validUntil.meta({
        description: 'ISO 8601, when it ends to be shown and handed out; null: never',
        example: '2027-01-01T00:00:00Z',
      }),
    }),
  ),
  reply: portalDocument,
  failures: [409],
  exists: ({ clients, from, params }) => clients.portalDocuments.get(from, params.portal_document_id),
  handle: ({ clients, from, params, body: { valid_until: until, ...change } }) =>
    clients.portalDocuments.update(from, params.portal_document_id, {
      ...change,
      validUntil: until === undefined ? undefined : (until ?? ''),
    }),
});

export const deletePortalDocument = route({
  method: 'delete',
  path: '/v1/trustportal/documents/{portal_document_id}',
  operationId: 'deletePortalDocument',
  summary: 'Delete a document of the trust portal with its file',
  tag: TAG,
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.portalDocuments.delete(from, params.portal_document_id),
});

export const portalDocumentRoutes = [
  addPortalDocument,
  listPortalDocuments,
  getPortalDocument,
  getPortalDocumentFile,
  updatePortalDocument,
  addPortalDocumentVersion,
  deletePortalDocument,
];
