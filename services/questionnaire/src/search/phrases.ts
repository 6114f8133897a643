import { ownTexts } from '../intake/upload.js';
import type { FoundQuestionnaireStore } from '../store/found-questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { SearchBlockStore } from '../store/search-blocks.js';
import type { TagStore } from '../store/tags.js';
import { inARow } from './block-words.js';

export interface PhraseStores {
  questionnaires: FoundQuestionnaireStore;
  questions: QuestionStore;
  blocks: SearchBlockStore;
  tags: TagStore;
}

/** Questionnaires that are looked at together, and how many of their questions are read at once. */
const TOGETHER = 100;
const BESIDE_EACH_OTHER = 20;
const READ_AT_ONCE = 100;

/**
 * Finds words that stand in a row. The words of a block tell which questions hold all of them; whether they stand in a row
 * only the texts tell, and those are read a few at a time.
 */
export class Phrases {
  constructor(private readonly stores: PhraseStores) {}

  /** Those of the questionnaires that hold the phrase in a text of their own, in a question or in an answer. */
  async holding(organizationId: string, ids: Iterable<string>, phrase: string): Promise<Set<string>> {
    const holding = new Set<string>();
    const all = [...ids];
    for (let at = 0; at < all.length; at += TOGETHER) {
      const some = all.slice(at, at + TOGETHER);
      for (const id of await this.describedBy(organizationId, some, phrase)) holding.add(id);
      const left = some.filter((id) => !holding.has(id));
      const positions = await this.stores.blocks.positionsOfAll(organizationId, left, phrase.split(' '));
      for (let from = 0; from < left.length; from += BESIDE_EACH_OTHER) {
        const few = left.slice(from, from + BESIDE_EACH_OTHER);
        await Promise.all(
          few.map(async (id) => {
            const [first] = await this.asked(organizationId, id, positions.get(id) ?? [], phrase, 1);
            if (first !== undefined) holding.add(id);
          }),
        );
      }
    }
    return holding;
  }

  /** Positions of the questions that hold the phrase in their text or answer, ascending. */
  async positions(organizationId: string, questionnaireId: string, phrase: string): Promise<number[]> {
    const held = await this.stores.blocks.positionsOfAll(organizationId, [questionnaireId], phrase.split(' '));
    return this.asked(organizationId, questionnaireId, held.get(questionnaireId) ?? [], phrase, Infinity);
  }

  /** Those of the positions whose question holds the phrase, until there are `most`. */
  private async asked(
    organizationId: string,
    questionnaireId: string,
    positions: readonly number[],
    phrase: string,
    most: number,
  ): Promise<number[]> {
    const found: number[] = [];
    for (let at = 0; at < positions.length && found.length < most; at += READ_AT_ONCE) {
      const some = positions.slice(at, at + READ_AT_ONCE);
      for (const { position, text, answer } of await this.stores.questions.texts(organizationId, questionnaireId, some))
        if (inARow(text).includes(phrase) || inARow(answer).includes(phrase)) found.push(position);
    }
    return found;
  }

  private async describedBy(organizationId: string, ids: string[], phrase: string): Promise<string[]> {
    const { questionnaires, tags } = this.stores;
    const [described, carried] = await Promise.all([
      questionnaires.describing(organizationId, ids),
      tags.ofQuestionnaires(organizationId, ids),
    ]);
    return described
      .filter((one) => {
        const names = (carried.get(one._id) ?? []).map(({ name }) => name);
        return ownTexts(one, names).some((text) => inARow(text).includes(phrase));
      })
      .map(({ _id }) => _id);
  }
}
