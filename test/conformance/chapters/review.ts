import { itemsOf, partOf, problem, type Body } from '../client.js';
import { holds, same } from '../report.js';
import { bool, count, filled, list, micros, num, object, oneOf, orNull, shaped, text, uuid } from '../shape.js';
import { newChild, processed, questionsOf, UNKNOWN, uploaded, type World } from '../world.js';

const QUESTION = {
  id: uuid,
  sheet_id: filled,
  ordinal: count,
  section: orNull(text),
  number: orNull(text),
  text: filled,
  location: object({ sheet: text, cell: filled }),
  answer_location: orNull(object({ sheet: text, cell: filled })),
  answer_type: oneOf('text', 'boolean', 'choice', 'multi_choice', 'number', 'date'),
  options: list(text),
  is_required: bool,
  existing_answer: orNull(text),
  answer: orNull(text),
  comment: orNull(text),
  answer_status: oneOf('UNANSWERED', 'AI_ANSWERED', 'MANUALLY_ANSWERED', 'NEEDS_INFO', 'NOT_APPLICABLE', 'FAILED'),
  approved_by: orNull(text),
  approved_at: orNull(micros),
  confidence: orNull(object({ score: num, band: oneOf('HIGH', 'MEDIUM', 'LOW') })),
  citations: list(object({ source_id: filled, source_type: filled, title: filled, locator: text, quote: filled })),
  assignee: orNull(object({ id: filled, type: filled })),
  version: count,
  history_count: count,
};

