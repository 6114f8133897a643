import { itemsOf, partOf, problem, type Body } from '../client.js';
import { holds, NotObserved, same } from '../report.js';
import { bool, count, filled, list, micros, num, object, oneOf, orNull, percentage, shaped, text } from '../shape.js';
import { PASTED, UNKNOWN, uploaded, processed, QUESTIONS, type World } from '../world.js';
import { ITEM, STATUSES } from './lists.js';

const statusOf = oneOf(...Object.keys(STATUSES));
const STATISTICS = {
  total_questions: count,
  answered_questions: count,
  approved_questions: count,
  ai_answered_questions: count,
  manual_answered_questions: count,
  not_answered_questions: count,
  completion_percentage: percentage,
  approval_percentage: percentage,
};
const STAGE = { stage: filled, started_at: micros, finished_at: orNull(micros), duration_ms: orNull(num) };
const OVERVIEW = {
  ...ITEM,
  statistics: object(STATISTICS),
  sheets: list(object({ id: filled, name: filled, status: statusOf, should_poll: bool })),
  sheet_stats: list(
    object({
      id: filled,
      name: filled,
      status: statusOf,
      total_questions: count,
      answered_questions: count,
      completion_percentage: percentage,
    }),
  ),
  processing_logs: list(
    object({
      at: micros,
      stage: filled,
      level: oneOf('INFO', 'WARNING', 'ERROR'),
      code: filled,
      message: filled,
      sheet_id: orNull(text),
    }),
  ),
  completion_metrics: object({
    started_at: orNull(micros),
    finished_at: orNull(micros),
    duration_ms: orNull(num),
    questions_per_second: orNull(num),
    by_stage: list(object(STAGE)),
  }),
  status_log: list(object({ at: micros, from: orNull(statusOf), to: statusOf, actor: filled, reason: orNull(text) })),
  source_type: filled,
  file: orNull(object({ name: filled, size: count, mime_type: filled, sha256: filled })),
  assignees: list(object({ id: filled, type: oneOf('USER', 'GROUP'), name: orNull(text) })),
  instructions: orNull(text),
  coverage: object({
    question: count,
    answer: count,
    section: count,
    header: count,
    instruction: count,
    options: count,
    skipped: count,
  }),
};
const ORDER = Object.keys(STATUSES).slice(0, 7);

