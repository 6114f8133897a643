import type * as pb from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { NEWEST_FIRST, SORTS, type ListOptions } from '../domain/list-options.js';
import type { WaitingWork } from '../review/waiting.js';
import type { SameFile } from '../store/ordered-questionnaires.js';
import { toItem } from './mapping.js';

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

export const toWaiting = ({ open, assigned, total, steps, items }: WaitingWork): pb.GetWaitingReply => ({
  openQuestions: open,
  assignedQuestions: assigned,
  questionnaires: total,
  ...steps,
  items: items.map((one) => ({
    questionnaire: toItem(one.listed),
    openQuestions: one.open,
    assignedQuestions: one.assigned,
  })),
});
