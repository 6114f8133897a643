import { fold, foldWithOffsets } from '@candor/runtime/text';
import type { ListedQuestionnaireDocument } from '../store/documents.js';
import type { FoundQuestionnaireStore } from '../store/found-questionnaires.js';
import type { QuestionStore, QuestionText } from '../store/questions.js';
import { escapeRegExp, type SearchBlockStore } from '../store/search-blocks.js';
import { statusByName } from '../domain/status.js';
import { parseQuery, type SearchQuery } from './query.js';

export interface MatchedQuestion {
  question: QuestionText;
  matchedIn: ('question' | 'answer')[];
  /** Offsets into the question's text, UTF-16 units, start inclusive, end exclusive; sorted and merged. */
  highlights: { start: number; end: number }[];
}

export interface SearchHit {
  questionnaire: ListedQuestionnaireDocument;
  matched: MatchedQuestion[];
  matchedTotal: number;
}

const MOST_MATCHED = 20;
/** So many questionnaires are looked at one by one; of more, all of the organization's are. */
const FEW = 200;

/** Finds questionnaires by words and filters. */
export class Search {
  constructor(
    private readonly questionnaires: FoundQuestionnaireStore,
    private readonly questions: QuestionStore,
    private readonly blocks: SearchBlockStore,
  ) {}

  async run(
    organizationId: string,
    text: string,
    limit: number,
    offset: number,
  ): Promise<{ hits: SearchHit[]; total: number }> {
    const query = parseQuery(text);
    const words = [...new Set(query.words)];
    const ids = await this.candidates(organizationId, query, words);
    const { page, total } = await this.questionnaires.page(organizationId, ids, limit, offset);
    const shown = page.map(({ _id }) => _id);
    const positions = words.length === 0 ? undefined : await this.blocks.positions(organizationId, shown, words);
    const hits = page.map((one) => this.hit(organizationId, one, words, positions?.get(one._id) ?? []));
    return { hits: await Promise.all(hits), total };
  }

  /** Ids that pass every word and filter; undefined when there is neither. */
  private async candidates(
    organizationId: string,
    query: SearchQuery,
    words: readonly string[],
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
    const plain = words.filter((word) => !isStatus(word)).toSorted((a, b) => b.length - a.length);
    if (plain.length > 0) keep(await blocks.holding(organizationId, plain, among()));
    for (const word of words.filter(isStatus)) {
      const found = await blocks.holding(organizationId, [word], among());
      const status = statusByName(word);
      if (status) for (const id of await questionnaires.idsWhere(organizationId, { status })) found.add(id);
      keep(found);
    }
    return ids;
  }

  /** `positions`: of the questions that hold a word. */
  private async hit(
    organizationId: string,
    questionnaire: ListedQuestionnaireDocument,
    words: readonly string[],
    positions: readonly number[],
  ): Promise<SearchHit> {
    const shown = positions.slice(0, MOST_MATCHED);
    const texts = shown.length === 0 ? [] : await this.questions.texts(organizationId, questionnaire._id, shown);
    const matched = texts.flatMap((question): MatchedQuestion[] => {
      const matchedIn = placesIn(question, words);
      return matchedIn.length === 0 ? [] : [{ question, matchedIn, highlights: highlightsOf(question.text, words) }];
    });
    return { questionnaire, matched, matchedTotal: positions.length };
  }
}

/** Where one of the folded words stands in a question. */
function placesIn({ text, answer }: QuestionText, words: readonly string[]): MatchedQuestion['matchedIn'] {
  const holds = (folded: string): boolean => words.some((word) => folded.includes(word));
  const places: MatchedQuestion['matchedIn'] = [];
  if (holds(fold(text))) places.push('question');
  if (holds(fold(answer))) places.push('answer');
  return places;
}

/** Where the folded words stand in a text, as offsets into it. */
function highlightsOf(text: string, words: readonly string[]): MatchedQuestion['highlights'] {
  const { folded, offsets } = foldWithOffsets(text);
  const ranges: { start: number; end: number }[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const start = offsets[at] ?? 0;
      const last = offsets[at + word.length - 1] ?? start;
      ranges.push({ start, end: offsets.find((offset) => offset > last) ?? text.length });
    }
  }
  return merged(ranges);
}

function merged(ranges: { start: number; end: number }[]): { start: number; end: number }[] {
  const result: { start: number; end: number }[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}

/** Such a word also finds the questionnaires that have the status. */
const isStatus = (word: string): boolean => statusByName(word) === word.toUpperCase();

const containing = (folded: string): RegExp => new RegExp(escapeRegExp(folded));
