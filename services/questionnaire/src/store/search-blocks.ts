import { deterministicId, isDuplicateKey, readAll, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import { BLOCK_SIZE, blockWords, placesOf, placesOfAll, type PlacedText } from '../search/block-words.js';
import type { SearchChapterDocument } from './documents.js';

export const SEARCH_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, questionnaireId: 1, chapter: 1 } },
  { keys: { organizationId: 1, chapter: 1 } },
  { keys: { chapter: 1 } },
];

/** Few enough that a batch rewrites little, many enough that most questionnaires are one document to a search. */
const CHAPTER_BLOCKS = 20;
/** More than any page of a reply: a search reads what it found in one go. */
const AT_ONCE = 100_000;

/** What releases up to 0.1 wrote: distinct folded words, a line each; block −1 is the questionnaire's own fields. */
export interface OldSearchBlock {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  block: number;
  words: string;
  chapter?: null;
}

/** A question as search reads it. */
export interface SearchedQuestion {
  position: number;
  text: string;
  answer: string;
}

/**
 * What search reads: the words of every 50 questions (see `block-words.ts`), twenty such blocks to a document, behind the
 * words of the questionnaire's own fields.
 */
export class SearchBlockStore {
  private readonly collection: Collection<SearchChapterDocument>;
  private readonly oldBlocks: Collection<OldSearchBlock>;

  constructor(db: Db) {
    this.collection = db.collection<SearchChapterDocument>('search_blocks');
    this.oldBlocks = db.collection<OldSearchBlock>('search_blocks');
  }

  /** Writes the words of the block that the questions make up: all of those at its 50 positions. */
  async put(
    organizationId: string,
    questionnaireId: string,
    block: number,
    questions: readonly SearchedQuestion[],
  ): Promise<void> {
    const texts = questions.flatMap(({ position, text, answer }): PlacedText[] => {
      const n = position - block * BLOCK_SIZE;
      return [
        [n, text],
        [n, answer],
      ];
    });
    const chapter = Math.floor(block / CHAPTER_BLOCKS);
    await this.write(organizationId, questionnaireId, chapter, 1 + (block % CHAPTER_BLOCKS), blockWords(texts));
  }

  /** Writes the words of the questionnaire's own fields. */
  async putOwn(organizationId: string, questionnaireId: string, texts: readonly string[]): Promise<void> {
    await this.write(organizationId, questionnaireId, 0, 0, blockWords(texts.map((text): PlacedText => [0, text])));
  }

  /**
   * Questionnaires that hold all of these folded words or parts of words; `among`: of these alone. What a word costs is to
   * read the words of them all, so one reading looks for all words; the rarest come best first.
   */
  async holding(organizationId: string, parts: readonly string[], among?: readonly string[]): Promise<Set<string>> {
    const [found, parted] = await Promise.all([
      this.inOneDocument(organizationId, parts, among),
      parts.length > 1 ? this.inSeveralDocuments(organizationId, among) : [],
    ]);
    if (parted.length === 0) return found;
    let left = parted;
    for (const part of parts) left = [...(await this.inOneDocument(organizationId, [part], left))];
    return new Set([...found, ...left]);
  }

  private async inOneDocument(
    organizationId: string,
    parts: readonly string[],
    among?: readonly string[],
  ): Promise<Set<string>> {
    const filter = {
      organizationId,
      ...(among ? { questionnaireId: { $in: [...among] } } : {}),
      $and: parts.map((part) => ({ words: { $regex: escapeRegExp(part) } })),
    };
    const rows = await readAll(this.collection, filter, {
      projection: { _id: 0, questionnaireId: 1 },
      atOnce: AT_ONCE,
    });
    return new Set(rows.map(({ questionnaireId }) => questionnaireId));
  }

