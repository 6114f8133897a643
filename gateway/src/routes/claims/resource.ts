import { z } from 'zod';
import { id, microseconds, orNull, pagination } from '../schemas.js';

export const FINDING_KINDS = [
  'quote_gone',
  'number_changed',
  'polarity_changed',
  'limited',
  'expired',
  'not_yet_effective',
  'contradicts',
] as const;
export const FINDING_STATES = ['OPEN', 'ASSIGNED', 'DISMISSED', 'RESOLVED', 'WITHDRAWN'] as const;

const sourceType = z.enum(['library', 'document']).meta({ description: 'What it stands in', example: 'document' });
const customer = z.string().meta({
  description: 'The customer, as the questionnaire names it; empty when it names none',
  example: 'Northgate Bank',
});
const question = z.string().meta({ description: 'What was asked', example: 'How long are audit logs kept?' });
const answer = z.string().meta({ description: 'What the customer was told', example: 'For 13 months.' });

const claimSource = z
  .object({
    source_id: z.string().meta({ description: 'The passage or library answer that is cited' }),
    source_type: sourceType,
    document_id: orNull(id).meta({
      description: 'The document, or the library answer itself; null: it was gone when the customer was told',
    }),
    title: z.string().meta({ description: 'Name of the document, or question of the library answer' }),
    locator: z.string().meta({ description: 'Where in it', example: 'Logging policy > Retention' }),
    quote: z.string().meta({ description: 'The words', example: 'Audit logs are kept for 13 months.' }),
    sha256: z
      .string()
      .nullable()
      .meta({ description: 'SHA-256 of the file that the document was then; null for a library answer' }),
    version: z
      .int()
      .nullable()
      .meta({ description: 'Version that the document had then; null for a library answer', example: 2 }),
  })
  .meta({ id: 'ClaimSource', description: 'What a claim stood on when the customer was told' });

export const claim = z
  .object({
    id,
    questionnaire_id: id,
    questionnaire_title: z.string().meta({ description: 'Title of the questionnaire', example: 'ACME 2027' }),
    question_id: id,
    customer,
    question,
    answer,
    comment: z.string().meta({ description: 'The comment beside the answer; empty: none', example: '' }),
    sources: z.array(claimSource),
    approved_by: z.string().nullable().meta({
      description: 'Who approved the answer; null: nobody had',
      example: 'user:7c9e6679-7425-40de-944b-e07fc1f90ae7',
    }),
    approved_at: microseconds.nullable(),
    origin: z
      .enum(['completed', 'exported'])
      .meta({ description: 'By what the answer was given: an export, or completing the questionnaire' }),
    told_at: microseconds,
    current: z.boolean().meta({ description: 'Whether this customer was told nothing else to this question since' }),
  })
  .meta({ id: 'Claim', description: 'An answer as a customer was given it' });
export type Claim = z.infer<typeof claim>;

export const claimList = z
  .object({ claims: z.array(claim), pagination })
  .meta({ id: 'ClaimList', description: 'What customers were told' });
export type ClaimList = z.infer<typeof claimList>;

export const finding = z
  .object({
    id,
    claim_id: id.meta({ description: 'The claim that no longer stands' }),
    other_claim_id: orNull(id).meta({ description: 'The claim that says otherwise; null for other kinds' }),
    questionnaire_id: id,
    question_id: id,
    customer,
    question,
    answer,
    kind: z.enum(FINDING_KINDS).meta({
      description:
        'quote_gone: the words are there no more; number_changed: another number, period or share; polarity_changed: what was denied is affirmed, or the reverse; limited: it holds only in a case or for less; expired: the evidence has expired; not_yet_effective: it holds only from a later day on; contradicts: another customer was told otherwise',
      example: 'number_changed',
    }),
    source_type: sourceType.nullable(),
    document_id: orNull(id).meta({ description: 'The document or library answer; null for a contradiction' }),
    title: z.string().meta({ description: 'Name of the evidence; empty for a contradiction' }),
    before: z.string().meta({ description: 'What was quoted, or told', example: 'Audit logs are kept for 13 months.' }),
    now: z.string().nullable().meta({
      description: 'What stands there now, or what the other customer was told; null: nothing',
      example: 'Audit logs are kept for 6 months.',
    }),
    state: z.enum(FINDING_STATES).meta({
      description: 'WITHDRAWN: what it is about holds again. RESOLVED also when the customer was told anew',
    }),
    assignee_id: z.string().nullable().meta({ description: 'The person who looks at it; null: nobody' }),
    reason: z.string().nullable().meta({ description: 'Why it was dismissed or resolved; null: none was given' }),
    found_at: microseconds,
    updated_at: microseconds,
  })
  .meta({ id: 'ClaimFinding', description: 'Why what a customer was told no longer stands' });
export type ClaimFinding = z.infer<typeof finding>;

export const findingList = z
  .object({ findings: z.array(finding), pagination })
  .meta({ id: 'ClaimFindingList', description: 'What no longer stands of what customers were told' });
export type ClaimFindingList = z.infer<typeof findingList>;

export const letter = z
  .object({
    customer,
    findings: z.int().meta({ description: 'Findings that it tells, 200 at most', example: 2 }),
    letter: z.string().meta({ description: 'Draft of a letter, Markdown; empty when there is nothing to tell' }),
    update: z
      .object({
        title: z.string().meta({ description: 'Title', example: 'What has changed' }),
        description: z.string().meta({ description: 'Markdown; it names no customer' }),
      })
      .meta({ id: 'ClaimUpdateDraft', description: 'Draft of a trust portal update on the same changes' }),
  })
  .meta({ id: 'ClaimLetter', description: 'Drafts for one customer; nothing is sent or stored' });
export type ClaimLetter = z.infer<typeof letter>;
