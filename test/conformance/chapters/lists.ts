import { itemsOf, partOf, problem, type Body } from '../client.js';
import { holds, same } from '../report.js';
import { bool, count, date, filled, list, micros, num, object, oneOf, orNull, shaped, text, uuid } from '../shape.js';
import { newChild, uploaded, type World } from '../world.js';

const LIST = '/v1/questionnaire/list';
const SEARCH = '/v1/questionnaire/search';
/** Codes and display names, in the order of progress; failures last. */
export const STATUSES: Readonly<Record<string, string>> = {
  UPLOADED: 'Uploaded',
  QUEUED_PENDING_REVIEW: 'Pre-validation',
  QUEUED_FOR_EXTRACTION: 'Queued',
  ANALYSIS_IN_PROGRESS: 'Analyzing',
  QUESTION_EXTRACTION_IN_PROGRESS: 'Extracting',
  ANSWERING_IN_PROGRESS: 'Answering',
  ANSWERING_COMPLETED: 'Ready for review',
  READY_FOR_APPROVAL: 'Ready for approval',
  COMPLETED: 'Completed',
  ANALYSIS_FAILED: 'Analysis failed',
  QUESTION_EXTRACTION_FAILED: 'Extraction failed',
  ANSWERING_FAILED: 'Answering failed',
};
const TAG = {
  id: uuid,
  name: filled,
  description: text,
  is_ai_generated: bool,
  status: oneOf('ACTIVE', 'DRAFT', 'REJECTED'),
};
export const ITEM = {
  id: uuid,
  title: filled,
  company_name: text,
  status: oneOf(...Object.keys(STATUSES)),
  status_display_name: oneOf(...Object.values(STATUSES)),
  total_questions: count,
  answered_questions: count,
  created_at: micros,
  deadline: orNull(date),
  deal_value: orNull(num),
  tags: list(object(TAG)),
  should_poll: bool,
};
const PAGE = { pagination: object({ total: count, limit: count, offset: count }), should_poll: bool };
const MATCH = {
  id: uuid,
  sheet_id: filled,
  text: filled,
  answer: orNull(text),
  matched_in: list(oneOf('question', 'answer')),
  highlights: list(list(count)),
};
const COMPANIES = ['Alpha', 'Beta', 'Straße Gmbh'];