/** Questions, answers, approval, completion and export. */
export async function review({ report, parent }: World): Promise<void> {
  const { client } = await newChild(parent, 'Review');
  const answer = 'Audit logs are kept for 400 days.';
  await client.ok('POST', '/v1/knowledge/answers', { json: { question: 'How long are audit logs kept?', answer } });
  const id = await uploaded(client, 'Reviewed');
  const path = `/v1/questionnaire/${id}`;
  const all = await questionsOf(client, id);
  const [open, known, other] = all;
  const at = (question: Body | undefined, action = ''): string =>
    `${path}/questions/${String(question?.['id'])}${action}`;

  report.chapter('D 3', 'QUES');
  await report.check('questions have all fields, in the order of the file', async () => {
    const body = await client.ok('GET', `${path}/questions`);
    shaped('questions', body, object({ questions: list(object(QUESTION)), pagination: object({ total: count }) }));
    same(
      'cells',
      all.map(({ location }) => (location as Body)['cell']),
      ['A2', 'A3', 'A4'],
    );
    same('pagination', body['pagination'], { total: 3, limit: 100, offset: 0 });
  });
  await report.check('one question is the same alone, with its version as ETag', async () => {
    const one = await client.get(at(open));
    same('question', one.body['text'], open?.['text']);
    same('ETag', one.headers.get('etag'), `"${String(one.body['version'])}"`);
  });
  await report.check('an unknown question is a 404', async () => {
    problem('get', await client.get(`${path}/questions/${UNKNOWN}`), 404, 'question_not_found');
  });
  await report.check('an answer that is known is given with what it stands on', () => {
    same('status', [known?.['answer_status'], known?.['answer']], ['AI_ANSWERED', answer]);
    holds('citations', itemsOf(known ?? {}, 'citations').length > 0, known);
  });
  await report.check('what is not known stays empty: NEEDS_INFO, never a guess', () => {
    for (const one of [open, other]) same('question', [one?.['answer_status'], one?.['answer']], ['NEEDS_INFO', null]);
  });
  await report.check('the list can be filtered by status and has pages', async () => {
    const body = await client.ok('GET', `${path}/questions?status=AI_ANSWERED`);
    same(
      'found',
      itemsOf(body, 'questions').map(({ id: one }) => one),
      [known?.['id']],
    );
    same(
      'page',
      itemsOf(await client.ok('GET', `${path}/questions?limit=1&offset=2`), 'questions')[0]?.['id'],
      other?.['id'],
    );
    problem('limit', await client.get(`${path}/questions?limit=1001`), 422);
  });

  report.chapter('D 3', 'EDIT');
  await report.check('an answer by a person is MANUALLY_ANSWERED, with a version more', async () => {
    const edited = (await client.patch(at(open), { answer: 'Yes.', comment: 'As of today.' })).body;
    same(
      'values',
      [edited['answer'], edited['comment'], edited['answer_status']],
      ['Yes.', 'As of today.', 'MANUALLY_ANSWERED'],
    );
    holds('version', Number(edited['version']) > Number(open?.['version']), edited['version']);
  });
  await report.check('a stale If-Match is a 412', async () => {
    problem('edit', await client.patch(at(open), { answer: 'No.' }, { 'if-match': '"0"' }), 412);
  });
  await report.check('approving, editing and approving again', async () => {
    const approved = await client.ok('POST', at(open, '/approve'));
    shaped('approved', approved, object({ approved_by: filled, approved_at: micros }));
    same('edited', (await client.patch(at(open), { answer: 'Yes, all of it.' })).body['approved_at'], null);
    await client.ok('POST', at(open, '/approve'));
    same('unapproved', (await client.ok('POST', at(open, '/unapprove')))['approved_at'], null);
  });
  await report.check('approving without an answer is a 409', async () => {
    problem('approve', await client.post(at(other, '/approve')), 409);
  });
  await report.check('many are approved by filter or ids, and what cannot be is named; neither is a 422', async () => {
    const body = await client.ok('POST', `${path}/questions/approve`, { json: { filter: { all: true } } });
    same('approved', body['approved'], 2);
    same(
      'skipped',
      itemsOf(body, 'skipped').map(({ question_id: one }) => one),
      [other?.['id']],
    );
    problem('neither', await client.post(`${path}/questions/approve`, {}), 422);
    problem('unknown', await client.post(`/v1/questionnaire/${UNKNOWN}/questions/approve`, {}), 404);
  });
  await report.check('an answer can be made anew', async () => {
    const body = await client.ok('POST', at(known, '/regenerate'), { json: { instructions: 'Briefly.' } });
    same('again', [body['answer'], body['answer_status'], body['approved_at']], [answer, 'AI_ANSWERED', null]);
  });
  await report.check('another wording is proposed where the overview offers it, and changes nothing', async () => {
    const { rewriting } = await client.ok('GET', `${path}/overview`);
    const before = await client.ok('GET', at(known));
    const asked = await client.post(at(known, '/rewrite'), { goal: 'shorter' });
    if (rewriting === true) same('status', asked.status, 200);
    else problem('not offered', asked, 409, 'rewriting_not_offered');
    same('question', await client.ok('GET', at(known)), before);
    problem('goal', await client.post(at(known, '/rewrite'), { goal: 'funnier' }), 422);
    problem('unknown', await client.post(`${path}/questions/${UNKNOWN}/rewrite`, { goal: 'funnier' }), 404);
  });
  await report.check('changes have a history, and people comment', async () => {
    holds('history', JSON.stringify(await client.ok('GET', at(open, '/history'))).includes('Yes, all of it.'));
    await client.ok('POST', at(open, '/comments'), { json: { text: 'Ask legal.' } });
    holds('comments', JSON.stringify(await client.ok('GET', at(open, '/comments'))).includes('Ask legal.'));
  });

  report.chapter('D 3', 'DONE');
  await report.check('completing with open questions is a 409 that counts them', async () => {
    const body = problem('complete', await client.post(`${path}/complete`), 409);
    holds('count', JSON.stringify(body).includes('2'), body);
  });
  await report.check('submit moves to READY_FOR_APPROVAL, reopen back, and a second submit is refused', async () => {
    same('submitted', (await client.ok('POST', `${path}/submit`))['status'], 'READY_FOR_APPROVAL');
    problem('again', await client.post(`${path}/submit`), 409, 'invalid_transition');
    same('reopened', (await client.ok('POST', `${path}/reopen`))['status'], 'ANSWERING_COMPLETED');
  });
  await report.check('complete with force; then nothing can be edited', async () => {
    same('completed', (await client.ok('POST', `${path}/complete`, { json: { force: true } }))['status'], 'COMPLETED');
    problem('edit', await client.patch(at(open), { answer: 'No.' }), 409);
    same('name', (await client.ok('GET', `${path}/overview`))['status_display_name'], 'Completed');
  });
  await report.check('statistics equal a recount of the questions', async () => {
    const statistics = partOf(await client.ok('GET', `${path}/overview`), 'statistics');
    const now = await questionsOf(client, id);
    const of = (...statuses: string[]): number =>
      now.filter(({ answer_status: s }) => statuses.includes(String(s))).length;
    const approved = now.filter(({ approved_at: when }) => when !== null).length;
    same(
      'recount',
      [statistics['ai_answered_questions'], statistics['manual_answered_questions'], statistics['approved_questions']],
      [of('AI_ANSWERED'), of('MANUALLY_ANSWERED', 'NOT_APPLICABLE'), approved],
    );
  });
  await report.check('approved answers enter the library', async () => {
    await client.until('/v1/knowledge/answers', (body) => JSON.stringify(body).includes('Yes, all of it.'));
  });

  report.chapter('D 3', 'EXPO');
  for (const [format, type] of [
    ['original', 'text/csv'],
    ['csv', 'text/csv'],
    ['json', 'application/json'],
    ['xlsx', 'spreadsheetml'],
  ] as const)
    await report.check(`the export as ${format} is a file with its name`, async () => {
      const file = await client.get(`${path}/export?format=${format}`);
      same('status', file.status, 200);
      holds('type', file.headers.get('content-type')?.includes(type) === true, file.headers.get('content-type') ?? '');
      holds('disposition', /attachment.*filename/.test(file.headers.get('content-disposition') ?? ''), 'none');
      if (format !== 'xlsx') holds('answer', file.text.includes('Yes, all of it.'), file.text);
    });
  await report.check('the original keeps what it had, and the receipt lists what was written', async () => {
    const { text: csv } = await client.get(`${path}/export`);
    holds(
      'questions',
      all.every(({ text: asked }) => csv.includes(String(asked))),
      csv,
    );
    holds('receipt', JSON.stringify(await client.ok('GET', `${path}/export/receipt`)).includes('B2'));
  });
  await report.check('an unknown format is a 422', async () => {
    problem('export', await client.get(`${path}/export?format=doc`), 422);
  });
  await report.check('before answering is done there is no export: 409', async () => {
    const { body } = await client.post('/v1/questionnaire/upload/text', { text_content: 'Is it so? '.repeat(2_000) });
    const fresh = String(body['questionnaire_id']);
    problem('export', await client.get(`/v1/questionnaire/${fresh}/export`), 409);
    await client.delete(`/v1/questionnaire/${fresh}`);
  });
  await report.check('a choice answer must be one of its options', async () => {
    const asked = 'Do you test backups? (Yes / No)';
    const choice = await uploaded(client, 'Choices', [asked]);
    await processed(client, choice);
    const [question] = await questionsOf(client, choice);
    const wrong = await client.patch(`/v1/questionnaire/${choice}/questions/${String(question?.['id'])}`, {
      answer: 'Sometimes',
    });
    if (itemsOf(question ?? {}, 'options').length > 0) problem('edit', wrong, 422);
  });
}
