/** What a list of questionnaires can be sorted by. */
export const SORTS = ['created_at', 'title', 'company_name', 'status', 'answered', 'deadline', 'tags'] as const;
export type Sort = (typeof SORTS)[number];

/** What a list of questionnaires is narrowed to, and its order. An empty text or list means that it is not asked for. */
export interface ListOptions {
  sort: Sort;
  ascending: boolean;
  /** Ids of users and groups: assigned to any of them. */
  assigneeIds: readonly string[];
  /** YYYY-MM-DD, both included. */
  deadlineFrom: string;
  deadlineTo: string;
  withoutDeadline: boolean;
  /** Only what is not completed. */
  open: boolean;
  /** SHA-256 of the uploaded file, hexadecimal in lower case. */
  sha256: string;
}

/** All of them, newest first. */
export const NEWEST_FIRST: ListOptions = {
  sort: 'created_at',
  ascending: false,
  assigneeIds: [],
  deadlineFrom: '',
  deadlineTo: '',
  withoutDeadline: false,
  open: false,
  sha256: '',
};

/** Whether the list is in the order in which it is stored, and whole. */
export function isNewestFirst({ sort, ascending, ...narrowed }: ListOptions): boolean {
  if (sort !== 'created_at' || ascending) return false;
  const { assigneeIds, deadlineFrom, deadlineTo, withoutDeadline, open, sha256 } = narrowed;
  return assigneeIds.length === 0 && deadlineFrom + deadlineTo + sha256 === '' && !withoutDeadline && !open;
}
