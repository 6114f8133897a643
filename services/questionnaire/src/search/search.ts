import { fold, foldWithOffsets } from '../domain/fold.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore, QuestionText } from '../store/questions.js';
import { BLOCK_SIZE, escapeRegExp, OWN_FIELDS, type SearchBlockStore } from '../store/search-blocks.js';
import { statusByName, type Status } from '../domain/status.js';
import { parseQuery, type SearchQuery } from './query.js';

export interface MatchedQuestion {
  question: QuestionText;
  matchedIn: ('question' | 'answer')[];
  /** Offsets into the question's text, UTF-16 units, start inclusive, end exclusive; sorted and merged. */
  highlights: { start: number; end: number }[];
}

export interface SearchHit {
  questionnaire: QuestionnaireDocument;
  matched: MatchedQuestion[];
  matchedTotal: number;
}

const MOST_MATCHED = 20;

/** Finds questionnaires by words and filters. */
export class Search {
  constructor(
    private readonly questionnaires: QuestionnaireStore,
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
    const holding = new Map<string, Map<string, number[]>>();
    for (const word of new Set(query.words)) holding.set(word, new Map());
    const words = [...holding.keys()];
    const found = await Promise.all(words.map((word) => this.blocks.holding(organizationId, word)));
    words.forEach((word, i) => holding.set(word, found[i] ?? new Map<string, number[]>()));
    const ids = await this.candidates(organizationId, query, holding);
    if (ids?.length === 0) return { hits: [], total: 0 };
    const visible = ids ?? undefined;
    const [page, total] = await Promise.all([
      this.questionnaires.list(organizationId, limit, offset, visible),
      this.questionnaires.count(organizationId, visible),
    ]);
    const hits = await Promise.all(page.map((one) => this.hit(organizationId, one, query.words, holding)));
    return { hits, total };
  }

  /** Ids that pass every word and filter; undefined when there is neither. */
  private async candidates(
    organizationId: string,
    query: SearchQuery,
    holding: ReadonlyMap<string, ReadonlyMap<string, number[]>>,
  ): Promise<string[] | undefined> {
    const sets: Set<string>[] = [];
    for (const status of query.statuses)
      sets.push(new Set(await this.questionnaires.idsWhere(organizationId, { status })));
    for (const title of query.titles)
      sets.push(new Set(await this.questionnaires.idsWhere(organizationId, { titleFolded: containing(title) })));
    for (const account of query.accounts)
      sets.push(new Set(await this.questionnaires.idsWhere(organizationId, { companyFolded: containing(account) })));
    for (const [word, found] of holding) {
      const ids = new Set(found.keys());
      const status: Status | undefined = statusByName(word);
      if (status && word.toUpperCase() === status)
        for (const id of await this.questionnaires.idsWhere(organizationId, { status })) ids.add(id);
      sets.push(ids);
    }
    const [first, ...others] = sets.sort((a, b) => a.size - b.size);
    return first ? [...first].filter((id) => others.every((set) => set.has(id))) : undefined;
  }

  private async hit(
    organizationId: string,
    questionnaire: QuestionnaireDocument,
    words: string[],
    holding: ReadonlyMap<string, ReadonlyMap<string, number[]>>,
  ): Promise<SearchHit> {
    const blocks = new Set<number>();
    for (const found of holding.values())
      for (const block of found.get(questionnaire._id) ?? []) if (block !== OWN_FIELDS) blocks.add(block);
    const matched: MatchedQuestion[] = [];
    let matchedTotal = 0;
    for (const [from, to] of runsOf([...blocks].sort((a, b) => a - b))) {
      const texts = await this.questions.texts(organizationId, questionnaire._id, from * BLOCK_SIZE, to * BLOCK_SIZE);
      for (const question of texts) {
        const places = placesOf(question, words);
        if (places.length === 0) continue;
        matchedTotal++;
        if (matched.length < MOST_MATCHED)
          matched.push({ question, matchedIn: places, highlights: highlightsOf(question.text, words) });
      }
    }
    return { questionnaire, matched, matchedTotal };
  }
}

/** Blocks that follow each other, as [first, after the last). */
function runsOf(blocks: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (last?.[1] === block) last[1] = block + 1;
    else runs.push([block, block + 1]);
  }
  return runs;
}

/** Where one of the folded words stands in a question. */
function placesOf({ text, answer }: QuestionText, words: readonly string[]): MatchedQuestion['matchedIn'] {
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

const containing = (folded: string): RegExp => new RegExp(escapeRegExp(folded));
