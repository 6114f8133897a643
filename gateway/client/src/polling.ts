import type { components } from './gen/schema.js';
import type { Operations } from './types.js';

export interface PollOptions {
  /** Milliseconds between two looks; default 10,000. */
  everyMs?: number;
  signal?: AbortSignal;
}

/** The overview of a questionnaire as soon as nothing more happens to it by itself: answered, or failed. */
export async function whenProcessed(
  candor: Operations,
  questionnaireId: string,
  { everyMs = 10_000, signal }: PollOptions = {},
): Promise<components['schemas']['QuestionnaireOverview']> {
  for (;;) {
    const path = { questionnaire_id: questionnaireId };
    const overview = await candor.getQuestionnaireOverview({ path, ...(signal ? { signal } : {}) });
    if (!overview.should_poll) return overview;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

interface Page {
  pagination: components['schemas']['Pagination'];
}

/** Every page of a list that takes `limit` and `offset`, one after the other. */
export async function* pages<P extends Page>(
  list: (page: { limit: number; offset: number }) => Promise<P>,
  limit = 100,
): AsyncGenerator<P> {
  for (let offset = 0; ;) {
    const page = await list({ limit, offset });
    yield page;
    // A page of large items is shorter, and says where the next one begins.
    offset = page.pagination.next_offset ?? offset + limit;
    if (offset >= page.pagination.total) return;
  }
}