/** The overview, the statuses on the way, and what ends there. */
export async function overviews({ report, child }: World): Promise<void> {
  report.chapter('S 2.5', 'OVER');
  const id = await uploaded(child, 'Overviewed');
  const overview = (of = id): Promise<Body> => child.ok('GET', `/v1/questionnaire/${of}/overview`);
  await report.check('the overview has all fields', async () => shaped('overview', await overview(), object(OVERVIEW)));
  await report.check('an unknown questionnaire is a 404', async () => {
    problem('overview', await child.get(`/v1/questionnaire/${UNKNOWN}/overview`), 404, 'questionnaire_not_found');
  });
  await report.check('the file is named with its size, type and digest', async () => {
    const { name, mime_type: type, sha256 } = partOf(await overview(), 'file');
    same('file', [name, type], ['Overviewed.csv', 'text/csv']);
    holds('digest', /^[0-9a-f]{64}$/.test(String(sha256)), sha256);
  });
  await report.check('sums agree: of the statistics, of the sheets, and of the list item', async () => {
    const body = await overview();
    const s = partOf(body, 'statistics') as Record<string, number>;
    same('total', s['total_questions'], s['answered_questions']! + s['not_answered_questions']!);
    same('answered', s['answered_questions'], s['ai_answered_questions']! + s['manual_answered_questions']!);
    same(
      'of the item',
      [body['total_questions'], body['answered_questions']],
      [s['total_questions'], s['answered_questions']],
    );
    const sum = (name: string): number => itemsOf(body, 'sheet_stats').reduce((all, one) => all + Number(one[name]), 0);
    same(
      'of the sheets',
      [sum('total_questions'), sum('answered_questions')],
      [s['total_questions'], s['answered_questions']],
    );
  });
  await report.check("a CSV's sheet has the name of its file, and each sheet stands in both lists", async () => {
    const body = await overview();
    const [sheets, stats] = [itemsOf(body, 'sheets'), itemsOf(body, 'sheet_stats')];
    same(
      'sheets',
      sheets.map((one) => [one['id'], one['name']]),
      stats.map((one) => [one['id'], one['name']]),
    );
    same('name', sheets[0]?.['name'], 'Overviewed');
  });

  report.chapter('S 3.1', 'STAT');
  await report.check('display names are those of the table', async () => {
    const body = await overview();
    same('name', body['status_display_name'], STATUSES[String(body['status'])]);
  });
  await report.check('a questionnaire moves through the statuses in their order, each logged', async () => {
    const log = itemsOf(await overview(), 'status_log');
    same(
      'statuses',
      log.map(({ to }) => to),
      ORDER,
    );
    holds(
      'each from the one before',
      log.slice(1).every(({ from }, i) => from === log[i]?.['to']),
      log,
    );
    holds(
      'times rise',
      log.slice(1).every(({ at }, i) => Number(at) >= Number(log[i]?.['at'])),
      log,
    );
  });
  await report.check('should_poll is true until it is processed, in the overview and over the list', async () => {
    const { body } = await child.post('/v1/questionnaire/upload/text', { text_content: PASTED.repeat(40) });
    const seen = [
      await overview(String(body['questionnaire_id'])),
      await child.ok('GET', '/v1/questionnaire/list?limit=1'),
    ];
    const done = await processed(child, String(body['questionnaire_id']));
    same('in the end', done['should_poll'], false);
    if (!seen.every(({ should_poll: more }) => more === true))
      throw new NotObserved('it was processed before the first look');
  });
  await report.check(
    'a text without questions is an extraction that failed, with its reason, and polls no more',
    async () => {
      const { body } = await child.post('/v1/questionnaire/upload/text', {
        text_content: '12 34 56 78 90 '.repeat(10),
      });
      const failed = await processed(child, String(body['questionnaire_id']));
      same(
        'status',
        [failed['status'], failed['status_display_name']],
        ['QUESTION_EXTRACTION_FAILED', 'Extraction failed'],
      );
      holds(
        'reason',
        itemsOf(failed, 'processing_logs').some(({ level }) => level === 'ERROR'),
        failed['processing_logs'],
      );
    },
  );
  await report.check('a failed one can be retried, and one that has not failed cannot', async () => {
    const body = await child.ok('GET', '/v1/questionnaire/search?query=@status:QUESTION_EXTRACTION_FAILED');
    const failed = String(itemsOf(body, 'questionnaires')[0]?.['id']);
    same('retry', (await child.post(`/v1/questionnaire/${failed}/retry`)).status, 200);
    await processed(child, failed);
    problem('retry', await child.post(`/v1/questionnaire/${id}/retry`), 409, 'invalid_transition');
  });

  report.chapter('D 7', 'LOGS');
  await report.check('each stage writes one line that tells what it did', async () => {
    const infos = itemsOf(await overview(), 'processing_logs').filter(({ level }) => level === 'INFO');
    const stages = itemsOf(partOf(await overview(), 'completion_metrics'), 'by_stage').map(({ stage }) => stage);
    same('stages', infos.map(({ stage }) => stage).sort(), stages.sort());
    holds(
      'how many and how long',
      infos.every(({ message }) => /\d/.test(String(message))),
      infos,
    );
  });

  report.chapter('D 3', 'ACCT');
  await report.check('every cell that is not empty is in a class with a reason', async () => {
    const body = await child.ok('GET', `/v1/questionnaire/${id}/extraction?limit=1000`);
    const coverage = partOf(await overview(), 'coverage');
    same(
      'entries',
      partOf(body, 'pagination')['total'],
      Object.values(coverage).reduce((a, b) => Number(a) + Number(b), 0),
    );
    same('questions', coverage['question'], QUESTIONS.length);
  });
  await report.check('PATCH edits the fields of a questionnaire, and only those sent', async () => {
    const path = `/v1/questionnaire/${id}`;
    const change = { title: 'Renamed', deal_value: 0.1, deadline: '2032-02-29' };
    const body = (await child.patch(path, change)).body;
    for (const [name, value] of Object.entries(change)) same(name, body[name], value);
    same('company', body['company_name'], 'Overviewed');
    same('cleared', (await child.patch(path, { deal_value: null, company_name: null })).body['company_name'], '');
    problem('date', await child.patch(path, { deadline: '2031-02-29' }), 422);
  });
  await report.check('DELETE removes it with all that is its', async () => {
    same('reply', await child.ok('DELETE', `/v1/questionnaire/${id}`), { id, deleted: true });
    for (const what of ['overview', 'questions', 'export'])
      problem(what, await child.get(`/v1/questionnaire/${id}/${what}`), 404);
  });
}
