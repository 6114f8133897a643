import type { Api } from '../api/api.js';
import type { Question } from '../api/types.js';

/** What an export would write, and what stands in its way. */
export interface ExportCounts {
  /** Approved, or decided not to apply. */
  approved: number;
  /** Answered, and approved by nobody. */
  unapproved: number;
  /** Without an answer. */
  open: number;
}

type Counted = Pick<Question, 'answer' | 'answer_status' | 'approved_at'>;

/** Adds questions to the counts. */
export function counted(counts: ExportCounts, questions: readonly Counted[]): ExportCounts {
  const sum = { ...counts };
  for (const { answer, answer_status: status, approved_at: approvedAt } of questions) {
    if (approvedAt !== null || status === 'NOT_APPLICABLE') sum.approved += 1;
    else if ((answer ?? '').trim() === '') sum.open += 1;
    else sum.unapproved += 1;
  }
  return sum;
}

const PAGE_SIZE = 1000;

/** Counts the questions of a questionnaire as they are now. */
export async function countForExport(api: Api, questionnaireId: string, signal: AbortSignal): Promise<ExportCounts> {
  let counts: ExportCounts = { approved: 0, unapproved: 0, open: 0 };
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { questions, pagination } = await api.call.listQuestions({
      path: { questionnaire_id: questionnaireId },
      query: { limit: PAGE_SIZE, offset },
      signal,
    });
    counts = counted(counts, questions);
    if (questions.length === 0 || offset + questions.length >= pagination.total) return counts;
  }
}
