import type { Api } from '../api/api.js';
import type { AccountEntry, Question } from '../api/types.js';

const PAGE_SIZE = 1000;

/** All that was read of a sheet, in its order. */
export async function entriesOf(api: Api, questionnaireId: string, sheetId: string, signal: AbortSignal) {
  const entries: AccountEntry[] = [];
  for (;;) {
    const page = await api.call.getExtractionAccount({
      path: { questionnaire_id: questionnaireId },
      query: { sheet_id: sheetId, limit: PAGE_SIZE, offset: entries.length },
      signal,
    });
    entries.push(...page.entries);
    if (entries.length >= page.pagination.total || page.entries.length === 0) return entries;
  }
}

/** All questions that were found. */
export async function questionsOf(api: Api, questionnaireId: string, signal: AbortSignal) {
  const all: Question[] = [];
  for (;;) {
    const { questions, pagination } = await api.call.listQuestions({
      path: { questionnaire_id: questionnaireId },
      query: { limit: PAGE_SIZE, offset: all.length },
      signal,
    });
    all.push(...questions);
    if (all.length >= pagination.total || questions.length === 0) return all;
  }
}
