import { fold, foldWithOffsets } from '../domain/fold.js';
import type { QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import { BLOCK_SIZE, escapeRegExp, OWN_FIELDS, type SearchBlockStore } from '../store/search-blocks.js';
import { statusByName, type Status } from '../domain/status.js';
import { parseQuery, type SearchQuery } from './query.js';

export interface MatchedQuestion {
  question: QuestionDocument;
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
    for (const word of new Set(query.words)) holding.set(word, await this.blocks.holding(organizationId, word));
    const ids = await this.candidates(organizationId, query, holding);
    if (ids?.length === 0) return { hits: [], total: 0 };
    const visible = ids ?? undefined;
    const page = await this.questionnaires.list(organizationId, limit, offset, visible);
    const total = await this.questionnaires.count(organizationId, visible);
    const hits = [];
    for (const questionnaire of page) hits.push(await this.hit(organizationId, questionnaire, query.words, holding));
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
    for (const block of [...blocks].sort((a, b) => a - b)) {
      for (const question of await this.questions.range(
        organizationId,
        questionnaire._id,
        block * BLOCK_SIZE,
        (block + 1) * BLOCK_SIZE,
      )) {
        const match = matchQuestion(question, words);
        if (!match) continue;
        matchedTotal++;
        if (matched.length < MOST_MATCHED) matched.push(match);
      }
    }
    return { questionnaire, matched, matchedTotal };
  }
}

/** How a question matches the folded words; undefined when none of them is in its text or answer. */
export function matchQuestion(question: QuestionDocument, words: readonly string[]): MatchedQuestion | undefined {
  const { folded, offsets } = foldWithOffsets(question.text);
  const answer = fold(question.answer);
  const ranges: { start: number; end: number }[] = [];
  let inAnswer = false;
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const start = offsets[at] ?? 0;
      const last = offsets[at + word.length - 1] ?? start;
      ranges.push({ start, end: offsets.find((offset) => offset > last) ?? question.text.length });
    }
    inAnswer ||= answer.includes(word);
  }
  if (ranges.length === 0 && !inAnswer) return undefined;
  const matchedIn: MatchedQuestion['matchedIn'] = [];
  if (ranges.length > 0) matchedIn.push('question');
  if (inAnswer) matchedIn.push('answer');
  return { question, matchedIn, highlights: merged(ranges) };
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
