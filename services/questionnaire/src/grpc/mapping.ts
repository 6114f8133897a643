import type * as pb from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { QuestionPlace } from '../extraction/result.js';
import { answeredBy } from '../domain/answered-by.js';
import { answeredOf, NO_QUESTIONS, percentage, type QuestionCounts } from '../domain/statistics.js';
import { DISPLAY_NAMES, isProcessing, STAGES, type Status } from '../domain/status.js';
import type { QuestionDocument, QuestionnaireDocument, SheetDocument, TagDocument } from '../store/documents.js';
import type { ListedQuestionnaire, QuestionnaireOverview } from '../review/overview.js';

/** Stored documents to messages. */

export const toTag = (tag: TagDocument): pb.Tag => ({
  id: tag._id,
  name: tag.name,
  description: tag.description,
  isAiGenerated: tag.isAiGenerated,
  status: tag.status,
});

const optional = (text: string): string | undefined => (text === '' ? undefined : text);

export function toItem({ questionnaire, counts, tags }: ListedQuestionnaire): pb.QuestionnaireItem {
  return {
    id: questionnaire._id,
    title: questionnaire.title,
    companyName: questionnaire.companyName,
    status: questionnaire.status,
    statusDisplayName: DISPLAY_NAMES[questionnaire.status],
    totalQuestions: counts.all.total,
    answeredQuestions: answeredOf(counts.all),
    createdAt: questionnaire.createdAt,
    deadline: optional(questionnaire.deadline),
    dealValue: optional(questionnaire.dealValue),
    tags: tags.map(toTag),
    shouldPoll: isProcessing(questionnaire.status),
  };
}

function toStatistics(counts: QuestionCounts): pb.Statistics {
  const answered = answeredOf(counts);
  return {
    totalQuestions: counts.total,
    answeredQuestions: answered,
    approvedQuestions: counts.approved,
    aiAnsweredQuestions: counts.aiAnswered,
    manualAnsweredQuestions: counts.manualAnswered,
    notAnsweredQuestions: counts.total - answered,
    completionPercentage: percentage(answered, counts.total),
    approvalPercentage: percentage(counts.approved, counts.total),
  };
}

function toSheet(sheet: SheetDocument, status: Status, counts: QuestionCounts): pb.Sheet {
  const answered = answeredOf(counts);
  return {
    id: sheet._id,
    name: sheet.name,
    status,
    shouldPoll: isProcessing(status),
    totalQuestions: counts.total,
    answeredQuestions: answered,
    completionPercentage: percentage(answered, counts.total),
    hidden: sheet.hidden,
  };
}

export function toOverview(overview: QuestionnaireOverview): pb.Overview {
  const { questionnaire, counts, sheets, logs, evidenceChanged, rewriting } = overview;
  return {
    questionnaire: toItem(overview),
    statistics: toStatistics(counts.all),
    sheets: sheets.map((sheet) => toSheet(sheet, questionnaire.status, counts.bySheet[sheet._id] ?? NO_QUESTIONS)),
    processingLogs: logs.map(({ at, stage, level, code, message, sheetId }) => ({
      at,
      stage,
      level,
      code,
      message,
      sheetId: optional(sheetId),
    })),
    completionMetrics: toMetrics(questionnaire, counts.all.total),
    statusLog: questionnaire.statusLog.map(({ at, from, to, actor, reason }) => ({
      at,
      from: from ?? undefined,
      to,
      actor,
      reason: reason ?? undefined,
    })),
    sourceType: questionnaire.sourceType,
    file: questionnaire.file ?? undefined,
    assignees: questionnaire.assignees.map(({ id, type, name }) => ({ id, type, name: name ?? undefined })),
    instructions: optional(questionnaire.instructions),
    coverage: questionnaire.coverage,
    updatedAt: questionnaire.updatedAt,
    evidenceChanged,
    calibration: toBandsInForce(overview.calibration),
    bandsChanged: overview.bandsChanged,
    rewriting,
    drafting: toDrafting(questionnaire),
  };
}

