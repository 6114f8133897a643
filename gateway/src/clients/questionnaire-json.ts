import type * as Proto from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { EditedQuestion as EditedMessage } from '@candor/proto/candor/questionnaire/v1/review';
import type { AskedQuestion } from '../routes/asked/resource.js';
import type {
  Citation,
  DependenceKind,
  ExtractionAccount,
  Place,
  Question,
} from '../routes/questionnaires/question.js';
import type { Assignee, Coverage, Overview, QuestionnaireItem, SearchItem } from '../routes/questionnaires/resource.js';
import type { WaitingWork } from '../routes/questionnaires/waiting-work.js';
import type { BulkEdit } from '../routes/review/resource.js';
import type { Pagination } from '../routes/schemas.js';
import type { Tag } from '../routes/tags/resource.js';

// From the questionnaire service's messages to the JSON of the API. Words out of a fixed list are taken as the service
// sent them; the end-to-end tests check them against the OpenAPI document.

type Edited = BulkEdit['results'][number];

/** An empty text in a message means that it is not known. */
const known = (text: string): string | null => (text === '' ? null : text);

export function present<T>(message: T | undefined, what: string): T {
  if (message === undefined) throw new Error(`the questionnaire service sent no ${what}`);
  return message;
}

export const paginationJson = (message: Proto.Pagination | undefined): Pagination => {
  const { total, limit, offset } = present(message, 'pagination');
  return { total, limit, offset };
};

/** Items in the whole list that the reply is a page of. */
export const totalOf = ({ pagination }: { pagination?: Proto.Pagination | undefined }): number =>
  present(pagination, 'pagination').total;

export const tagJson = (tag: Proto.Tag): Tag => ({
  id: tag.id,
  name: tag.name,
  description: tag.description,
  is_ai_generated: tag.isAiGenerated,
  status: tag.status as Tag['status'],
});

export const itemJson = (item: Proto.QuestionnaireItem): QuestionnaireItem => ({
  id: item.id,
  title: item.title,
  company_name: item.companyName,
  status: item.status as QuestionnaireItem['status'],
  status_display_name: item.statusDisplayName,
  total_questions: item.totalQuestions,
  answered_questions: item.answeredQuestions,
  created_at: item.createdAt,
  deadline: known(item.deadline ?? ''),
  deal_value: item.dealValue === undefined || item.dealValue === '' ? null : Number(item.dealValue),
  tags: item.tags.map(tagJson),
  should_poll: item.shouldPoll,
});

export const waitingJson = (reply: Proto.GetWaitingReply): WaitingWork => ({
  open_questions: reply.openQuestions,
  assigned_questions: reply.assignedQuestions,
  questionnaires_total: reply.questionnaires,
  uploaded: reply.uploaded,
  reviewed: reply.reviewed,
  exported: reply.exported,
  questionnaires: reply.items.map((item) => ({
    ...itemJson(present(item.questionnaire, 'questionnaire')),
    open_questions: item.openQuestions,
    assigned_questions: item.assignedQuestions,
  })),
  asked: reply.asked.map(askedJson),
  to_approve: reply.toApprove.map(handedOverJson),
  sent_back: reply.sentBack.map(handedOverJson),
});

const handedOverJson = ({ questionnaire, by, at, note }: Proto.HandedOver): WaitingWork['to_approve'][number] => ({
  ...itemJson(present(questionnaire, 'questionnaire')),
  handed_over_by: by,
  handed_over_at: at,
  note: known(note),
});

export const askedJson = (asked: Proto.AskedQuestion): AskedQuestion => ({
  question: questionJson(present(asked.question, 'question')),
  questionnaire: {
    id: asked.questionnaireId,
    title: asked.questionnaireTitle,
    company_name: asked.companyName,
    deadline: known(asked.deadline ?? ''),
    status: asked.status as AskedQuestion['questionnaire']['status'],
  },
});

