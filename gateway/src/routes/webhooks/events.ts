import { z } from 'zod';
import { STATUSES } from '../questionnaires/resource.js';
import { id } from '../schemas.js';
import type { EVENT_TYPES } from './resource.js';

const timestamp = z.iso.datetime().meta({ description: 'When it happened', example: '2026-01-01T00:00:00.000Z' });
const status = z.enum(STATUSES);

const message = <Data extends z.ZodObject>(type: (typeof EVENT_TYPES)[number], data: Data, name: string) =>
  z
    .object({ type: z.literal(type).meta({ description: 'Type of the event' }), timestamp, data })
    .meta({ id: name, description: 'Body of the message' });

const moved = (example: (typeof STATUSES)[number]) =>
  z
    .object({
      questionnaire_id: id.meta({ description: 'Identifier of the questionnaire' }),
      title: z.string().meta({ description: 'Its title', example: 'Vendor Security Assessment' }),
      company_name: z.string().meta({ description: 'Who sent it; may be empty', example: 'Northgate Bank' }),
      status: status.meta({ description: 'Where it is now', example }),
      status_display_name: z.string().meta({ description: 'The status for people', example: 'Ready for review' }),
      previous_status: status.nullable().meta({ description: 'Where it was; null: it was just uploaded' }),
      actor: z.string().meta({ description: 'Who did it', example: 'pipeline' }),
      reason: z.string().nullable().meta({ description: 'Why; null: nothing to say', example: null }),
    })
    .meta({ description: 'What happened' });

const sent = z
  .object({
    update_id: id.meta({ description: 'Identifier of the update' }),
    title: z.string().meta({ description: 'Its title', example: 'New SOC 2 report' }),
    sent_at: timestamp,
    recipient_count: z.int().meta({ description: 'Subscribers who were to get it', example: 120 }),
    delivered_count: z.int().meta({ description: 'Emails that a mail server took', example: 118 }),
    failed_count: z.int().meta({ description: 'Emails that were given up', example: 2 }),
  })
  .meta({ description: 'What happened' });

const left = z
  .object({
    subscriber_id: id.meta({ description: 'Identifier of the subscriber' }),
    email: z.string().meta({ description: 'Address', example: 'reader@example.com' }),
    source: z.string().meta({ description: 'admin, import or portal', example: 'portal' }),
    unsubscribed_at: timestamp,
  })
  .meta({ description: 'What happened' });

const accessRequested = z
  .object({
    request_id: id.meta({ description: 'Identifier of the request' }),
    name: z.string().meta({ description: 'Who asks', example: 'Ann Reader' }),
    email: z.string().meta({ description: 'Confirmed address', example: 'ann@customer.example' }),
    company: z.string().meta({ description: 'Company, as the person says', example: 'Northgate Bank' }),
    reason: z.string().meta({ description: 'Why, as the person says', example: 'Our yearly review of suppliers.' }),
    requested_at: timestamp,
    documents: z
      .array(
        z.object({
          document_id: id.meta({ description: 'Identifier of the document' }),
          title: z.string().meta({ description: 'Its title', example: 'SOC 2 report' }),
        }),
      )
      .meta({ description: 'What was asked for' }),
  })
  .meta({ description: 'What happened' });

const ndaAccepted = z
  .object({
    acceptance_id: id.meta({ description: 'Identifier of the acceptance' }),
    name: z.string().meta({ description: 'As the person wrote it', example: 'Ann Reader' }),
    email: z.string().meta({ description: 'Confirmed address', example: 'ann@customer.example' }),
    company: z.string().meta({ description: 'Company, as the person says', example: 'Northgate Bank' }),
    version: z.int().meta({ description: 'Version of the agreement', example: 1 }),
    accepted_at: timestamp,
  })
  .meta({ description: 'What happened' });

const documentDownloaded = z
  .object({
    download_id: id.meta({ description: 'Identifier of the download' }),
    document_id: id.meta({ description: 'Identifier of the document' }),
    title: z.string().meta({ description: 'Its title', example: 'SOC 2 report' }),
    version: z.int().meta({ description: 'Version that was handed out', example: 2 }),
    email: z.string().meta({ description: 'Who got it', example: 'ann@customer.example' }),
    request_id: id.meta({ description: 'Identifier of the request that gave access' }),
    downloaded_at: timestamp,
  })
  .meta({ description: 'What happened' });

/** Every message that a webhook can get, but the one that tests it. */
export const eventMessages = [
  {
    type: 'questionnaire.status_changed',
    summary: 'A questionnaire moved; ANSWERING_COMPLETED: its answers can be reviewed',
    schema: message('questionnaire.status_changed', moved('ANSWERING_COMPLETED'), 'QuestionnaireStatusChanged'),
  },
  {
    type: 'questionnaire.completed',
    summary: 'A person completed a questionnaire',
    schema: message('questionnaire.completed', moved('COMPLETED'), 'QuestionnaireCompleted'),
  },
  {
    type: 'questionnaire.failed',
    summary: 'A questionnaire failed; retry it, or read its processing logs',
    schema: message('questionnaire.failed', moved('ANALYSIS_FAILED'), 'QuestionnaireFailed'),
  },
  {
    type: 'update.sent',
    summary: 'The notification of an update went out to all of its recipients',
    schema: message('update.sent', sent, 'UpdateSent'),
  },
  {
    type: 'subscriber.unsubscribed',
    summary: 'A subscriber of the trust portal left',
    schema: message('subscriber.unsubscribed', left, 'SubscriberUnsubscribed'),
  },
  {
    type: 'portal.access_requested',
    summary: 'A visitor of the trust portal asked for documents and confirmed the address',
    schema: message('portal.access_requested', accessRequested, 'PortalAccessRequested'),
  },
  {
    type: 'portal.nda_accepted',
    summary: 'A visitor of the trust portal accepted the agreement',
    schema: message('portal.nda_accepted', ndaAccepted, 'PortalNdaAccepted'),
  },
  {
    type: 'portal.document_downloaded',
    summary: 'A document that is not public was handed to a visitor',
    schema: message('portal.document_downloaded', documentDownloaded, 'PortalDocumentDownloaded'),
  },
] as const;
