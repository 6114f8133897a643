import type { ListedQuestionnaireDocument } from '../store/documents.js';
import type { ListOptions } from '../domain/list-options.js';
import type { Listing } from '../review/listing.js';
import type { FoundQuestionnaireStore } from '../store/found-questionnaires.js';
import type { QuestionStore, QuestionText } from '../store/questions.js';
import { escapeRegExp, type SearchBlockStore } from '../store/search-blocks.js';
import type { TagStore } from '../store/tags.js';
import { statusByName } from '../domain/status.js';
import { highlightsOf, placesIn, type Highlight } from './matches.js';
import { Phrases } from './phrases.js';
import { parseQuery, type SearchQuery } from './query.js';

export interface MatchedQuestion {
  question: QuestionText;
  matchedIn: ('question' | 'answer')[];
  /** Offsets into the question's text, UTF-16 units, start inclusive, end exclusive; sorted and merged. */
  highlights: Highlight[];
}

export interface SearchHit {
  questionnaire: ListedQuestionnaireDocument;
  matched: MatchedQuestion[];
  matchedTotal: number;
}

const MOST_MATCHED = 20;
/** So many questionnaires are looked at one by one; of more, all of the organization's are. */
const FEW = 200;

/** Finds questionnaires by words, phrases and filters. */
export class Search {
  private readonly phrases: Phrases;

  constructor(
    private readonly questionnaires: FoundQuestionnaireStore,
    private readonly questions: QuestionStore,
    private readonly blocks: SearchBlockStore,
    tags: TagStore,
    private readonly listing: Listing,
  ) {
    this.phrases = new Phrases({ questionnaires, questions, blocks, tags });
  }

  async run(
    organizationId: string,
    text: string,
    options: ListOptions,
    bounds: { limit: number; offset: number },
  ): Promise<{ hits: SearchHit[]; total: number }> {
    const query = parseQuery(text);
    const words = [...new Set(query.words)];
    const phrases = [...new Set(query.phrases)];
    const ids = await this.candidates(organizationId, query, words, phrases);
    const { page, total } = await this.listing.page(organizationId, ids, options, bounds);
    const shown = page.map(({ _id }) => _id);
    const positions = words.length === 0 ? undefined : await this.blocks.positions(organizationId, shown, words);
    const hits = page.map((one) => this.hit(organizationId, one, words, phrases, positions?.get(one._id) ?? []));
    return { hits: await Promise.all(hits), total };
  }

  /** Ids that pass every word, phrase and filter; undefined when there is none of them. */
  private async candidates(
    organizationId: string,
    query: SearchQuery,
    words: readonly string[],
    phrases: readonly string[],
  ): Promise<ReadonlySet<string> | undefined> {
    let ids: Set<string> | undefined;
    const keep = (found: Iterable<string>): void => {
      const all = new Set(found);
      ids = ids ? new Set([...ids].filter((id) => all.has(id))) : all;
    };
    const { questionnaires, blocks } = this;
    for (const status of query.statuses) keep(await questionnaires.idsWhere(organizationId, { status }));
    for (const title of query.titles)
      keep(await questionnaires.idsWhere(organizationId, { titleFolded: containing(title) }));
    for (const account of query.accounts)
      keep(await questionnaires.idsWhere(organizationId, { companyFolded: containing(account) }));
    const among = (): string[] | undefined => (ids && ids.size <= FEW ? [...ids] : undefined);
    // Long words are rare: what lacks one is not looked at for the others.
    const ofPhrases = phrases.flatMap((phrase) => phrase.split(' '));
    const plain = [...new Set([...words.filter((word) => !isStatus(word)), ...ofPhrases])].toSorted(
      (a, b) => b.length - a.length,
    );
    if (plain.length > 0) keep(await blocks.holding(organizationId, plain, among()));
    for (const word of words.filter(isStatus)) {
      const found = await blocks.holding(organizationId, [word], among());
      const status = statusByName(word);
      if (status) for (const id of await questionnaires.idsWhere(organizationId, { status })) found.add(id);
      keep(found);
    }
    for (const phrase of phrases) keep(await this.phrases.holding(organizationId, ids ?? [], phrase));
    return ids;
  }

  /** `held`: positions of the questions that hold a word. */
  private async hit(
    organizationId: string,
    questionnaire: ListedQuestionnaireDocument,
    words: readonly string[],
    phrases: readonly string[],
    held: readonly number[],
  ): Promise<SearchHit> {
    const positions = await this.withPhrases(organizationId, questionnaire._id, phrases, held);
    const shown = positions.slice(0, MOST_MATCHED);
    const texts = shown.length === 0 ? [] : await this.questions.texts(organizationId, questionnaire._id, shown);
    const matched = texts.flatMap((question): MatchedQuestion[] => {
      const sought = [...words, ...phrases];
      const matchedIn = placesIn(question, sought);
      return matchedIn.length === 0 ? [] : [{ question, matchedIn, highlights: highlightsOf(question.text, sought) }];
    });
    return { questionnaire, matched, matchedTotal: positions.length };
  }

  /** The positions with those of questions that hold a phrase, ascending. */
  private async withPhrases(
    organizationId: string,
    questionnaireId: string,
    phrases: readonly string[],
    positions: readonly number[],
  ): Promise<readonly number[]> {
    if (phrases.length === 0) return positions;
    const all = new Set(positions);
    for (const phrase of phrases)
      for (const position of await this.phrases.positions(organizationId, questionnaireId, phrase)) all.add(position);
    return [...all].sort((a, b) => a - b);
  }
}

/** Such a word also finds the questionnaires that have the status. */
const isStatus = (word: string): boolean => statusByName(word) === word.toUpperCase();

const containing = (folded: string): RegExp => new RegExp(escapeRegExp(folded));