/** The list of questionnaires and the search. */
export async function lists({ report, parent }: World): Promise<void> {
  const { client } = await newChild(parent, 'Lists');
  report.chapter('S 4.1', 'LIST');
  await report.check('an organization without questionnaires has an empty page, and polls nothing', async () => {
    same('body', await client.ok('GET', LIST), {
      questionnaires: [],
      pagination: { total: 0, limit: 10, offset: 0 },
      should_poll: false,
    });
  });
  const ids: string[] = [];
  for (const company of COMPANIES) ids.push(await uploaded(client, company));
  const named = (body: Body): unknown[] => itemsOf(body, 'questionnaires').map(({ company_name: name }) => name);

  await report.check('items have all fields, and the page its envelope', async () => {
    shaped('list', await client.ok('GET', LIST), object({ questionnaires: list(object(ITEM)), ...PAGE }));
  });
  await report.check('the newest come first', async () => {
    same('order', named(await client.ok('GET', LIST)), [...COMPANIES].reverse());
  });
  await report.check('limit and offset cut out a page; total counts all', async () => {
    const body = await client.ok('GET', `${LIST}?limit=1&offset=1`);
    same('items', named(body), ['Beta']);
    same('pagination', body['pagination'], { total: 3, limit: 1, offset: 1 });
  });
  await report.check('an offset beyond the end gives an empty page', async () => {
    const body = await client.ok('GET', `${LIST}?offset=1000`);
    same('items', [named(body), partOf(body, 'pagination')['total']], [[], 3]);
  });
  for (const path of [LIST, SEARCH])
    await report.check(`${path}: limit is 1 to 1000, offset from 0, both whole numbers`, async () => {
      for (const query of ['limit=1', 'limit=1000', 'offset=0']) await client.ok('GET', `${path}?${query}`);
      for (const query of ['limit=0', 'limit=1001', 'limit=abc', 'limit=1.5', 'limit=-1', 'offset=-1', 'offset=x'])
        problem(query, await client.get(`${path}?${query}`), 422);
    });
  await report.check('other organizations do not see them', async () => {
    const { client: other } = await newChild(parent, 'Others');
    same('items', named(await other.ok('GET', LIST)), []);
    for (const what of ['overview', 'questions', 'extraction'])
      problem(what, await other.get(`/v1/questionnaire/${ids[0]}/${what}`), 404, 'questionnaire_not_found');
  });

  report.chapter('S 4.1', 'FIND');
  const found = async (query: string): Promise<unknown[]> =>
    named(await client.ok('GET', `${SEARCH}?query=${encodeURIComponent(query)}`)).sort();
  await report.check('an empty query finds all, in the envelope of the list with matches', async () => {
    const body = await client.ok('GET', SEARCH);
    same('items', named(body), [...COMPANIES].reverse());
    const item = object({ ...ITEM, matched_questions: list(object(MATCH)), matched_questions_total: count });
    shaped('search', body, object({ questionnaires: list(item), ...PAGE }));
  });
  const queries: readonly (readonly [string, string, string[]])[] = [
    ['plain words look into the company', 'alpha', ['Alpha']],
    ['plain words look into the questions', 'audit logs', COMPANIES],
    ['every word must be somewhere', 'alpha nowhereatall', []],
    ['case and accents do not count, nor does ß differ from ss', 'STRASSE', ['Straße Gmbh']],
    ['a phrase is found as it stands', '"audit logs kept"', COMPANIES],
    ['a phrase in another order is not', '"kept logs audit"', []],
    ['@account: restricts to the company', '@account:beta', ['Beta']],
    ['@title: restricts to the title', '@title:alpha', ['Alpha']],
    ['@title: does not look into questions', '@title:audit', []],
    ['values with blanks stand in quotes', '@account:"straße gmbh"', ['Straße Gmbh']],
    ['@status: takes the code', '@status:ANSWERING_COMPLETED', COMPANIES],
    ['@status: takes the display name, quoted', '@status:"Ready for review"', COMPANIES],
    ['@status: takes the display name, unquoted', '@status:ready for review', COMPANIES],
    ['a blank behind the colon does not matter', '@status: ANSWERING_COMPLETED', COMPANIES],
    ['filters are combined by a blank', '@status:ANSWERING_COMPLETED @account:beta', ['Beta']],
    ['filters are combined by a plus', '@status:ANSWERING_COMPLETED+@account:beta', ['Beta']],
    ['filters and words are combined', '@account:beta audit', ['Beta']],
    ['@word without a colon is plain text', '@alpha', []],
    ['no questionnaire is in another status', '@status:COMPLETED', []],
  ];
  for (const [says, query, promised] of queries)
    await report.check(`${says}: ${query}`, async () => same('found', await found(query), [...promised].sort()));
  for (const query of ['@nobody:x', '@status:nothing'])
    await report.check(`${query} is a 422 that names what there is`, async () => {
      const { detail } = problem(query, await client.get(`${SEARCH}?query=${encodeURIComponent(query)}`), 422);
      holds('detail', String(detail).includes(query.startsWith('@status') ? 'ANSWERING_COMPLETED' : 'status'), detail);
    });
  await report.check('matched questions are those that matched, with the places of the words', async () => {
    const body = await client.ok('GET', `${SEARCH}?query=${encodeURIComponent('audit @account:beta')}`);
    const [item] = itemsOf(body, 'questionnaires');
    const [match] = itemsOf(item ?? {}, 'matched_questions');
    same('total', item?.['matched_questions_total'], 1);
    const [[start = 0, end = 0] = []] = (match?.['highlights'] ?? []) as number[][];
    same('highlighted', String(match?.['text']).slice(start, end), 'audit');
  });
  await report.check('the search has pages', async () => {
    const body = await client.ok('GET', `${SEARCH}?query=audit&limit=1&offset=2`);
    same('page', [named(body), body['pagination']], [['Alpha'], { total: 3, limit: 1, offset: 2 }]);
  });
}