/** What became of one question. */
export const editedJson = ({ questionId, outcome, code, message, version }: EditedMessage): Edited => ({
  question_id: questionId,
  outcome: outcome as Edited['outcome'],
  code: known(code),
  message: known(message),
  version,
});

export const searchItemJson = (item: Proto.SearchItem): SearchItem => ({
  ...itemJson(present(item.questionnaire, 'questionnaire')),
  matched_questions: item.matchedQuestions.map((match) => ({
    id: match.id,
    sheet_id: match.sheetId,
    text: match.text,
    answer: known(match.answer),
    matched_in: match.matchedIn as SearchItem['matched_questions'][number]['matched_in'],
    highlights: match.highlights.map(({ start, end }) => [start, end]),
  })),
  matched_questions_total: item.matchedQuestionsTotal,
});

export const assigneeJson = ({ id, type, name }: Proto.Assignee): Assignee => ({
  id,
  type: type as Assignee['type'],
  name: name ?? null,
});

const coverageJson = (coverage: Proto.Coverage | undefined): Coverage | null => {
  if (!coverage) return null;
  const { question, answer, section, header, instruction, options, skipped } = coverage;
  return { question, answer, section, header, instruction, options, skipped };
};

const bandsInForceJson = (bands: Proto.BandsInForce | undefined): Overview['calibration'] =>
  bands
    ? {
        high_from: bands.highFrom ?? null,
        medium_from: bands.mediumFrom ?? null,
        backtest_id: bands.backtestId,
        changed_at: bands.changedAt,
      }
    : null;

export function overviewJson(message: Proto.Overview): Overview {
  const { statistics: stats, completionMetrics: metrics, file } = message;
  const statistics = present(stats, 'statistics');
  return {
    ...itemJson(present(message.questionnaire, 'questionnaire')),
    statistics: {
      total_questions: statistics.totalQuestions,
      answered_questions: statistics.answeredQuestions,
      approved_questions: statistics.approvedQuestions,
      ai_answered_questions: statistics.aiAnsweredQuestions,
      manual_answered_questions: statistics.manualAnsweredQuestions,
      not_answered_questions: statistics.notAnsweredQuestions,
      completion_percentage: statistics.completionPercentage,
      approval_percentage: statistics.approvalPercentage,
    },
    sheets: message.sheets.map(({ id, name, status, shouldPoll, hidden }) => ({
      id,
      name,
      status: status as Overview['status'],
      should_poll: shouldPoll,
      hidden,
    })),
    sheet_stats: message.sheets.map((sheet) => ({
      id: sheet.id,
      name: sheet.name,
      status: sheet.status as Overview['status'],
      total_questions: sheet.totalQuestions,
      answered_questions: sheet.answeredQuestions,
      completion_percentage: sheet.completionPercentage,
    })),
    processing_logs: message.processingLogs.map(({ at, stage, level, code, message: text, sheetId }) => ({
      at,
      stage,
      level: level as Overview['processing_logs'][number]['level'],
      code,
      message: text,
      sheet_id: sheetId ?? null,
    })),
    completion_metrics: {
      started_at: metrics?.startedAt ?? null,
      finished_at: metrics?.finishedAt ?? null,
      duration_ms: metrics?.durationMs ?? null,
      questions_per_second: metrics?.questionsPerSecond ?? null,
      by_stage: (metrics?.byStage ?? []).map(({ stage, startedAt, finishedAt, durationMs }) => ({
        stage,
        started_at: startedAt ?? null,
        finished_at: finishedAt ?? null,
        duration_ms: durationMs ?? null,
      })),
    },
    status_log: message.statusLog.map(({ at, from, to, actor, reason }) => ({
      at,
      from: (from ?? null) as Overview['status'] | null,
      to: to as Overview['status'],
      actor,
      reason: reason ?? null,
    })),
    source_type: message.sourceType,
    file: file ? { name: file.name, size: file.size, mime_type: file.mimeType, sha256: file.sha256 } : null,
    assignees: message.assignees.map(assigneeJson),
    instructions: known(message.instructions ?? ''),
    coverage: coverageJson(message.coverage),
    evidence_changed: message.evidenceChanged,
    calibration: bandsInForceJson(message.calibration),
    bands_changed: message.bandsChanged,
    rewriting: message.rewriting,
    ...(message.drafting ? { drafting: draftingJson(message.drafting) } : {}),
  };
}

