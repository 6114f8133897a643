import type { QuestionStore } from '../store/questions.js';
import type { SearchBlockStore } from '../store/search-blocks.js';
import { BLOCK_SIZE } from './block-words.js';

export interface SearchedStores {
  questions: QuestionStore;
  searchBlocks: SearchBlockStore;
}

const MOST_ROUNDS = 20;

/**
 * Writes what search reads of a block as its questions are now; false when there are none. Two writers of one block may read
 * before and write after each other; so each looks again after it wrote, and writes again when the texts have moved on.
 */
export async function refreshBlock(
  { questions, searchBlocks }: SearchedStores,
  organizationId: string,
  questionnaireId: string,
  block: number,
): Promise<boolean> {
  const from = block * BLOCK_SIZE;
  const read = () => questions.range(organizationId, questionnaireId, from, from + BLOCK_SIZE);
  let seen = await read();
  if (seen.length === 0) return false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await searchBlocks.put(organizationId, questionnaireId, block, seen);
    const now = await read();
    if (now.every(({ text, answer }, i) => text === seen[i]?.text && answer === seen[i].answer)) return true;
    seen = now;
  }
  return true;
}

/** Writes what search reads of all questions of a questionnaire. */
export async function refreshBlocks(stores: SearchedStores, organizationId: string, id: string): Promise<void> {
  for (let block = 0; await refreshBlock(stores, organizationId, id, block); block++);
}

/**
 * Brings what releases up to 0.1 wrote, a document a block without places, into the form of today, a few at a time: what is
 * there from before an upgrade, and what old replicas go on writing while it lasts. Until then search finds the
 * questionnaire by them, and does not show its questions.
 */
export async function convertOldBlocks(stores: SearchedStores, most: number): Promise<void> {
  const { searchBlocks } = stores;
  for (const old of await searchBlocks.inOldForm(most)) {
    const { organizationId, questionnaireId, block, words } = old;
    if (block < 0) await searchBlocks.putOwn(organizationId, questionnaireId, [words]);
    else await refreshBlock(stores, organizationId, questionnaireId, block);
    await searchBlocks.removeOld(old);
  }
}