function toBandsInForce(calibration: QuestionnaireOverview['calibration']): pb.BandsInForce | undefined {
  if (!calibration?.bands) return undefined;
  const { highFrom, mediumFrom } = calibration.bands;
  const { backtestId, changedAt } = calibration;
  return { highFrom: highFrom ?? undefined, mediumFrom: mediumFrom ?? undefined, backtestId, changedAt };
}

function toDrafting({ drafting }: QuestionnaireDocument): pb.DraftingUsage | undefined {
  if (!drafting) return undefined;
  const { model, promptVersion, requests, promptTokens, completionTokens, costMicros, currency } = drafting;
  return {
    model,
    promptVersion,
    requests,
    promptTokens,
    completionTokens,
    cost: costMicros === undefined || currency === undefined ? undefined : { micros: costMicros, currency },
    rejected: Object.entries(drafting.rejected ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([reason, count]) => ({ reason, count })),
  };
}

/** Of the last run: from the upload or the file that replaced it, or from when questions were to be answered again or were corrected. */
function toMetrics(questionnaire: QuestionnaireDocument, all: number): pb.CompletionMetrics {
  const { createdAt, replacedAt, stages, status, again, correction } = questionnaire;
  const startedAt = again?.at ?? correction?.at ?? replacedAt ?? createdAt;
  const total = again?.questions ?? all;
  const last = Math.max(0, ...STAGES.map((stage) => stages[stage]?.finishedAt ?? 0));
  const finished = !isProcessing(status) && last > 0;
  const durationMs = finished ? (last - startedAt) / 1000 : undefined;
  return {
    startedAt,
    finishedAt: finished ? last : undefined,
    durationMs,
    questionsPerSecond:
      durationMs !== undefined && durationMs > 0 ? Math.round((total / durationMs) * 100_000) / 100 : undefined,
    byStage: STAGES.map((stage) => {
      const times = stages[stage];
      if (!times) return { stage };
      if (times.finishedAt === 0) return { stage, startedAt: times.startedAt };
      return {
        stage,
        startedAt: times.startedAt,
        finishedAt: times.finishedAt,
        durationMs: (times.finishedAt - times.startedAt) / 1000,
      };
    }),
  };
}

export const toPlace = (place: QuestionPlace): pb.Place => ({ ...place });

function toAssignment({ assignment, dueAt }: QuestionDocument): pb.Assignment | undefined {
  if (!assignment) return undefined;
  const { note, assignedBy, assignedAt, doneAt, doneBy } = assignment;
  return { note, assignedBy, assignedAt, doneBy, dueAt: dueAt || undefined, doneAt: doneAt || undefined };
}

export function toQuestion(question: QuestionDocument): pb.Question {
  return {
    id: question._id,
    sheetId: question.sheetId,
    ordinal: question.ordinal,
    section: question.section,
    number: question.number,
    text: question.text,
    location: toPlace(question.location),
    answerLocation: question.answerLocation ? toPlace(question.answerLocation) : undefined,
    commentLocation: question.commentLocation ? toPlace(question.commentLocation) : undefined,
    answerType: question.answerType,
    options: question.options,
    isRequired: question.isRequired,
    existingAnswer: question.existingAnswer,
    answer: question.answer,
    comment: question.comment,
    answerStatus: question.answerStatus,
    answeredBy: answeredBy(question),
    approvedBy: optional(question.approvedBy),
    approvedAt: question.approvedAt === 0 ? undefined : question.approvedAt,
    confidence: question.confidence ?? undefined,
    citations: question.citations,
    assignee:
      question.assigneeId === '' ? undefined : { id: question.assigneeId, type: question.assigneeType || 'USER' },
    assignment: toAssignment(question),
    sentBack: question.sentBack ?? undefined,
    dependsOn: question.dependsOn ?? undefined,
    dependents: question.dependents ?? 0,
    version: question.version,
    historyCount: question.historyCount,
    reviewNote: question.reviewNote ?? '',
    hidden: question.hidden,
  };
}
