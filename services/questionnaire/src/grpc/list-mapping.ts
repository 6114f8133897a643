import type * as pb from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { NEWEST_FIRST, SORTS, type ListOptions } from '../domain/list-options.js';
import type { AskedQuestion } from '../review/asked.js';
import type { HandedOver, WaitingWork } from '../review/waiting.js';
import type { SameFile } from '../store/ordered-questionnaires.js';
import { toItem, toQuestion } from './mapping.js';

/** Absent options are a caller of an older release: all, newest first. */
export function toListOptions(options: pb.ListOptions | undefined): ListOptions {
  if (!options) return NEWEST_FIRST;
  return { ...options, sort: SORTS.find((sort) => sort === options.sort) ?? NEWEST_FIRST.sort };
}

export const toSameFile = ({ _id, title, createdAt }: SameFile): pb.SameFile => ({
  questionnaireId: _id,
  title,
  createdAt,
});

export const toAsked = ({ question, questionnaire }: AskedQuestion): pb.AskedQuestion => ({
  question: toQuestion(question),
  questionnaireId: questionnaire._id,
  questionnaireTitle: questionnaire.title,
  companyName: questionnaire.companyName,
  deadline: questionnaire.deadline || undefined,
  status: questionnaire.status,
});

const toHandedOver = ({ listed, handOver: { by, at, text } }: HandedOver): pb.HandedOver => ({
  questionnaire: toItem(listed),
  by,
  at,
  note: text,
});

export const toWaiting = ({ open, assigned, total, steps, items, ...waiting }: WaitingWork): pb.GetWaitingReply => ({
  openQuestions: open,
  assignedQuestions: assigned,
  questionnaires: total,
  ...steps,
  asked: waiting.asked.map(toAsked),
  toApprove: waiting.toApprove.map(toHandedOver),
  sentBack: waiting.sentBack.map(toHandedOver),
  items: items.map((one) => ({
    questionnaire: toItem(one.listed),
    openQuestions: one.open,
    assignedQuestions: one.assigned,
  })),
});
