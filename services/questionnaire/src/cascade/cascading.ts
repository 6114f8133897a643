import { failpoint } from '@candor/runtime';
import { dependencesOf } from '../extraction/dependence/dependence.js';
import { BLOCK_SIZE } from '../search/block-words.js';
import { refreshBlock } from '../search/refresh.js';
import type { QuestionDocument, SheetDocument } from '../store/documents.js';
import type { HangingStore } from '../store/hanging.js';
import type { QuestionStore } from '../store/questions.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import type { SearchBlockStore } from '../store/search-blocks.js';
import { cascaded, NOTES } from './cascade.js';

export interface CascadeStores {
  hanging: HangingStore;
  questions: QuestionStore;
  reviewQuestions: ReviewQuestionStore;
  searchBlocks: SearchBlockStore;
}

/** Follow-ups of follow-ups of follow-ups; deeper ones wait for the next change. */
const MOST_ROUNDS = 5;
/** In whose name the history tells what the cascade reopened. */
const PIPELINE = 'pipeline';

/** Finds what each of these questions of a questionnaire hangs on, given in order, and keeps it with them. */
export async function keepDependences(
  { hanging, questions: store }: Pick<CascadeStores, 'hanging' | 'questions'>,
  { organizationId, _id }: { organizationId: string; _id: string },
  questions: readonly QuestionDocument[],
): Promise<void> {
  const conditions = conditionsByRow(await store.listSheets(organizationId, _id));
  const asked = questions.map((question) => {
    const row = 'cell' in question.location ? rowKey(question.sheetId, question.location.cell) : undefined;
    const beside = row === undefined ? undefined : conditions.get(row);
    return beside === undefined ? question : { ...question, beside };
  });
  await hanging.keep(organizationId, questions, dependencesOf(asked));
}

const rowKey = (sheetId: string, cell: string): string => `${sheetId} ${cell.replace(/^[A-Z]+/u, '')}`;

function conditionsByRow(sheets: readonly SheetDocument[]): Map<string, string> {
  const byRow = new Map<string, string>();
  for (const { _id, conditions = [] } of sheets)
    for (const { cell, text } of conditions) {
      const key = rowKey(_id, cell);
      if (!byRow.has(key)) byRow.set(key, text);
    }
  return byRow;
}

/**
 * Brings what hangs on other questions into line with their answers. Runs inside a counted write, which the sweeper ends with
 * another call when a process dies between the change of a root and this one: a mark at the root says what it said before.
 */
export async function cascade(stores: CascadeStores, organizationId: string, questionnaireId: string): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++)
    if (!(await cascadeOnce(stores, organizationId, questionnaireId))) return;
}

/** Whether there was anything to do; what it reopens may be a root itself. */
async function cascadeOnce(stores: CascadeStores, organizationId: string, questionnaireId: string): Promise<boolean> {
  const { hanging, reviewQuestions } = stores;
  const all = await hanging.all(organizationId, questionnaireId);
  const changes = cascaded(all);
  await hanging.settle(
    organizationId,
    changes.filter(({ kind }) => kind === 'settled'),
  );
  await failpoint('cascade.settled');
  const reopened = changes.filter(({ kind }) => kind === 'reopened');
  const change = { action: 'reopened' as const, actor: PIPELINE, note: NOTES.reopened };
  await reviewQuestions.changeEach(reopened.map(({ question, set }) => ({ question, change: { ...change, set } })));
  await failpoint('cascade.reopened');
  const emptied = changes.filter(({ question, set }) => set.answer !== undefined && set.answer !== question.answer);
  const blocks = new Set(emptied.map(({ question }) => Math.floor(question.position / BLOCK_SIZE)));
  for (const block of blocks) await refreshBlock(stores, organizationId, questionnaireId, block);
  const changed = all.filter(({ rootChange }) => rootChange);
  await hanging.markHeard(organizationId, changed);
  return changes.length > 0;
}
