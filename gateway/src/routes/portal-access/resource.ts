import { z } from 'zod';
import { id, microseconds, orNull, pagination } from '../schemas.js';

export const REQUEST_STATES = ['open', 'approved', 'declined', 'revoked', 'expired'] as const;

export const accessRequest = z
  .object({
    id,
    name: z.string().meta({ description: 'Who asks', example: 'Ann Reader' }),
    email: z.string().meta({ description: 'Confirmed address, lower case', example: 'ann@customer.example' }),
    company: z.string().meta({ description: 'Company, as the person says', example: 'Northgate Bank' }),
    reason: z.string().meta({ description: 'Why, as the person says', example: 'Our yearly review of suppliers.' }),
    state: z.enum(REQUEST_STATES).meta({ description: 'What became of it', example: 'open' }),
    documents: z
      .array(
        z
          .object({
            id: id.meta({ description: 'Identifier of the document' }),
            title: z.string().meta({ description: 'Its title; empty: it was deleted', example: 'SOC 2 report' }),
            granted: z.boolean().meta({ description: 'Whether the person may download it', example: false }),
          })
          .meta({ id: 'RequestedDocument', description: 'A document that was asked for' }),
      )
      .meta({ description: 'What was asked for' }),
    created_at: microseconds,
    decided_at: microseconds.nullable().meta({ description: 'When it was decided; null: it was not', example: null }),
    decided_by: z
      .string()
      .nullable()
      .meta({ description: 'Id of the user or key that decided; null: nobody, or a rule', example: null }),
    note: z.string().meta({ description: 'What the person was told with the decision; may be empty', example: '' }),
    expires_at: microseconds.nullable().meta({ description: 'When the access ends; null: never', example: null }),
    nda_version: z
      .int()
      .nullable()
      .meta({ description: 'Version of the agreement that the address accepted last; null: none', example: 1 }),
  })
  .meta({ id: 'AccessRequest', description: 'What a visitor of the trust portal asked for' });
export type AccessRequest = z.infer<typeof accessRequest>;

export const accessRequestList = z
  .object({ requests: z.array(accessRequest).meta({ description: 'Requests of the page' }), pagination })
  .meta({ id: 'AccessRequestList', description: 'A page of requests for documents' });
export type AccessRequestList = z.infer<typeof accessRequestList>;

export const accessRules = z
  .object({
    domains: z.array(z.string()).meta({ description: 'Domains of addresses', example: ['customer.example'] }),
    addresses: z.array(z.string()).meta({ description: 'Addresses', example: ['ann@customer.example'] }),
    days: z.int().meta({ description: 'How long such an access lasts, days', example: 90 }),
  })
  .meta({ id: 'AccessRules', description: 'Confirmed addresses that are approved without anybody looking' });
export type AccessRules = z.infer<typeof accessRules>;

export const accessSummary = z
  .object({
    open: z.int().meta({ description: 'Requests that wait for a decision', example: 3 }),
    approved: z.int().meta({ description: 'Requests that were approved', example: 12 }),
    declined: z.int().meta({ description: 'Requests that were declined', example: 1 }),
    median_decision_seconds: z
      .int()
      .nullable()
      .meta({ description: 'Half of the decisions by people took less, seconds; null: none was made', example: 7200 }),
    top_documents: z
      .array(
        z
          .object({
            id: id.meta({ description: 'Identifier of the document' }),
            title: z.string().meta({ description: 'Its title', example: 'SOC 2 report' }),
            requests: z.int().meta({ description: 'How often it was asked for', example: 9 }),
            downloads: z.int().meta({ description: 'How often it was downloaded', example: 14 }),
          })
          .meta({ id: 'DocumentCount', description: 'How often a document was wanted' }),
      )
      .meta({ description: 'The ten that were wanted most' }),
  })
  .meta({ id: 'AccessSummary', description: 'The newest 1,000 requests in numbers' });
export type AccessSummary = z.infer<typeof accessSummary>;

export const documentDownload = z
  .object({
    id,
    document_id: id.meta({ description: 'Identifier of the document' }),
    title: z.string().meta({ description: 'Its title then', example: 'SOC 2 report' }),
    version: z.int().meta({ description: 'Version that was handed out', example: 2 }),
    email: z
      .string()
      .meta({ description: 'Who got it; empty: the person was erased', example: 'ann@customer.example' }),
    request_id: id.meta({ description: 'Identifier of the request that gave access' }),
    address: z.string().meta({ description: 'Network address of the visitor', example: '203.0.113.7' }),
    downloaded_at: microseconds,
  })
  .meta({ id: 'DocumentDownload', description: 'A document that was handed to somebody' });
export type DocumentDownload = z.infer<typeof documentDownload>;

export const documentDownloadList = z
  .object({ downloads: z.array(documentDownload).meta({ description: 'Downloads of the page' }), pagination })
  .meta({ id: 'DocumentDownloadList', description: 'A page of downloads, newest first' });
export type DocumentDownloadList = z.infer<typeof documentDownloadList>;

export const nda = z
  .object({
    version: z.int().meta({ description: 'From 1; 0: there is none', example: 1 }),
    text: z.string().meta({ description: 'Markdown; empty: none is in force', example: 'We agree to keep it secret.' }),
    copy_to: z.string().meta({ description: 'Where a copy of each acceptance goes', example: 'legal@example.com' }),
    created_at: orNull(microseconds).meta({ description: 'When it came into force; null: there is none' }),
  })
  .meta({ id: 'PortalNda', description: 'The agreement that visitors accept by click' });
export type PortalNda = z.infer<typeof nda>;

export const ndaAcceptance = z
  .object({
    id,
    email: z.string().meta({ description: 'Confirmed address', example: 'ann@customer.example' }),
    name: z.string().meta({ description: 'As the person wrote it under the text', example: 'Ann Reader' }),
    company: z.string().meta({ description: 'Company, as the person says', example: 'Northgate Bank' }),
    version: z.int().meta({ description: 'Version of the agreement', example: 1 }),
    address: z.string().meta({ description: 'Network address', example: '203.0.113.7' }),
    accepted_at: microseconds,
  })
  .meta({ id: 'NdaAcceptance', description: 'Consent to a version of the agreement' });
export type NdaAcceptance = z.infer<typeof ndaAcceptance>;

export const ndaAcceptanceList = z
  .object({ acceptances: z.array(ndaAcceptance).meta({ description: 'Acceptances of the page' }), pagination })
  .meta({ id: 'NdaAcceptanceList', description: 'A page of acceptances, newest first' });
export type NdaAcceptanceList = z.infer<typeof ndaAcceptanceList>;
