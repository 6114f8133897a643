import { z } from 'zod';
import { calendarDate, oneOf } from '../schemas.js';

const SORTS = ['created_at', 'title', 'company_name', 'status', 'answered', 'deadline', 'tags'] as const;
/** Users and groups that a list can be asked for at once. */
const MOST_ASSIGNEES = 100;
/** Nothing else is in an identifier: so the longest list stays a short address. */
const IDS = /^[0-9A-Za-z_,\s-]*$/;
const DIGEST = /^[0-9a-fA-F]{64}$/;

/** Ids of users and groups in a query, with commas between them. */
export const assigneeIds = (description: string) =>
  z
    .string('must be given once')
    .max(MOST_ASSIGNEES * 40, 'must name at most 100 users and groups')
    .regex(IDS, 'must be ids of users and groups, with commas between them')
    .default('')
    .transform((ids) => [...new Set(ids.split(',').map((id) => id.trim().toLowerCase()))].filter((id) => id !== ''))
    .refine((ids) => ids.length <= MOST_ASSIGNEES, 'must name at most 100 users and groups')
    .meta({ type: 'string', maxLength: MOST_ASSIGNEES * 40, pattern: IDS.source, description });

const day = (description: string) =>
  calendarDate.optional().meta({ type: 'string', format: 'date', maxLength: 10, description });

/** What a list of questionnaires is narrowed to, and its order. */
const options = {
  sort: oneOf(
    SORTS,
    'What it is sorted by; absent: created_at; tags: the first tag by name. What has no value comes last, equal ones newest first',
  ),
  order: oneOf(['asc', 'desc'], 'Absent: desc for created_at, asc for all others'),
  assignee: assigneeIds(
    'Only questionnaires assigned to one of these users and groups, with commas between their ids; `me`: the person whose key it is, and that person’s groups',
  ),
  deadline_from: day('Only those due on this day or later'),
  deadline_to: day('Only those due on this day or earlier'),
  deadline: oneOf(['none'], 'none: only those without a deadline'),
  open: oneOf(['true', 'false'], 'true: only those that are not completed'),
  sha256: z
    .string('must be given once')
    .regex(DIGEST, 'must be 64 hexadecimal digits')
    .optional()
    .meta({ maxLength: 64, description: 'Only those of the very file with this SHA-256' }),
};

/** A list's query: its own parameters with those of every list of questionnaires. */
export const listQuery = <Own extends z.ZodRawShape>(own: Own) => z.object({ ...own, ...options });

/** As the clients of the service take them. */
export interface ListOptions {
  sort: string;
  ascending: boolean;
  assigneeIds: string[];
  deadlineFrom: string;
  deadlineTo: string;
  withoutDeadline: boolean;
  open: boolean;
  sha256: string;
}

interface GivenOptions {
  sort?: (typeof SORTS)[number] | undefined;
  order?: 'asc' | 'desc' | undefined;
  assignee: string[];
  deadline_from?: string | undefined;
  deadline_to?: string | undefined;
  deadline?: 'none' | undefined;
  open?: 'true' | 'false' | undefined;
  sha256?: string | undefined;
}

export function listOptions(given: GivenOptions): ListOptions {
  const { sort = 'created_at', order = sort === 'created_at' ? 'desc' : 'asc' } = given;
  return {
    sort,
    ascending: order === 'asc',
    assigneeIds: given.assignee,
    deadlineFrom: given.deadline_from ?? '',
    deadlineTo: given.deadline_to ?? '',
    withoutDeadline: given.deadline === 'none',
    open: given.open === 'true',
    sha256: given.sha256?.toLowerCase() ?? '',
  };
}