/** The cost as a decimal, so that no digit of it is lost. */
const draftingJson = (usage: Proto.DraftingUsage): NonNullable<Overview['drafting']> => ({
  model: usage.model,
  prompt_version: usage.promptVersion,
  requests: usage.requests,
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  cost: usage.cost ? { amount: (usage.cost.micros / 1e6).toFixed(6), currency: usage.cost.currency } : null,
  rejected_drafts: usage.rejected.map(({ reason, count }) => ({ reason, count })),
});

/** Only the fields that say where it is; null when there is no such place. */
export const placeJson = (place: Proto.Place | undefined): Place | null => {
  if (!place) return null;
  const said = Object.entries(place).filter(([, value]) => value !== undefined);
  return said.length > 0 ? Object.fromEntries(said) : null;
};

export const confidenceJson = (confidence: Proto.Confidence | undefined): Question['confidence'] =>
  confidence ? { score: confidence.score, band: confidence.band as NonNullable<Question['confidence']>['band'] } : null;

export const citationJson = ({ sourceId, sourceType, title, locator, quote }: Proto.Citation): Citation => ({
  source_id: sourceId,
  source_type: sourceType,
  title,
  locator,
  quote,
});

function assignmentJson({ assignment, assignee }: Proto.Question): Question['assignment'] {
  if (!assignment || !assignee) return null;
  return {
    assignee: assigneeJson(assignee),
    due_at: assignment.dueAt ?? null,
    note: known(assignment.note),
    assigned_by: assignment.assignedBy,
    assigned_at: assignment.assignedAt,
    done_at: assignment.doneAt ?? null,
    done_by: known(assignment.doneBy),
  };
}

export const questionJson = (question: Proto.Question): Question => ({
  id: question.id,
  sheet_id: question.sheetId,
  ordinal: question.ordinal,
  section: known(question.section),
  number: known(question.number),
  text: question.text,
  location: placeJson(question.location),
  answer_location: placeJson(question.answerLocation),
  comment_location: placeJson(question.commentLocation),
  answer_type: question.answerType as Question['answer_type'],
  options: question.options,
  is_required: question.isRequired,
  existing_answer: known(question.existingAnswer),
  answer: known(question.answer),
  comment: known(question.comment),
  answer_status: question.answerStatus as Question['answer_status'],
  answered_by: known(question.answeredBy) as Question['answered_by'],
  approved_by: question.approvedBy ?? null,
  approved_at: question.approvedAt ?? null,
  confidence: confidenceJson(question.confidence),
  review_note: question.reviewNote,
  hidden: question.hidden,
  citations: question.citations.map(citationJson),
  assignee: question.assignee ? assigneeJson(question.assignee) : null,
  assignment: assignmentJson(question),
  sent_back: question.sentBack ?? null,
  depends_on: question.dependsOn
    ? { question_id: question.dependsOn.questionId, kind: question.dependsOn.kind as DependenceKind }
    : null,
  dependents: question.dependents,
  version: question.version,
  history_count: question.historyCount,
});

export const extractionJson = (reply: Proto.GetExtractionReply, pagination: Pagination): ExtractionAccount => ({
  entries: reply.entries.map((entry) => ({
    sheet_id: known(entry.sheetId),
    class: entry.class as ExtractionAccount['entries'][number]['class'],
    reason: entry.reason,
    location: placeJson(entry.location),
    text: entry.text,
  })),
  pagination,
  coverage: coverageJson(reply.coverage),
});
