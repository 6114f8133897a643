import { failpoint } from '@candor/runtime';
import { matchQuestions, withFreeIds } from '../corrections/difference.js';
import { refreshBlocks } from '../search/refresh.js';
import type { QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import type { QuestionRewriteStore } from '../store/question-rewrites.js';
import type { QuestionStore } from '../store/questions.js';
import type { SearchBlockStore } from '../store/search-blocks.js';

interface Dependencies {
  questions: QuestionStore;
  questionRewrites: QuestionRewriteStore;
  searchBlocks: SearchBlockStore;
}

/**
 * Puts the questions of a new extraction in the place of the stored ones: what stays keeps its id and all that people and
 * engines did to it. A repeated attempt comes to the same, because every step finds again what the one before it wrote.
 */
export async function replaceQuestions(
  deps: Dependencies,
  { organizationId, _id }: QuestionnaireDocument,
  found: readonly QuestionDocument[],
): Promise<void> {
  const { questions, questionRewrites } = deps;
  const matching = matchQuestions(await questionRewrites.known(organizationId, _id), found);
  await questionRewrites.rewrite(
    organizationId,
    matching.kept.map(({ known, found: as }) => ({ id: known._id, as })),
  );
  await failpoint('replace.kept');
  await questions.insertQuestions(withFreeIds(_id, matching));
  await failpoint('replace.added');
  await questionRewrites.remove(
    organizationId,
    _id,
    matching.removed.map((question) => question._id),
  );
  await refreshBlocks(deps, organizationId, _id);
}
