import { z } from 'zod';
import { id, microseconds, orNull, pagination } from '../schemas.js';
import { tag } from '../tags/resource.js';

export const STATUSES = [
  'UPLOADED',
  'QUEUED_PENDING_REVIEW',
  'QUEUED_FOR_EXTRACTION',
  'ANALYSIS_IN_PROGRESS',
  'QUESTION_EXTRACTION_IN_PROGRESS',
  'ANSWERING_IN_PROGRESS',
  'ANSWERING_COMPLETED',
  'READY_FOR_APPROVAL',
  'COMPLETED',
  'ANALYSIS_FAILED',
  'QUESTION_EXTRACTION_FAILED',
  'ANSWERING_FAILED',
] as const;

export const status = z.enum(STATUSES).meta({ id: 'ProcessingStatus' });
const percentage = z.number().min(0).max(100).meta({ description: '0 to 100, two decimals' });
export const shouldPoll = z.boolean().meta({ description: 'true while it is still being processed' });

export const itemFields = {
  id,
  title: z.string(),
  company_name: z.string(),
  status,
  status_display_name: z.string().meta({ example: 'Ready for review' }),
  total_questions: z.int(),
  answered_questions: z.int(),
  created_at: microseconds,
  deadline: z.iso.date().nullable(),
  deal_value: z.number().nullable(),
  tags: z.array(tag),
  should_poll: shouldPoll,
};

export const questionnaireItem = z.object(itemFields).meta({ id: 'QuestionnaireItem' });
export type QuestionnaireItem = z.infer<typeof questionnaireItem>;

const matchedQuestion = z
  .object({
    id,
    sheet_id: z.string(),
    text: z.string(),
    answer: z.string().nullable(),
    matched_in: z.array(z.enum(['question', 'answer'])),
    highlights: z
      .array(z.array(z.int()).min(2).max(2))
      .meta({ description: 'Parts of `text` that matched: [start, end), in UTF-16 code units' }),
  })
  .meta({ id: 'MatchedQuestion' });

export const searchItem = z
  .object({
    ...itemFields,
    matched_questions: z.array(matchedQuestion).meta({ description: 'At most 20' }),
    matched_questions_total: z.int(),
  })
  .meta({ id: 'SearchItem' });
export type SearchItem = z.infer<typeof searchItem>;

const envelope = {
  pagination,
  should_poll: z.boolean().meta({ description: 'true while any questionnaire of the organization is being processed' }),
};
export const questionnaireList = z
  .object({ questionnaires: z.array(questionnaireItem), ...envelope })
  .meta({ id: 'QuestionnaireList' });
export type QuestionnaireList = z.infer<typeof questionnaireList>;

export const searchResult = z
  .object({ questionnaires: z.array(searchItem), ...envelope })
  .meta({ id: 'QuestionnaireSearchResult' });
export type SearchResult = z.infer<typeof searchResult>;

const sameFile = z
  .object({ questionnaire_id: id, title: z.string(), created_at: microseconds })
  .meta({ id: 'SameFile' });

export const uploadReceipt = z
  .object({
    questionnaire_id: id,
    message: z.string().meta({ example: 'The questionnaire was queued for processing.' }),
    same_file_as: sameFile.optional().meta({
      description: 'The newest earlier questionnaire with the very same file; absent: none, or pasted text',
    }),
  })
  .meta({ id: 'UploadReceipt' });
export type UploadReceipt = z.infer<typeof uploadReceipt>;

export const assignee = z
  .object({ id: z.string(), type: z.enum(['USER', 'GROUP']), name: z.string().nullable() })
  .meta({ id: 'Assignee' });
export type Assignee = z.infer<typeof assignee>;

export const coverage = z
  .object({
    question: z.int(),
    answer: z.int(),
    section: z.int(),
    header: z.int(),
    instruction: z.int(),
    options: z.int(),
    skipped: z.int(),
  })
  .meta({ id: 'Coverage', description: 'How many cells, paragraphs or lines of the document are in each class' });
export type Coverage = z.infer<typeof coverage>;

const statistics = z
  .object({
    total_questions: z.int(),
    answered_questions: z.int(),
    approved_questions: z.int(),
    ai_answered_questions: z.int(),
    manual_answered_questions: z.int(),
    not_answered_questions: z.int(),
    completion_percentage: percentage,
    approval_percentage: percentage,
  })
  .meta({ id: 'Statistics' });

const sheetIdentity = { id: z.string(), name: z.string(), status };
const sheet = z.object({ ...sheetIdentity, should_poll: shouldPoll, hidden: z.boolean() }).meta({ id: 'Sheet' });
const sheetStats = z
  .object({
    ...sheetIdentity,
    total_questions: z.int(),
    answered_questions: z.int(),
    completion_percentage: percentage,
  })
  .meta({ id: 'SheetStats' });

const processingLog = z
  .object({
    at: microseconds,
    stage: z.string(),
    level: z.enum(['INFO', 'WARNING', 'ERROR']),
    code: z.string(),
    message: z.string(),
    sheet_id: z.string().nullable(),
  })
  .meta({ id: 'ProcessingLog' });

const duration = {
  started_at: microseconds.nullable(),
  finished_at: microseconds.nullable(),
  duration_ms: z.int().nullable(),
};
const completionMetrics = z
  .object({
    ...duration,
    questions_per_second: z.number().nullable(),
    by_stage: z.array(z.object({ stage: z.string(), ...duration })),
  })
  .meta({ id: 'CompletionMetrics' });

const statusChange = z
  .object({
    at: microseconds,
    from: orNull(status),
    to: status,
    actor: z.string(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'StatusChange' });

const file = z
  .object({ name: z.string(), size: z.int(), mime_type: z.string(), sha256: z.string() })
  .meta({ id: 'QuestionnaireFile' });

const drafting = z
  .object({
    model: z.string(),
    prompt_version: z.string(),
    requests: z.int(),
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    cost: orNull(z.object({ amount: z.string(), currency: z.string() })).meta({
      description: 'null where no prices are configured',
    }),
    rejected_drafts: z.array(z.object({ reason: z.string(), count: z.int() })),
  })
  .meta({ id: 'DraftingUsage' });

const bandsInForce = z
  .object({
    high_from: orNull(z.number()),
    medium_from: orNull(z.number()),
    backtest_id: z.string(),
    changed_at: microseconds,
  })
  .meta({ id: 'BandsInForce' });

export const overview = z
  .object({
    ...itemFields,
    statistics,
    sheets: z.array(sheet),
    sheet_stats: z.array(sheetStats),
    processing_logs: z.array(processingLog),
    completion_metrics: completionMetrics,
    status_log: z.array(statusChange),
    source_type: z.string().meta({ example: 'FILE' }),
    file: orNull(file).meta({ description: 'null for pasted text' }),
    assignees: z.array(assignee),
    instructions: z.string().nullable(),
    coverage: orNull(coverage).meta({ description: 'null until the document has been read' }),
    evidence_changed: z.boolean(),
    calibration: orNull(bandsInForce).meta({
      description: 'From which scores answers are HIGH and MEDIUM, raised by a backtest; null: what ships',
    }),
    bands_changed: z.boolean(),
    rewriting: z.boolean(),
    /** Absent where no endpoint has drafted answers. */
    drafting: drafting.optional(),
  })
  .meta({ id: 'QuestionnaireOverview' });
export type Overview = z.infer<typeof overview>;