  /** Those whose words stand in several documents: long ones, and what older releases wrote. */
  private async inSeveralDocuments(organizationId: string, among?: readonly string[]): Promise<string[]> {
    const [long, old] = await Promise.all([
      this.collection.distinct('questionnaireId', { organizationId, chapter: { $gt: 0 } }),
      this.oldBlocks.distinct('questionnaireId', { organizationId, chapter: null }),
    ]);
    const all = new Set([...long, ...old]);
    return among ? among.filter((id) => all.has(id)) : [...all];
  }

  /** Positions of the questions that hold one of the folded words, ascending, by questionnaire. */
  positions(
    organizationId: string,
    questionnaireIds: readonly string[],
    parts: readonly string[],
  ): Promise<Map<string, number[]>> {
    return this.positionsBy(organizationId, questionnaireIds, (block) => parts.map((part) => placesOf(block, part)));
  }

  /** Positions of the questions that hold all of them. */
  positionsOfAll(
    organizationId: string,
    questionnaireIds: readonly string[],
    parts: readonly string[],
  ): Promise<Map<string, number[]>> {
    return this.positionsBy(organizationId, questionnaireIds, (block) => [placesOfAll(block, parts)]);
  }

  private async positionsBy(
    organizationId: string,
    questionnaireIds: readonly string[],
    placesIn: (block: string) => Set<number>[],
  ): Promise<Map<string, number[]>> {
    const found = new Map<string, Set<number>>();
    const chapters = await readAll(
      this.collection,
      { organizationId, questionnaireId: { $in: [...questionnaireIds] }, chapter: { $gte: 0 } },
      { projection: { _id: 0, questionnaireId: 1, chapter: 1, words: 1 }, atOnce: AT_ONCE },
    );
    for (const { questionnaireId, chapter, words } of chapters) {
      const positions = found.get(questionnaireId) ?? new Set<number>();
      found.set(questionnaireId, positions);
      words.slice(1).forEach((block, b) => {
        const from = (chapter * CHAPTER_BLOCKS + b) * BLOCK_SIZE;
        for (const places of placesIn(block)) for (const n of places) positions.add(from + n);
      });
    }
    return new Map([...found].map(([id, positions]) => [id, [...positions].sort((a, b) => a - b)]));
  }

  /** The words of each block of a questionnaire, as `block-words.ts` writes them. */
  async blocks(organizationId: string, questionnaireId: string): Promise<Map<number, string>> {
    const chapters = await this.collection.find({ organizationId, questionnaireId, chapter: { $gte: 0 } }).toArray();
    return new Map(
      chapters.flatMap(({ chapter, words }) =>
        words.slice(1).map((text, b): [number, string] => [chapter * CHAPTER_BLOCKS + b, text]),
      ),
    );
  }

  /** System scope: blocks in the form of releases up to 0.1. */
  inOldForm(most: number): Promise<OldSearchBlock[]> {
    return this.oldBlocks.find({ chapter: null }).limit(most).toArray();
  }

  /** Removes one, unless an old replica has rewritten it meanwhile. */
  async removeOld({ _id, organizationId, words }: OldSearchBlock): Promise<void> {
    await this.oldBlocks.deleteOne({ _id, organizationId, words });
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.collection.deleteMany({ organizationId, questionnaireId });
  }

  private async write(
    organizationId: string,
    questionnaireId: string,
    chapter: number,
    place: number,
    text: string,
  ): Promise<void> {
    const own = { _id: deterministicId(questionnaireId, 'search-chapter', String(chapter)), organizationId };
    const update = { $set: { [`words.${place}`]: text } };
    if ((await this.collection.updateOne(own, update)).matchedCount > 0) return;
    // An upsert would make an object of the numbered field: the list is there from the beginning.
    const words = Array.from({ length: 1 + CHAPTER_BLOCKS }, (_, at) => (at === place ? text : ''));
    try {
      await this.collection.insertOne({ ...own, questionnaireId, chapter, words });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await this.collection.updateOne(own, update);
    }
  }
}

export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
