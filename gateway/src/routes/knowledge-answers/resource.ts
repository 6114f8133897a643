import { z } from 'zod';
import { id, microseconds, pagination, reviewEveryDays } from '../schemas.js';

export const LIBRARY_STATUSES = ['APPROVED', 'DRAFT', 'ARCHIVED'] as const;

export const libraryAnswer = z
  .object({
    id,
    question: z.string(),
    answer: z.string(),
    tags: z.array(z.string()),
    owner_id: z.string().nullable(),
    expires_at: z.string().nullable().meta({ description: 'ISO 8601, UTC', example: '2027-01-01T00:00:00.000Z' }),
    last_verified_at: microseconds.nullable(),
    status: z.enum(LIBRARY_STATUSES),
    origin: z.string().meta({ example: 'manual' }),
    created_at: microseconds,
    updated_at: microseconds,
    review_every_days: reviewEveryDays,
  })
  .meta({ id: 'LibraryAnswer' });
export type LibraryAnswer = z.infer<typeof libraryAnswer>;

export const libraryAnswerList = z
  .object({ answers: z.array(libraryAnswer), pagination })
  .meta({ id: 'LibraryAnswerList' });
export type LibraryAnswerList = z.infer<typeof libraryAnswerList>;

export const importReport = z
  .object({
    imported: z.int(),
    duplicates: z.int(),
    conflicts: z.int(),
    rejected: z.array(z.object({ row: z.int(), code: z.string() })),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReport>;

export const conflictList = z
  .object({
    conflicts: z.array(
      z.object({
        kind: z.string().meta({ description: 'conflict: same question, other answer; duplicate: same answer too' }),
        answers: z.array(libraryAnswer),
      }),
    ),
    pagination,
  })
  .meta({ id: 'AnswerConflictList' });
export type ConflictList = z.infer<typeof conflictList>;
