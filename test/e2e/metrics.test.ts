import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';
import { freePort } from '../support/ports.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';
import { expressions, missing } from '../support/watched.js';

let system: TestSystem;
let internal: string;
beforeAll(async () => {
  const port = await freePort();
  internal = `http://127.0.0.1:${port}/metrics`;
  system = await startSystem({ CANDOR_INTERNAL_PORT: String(port) });
});
afterAll(() => system.close());

const exposed = async (): Promise<string> => (await fetch(internal)).text();
const valueIn = (text: string, series: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
};

it('calls, jobs and queues are measured on the internal port of the embedded process', async () => {
  await system.api.post('/v1/insights/ask', { json: { question: 'Who?', source_type: 'web_ui' } });
  await system.api.post('/v1/insights/ask', { json: { question: ' ![](x) ', source_type: 'web_ui' } });
  const text = await exposed();
  const value = (series: string): number => valueIn(text, series);
  const method = 'method="/candor.insights.v1.InsightsService/Ask"';
  expect(value(`candor_rpc_duration_seconds_count{${method},outcome="ok"}`)).toBe(1);
  expect(value(`candor_rpc_duration_seconds_count{${method},outcome="refused"}`)).toBe(1);
  expect(value('candor_job_duration_seconds_count{job="insights.record",outcome="done"}')).toBe(1);
  expect(value('candor_jobs_waiting{job="insights.record"}')).toBe(0);
  expect(value('candor_jobs_oldest_seconds{job="insights.record"}')).toBe(0);
  expect(value('candor_http_request_duration_seconds_count{method="POST",route="/v1/insights/ask",status="200"}')).toBe(
    1,
  );
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(value('candor_database_scans_total')).toBe(0);
});

it('stages of questionnaires, mails and open work are measured', async () => {
  await uploadQuestionnaire(system.api);
  await system.api.post('/v1/trustportal/updates/subscribers', {
    json: { email: 'a@example.com', status: 'confirmed' },
  });
  await system.api.post('/v1/trustportal/updates', {
    json: { title: 'News', description: 'Text.', send_immediately: true },
  });
  // Without a mail server it lies in the outbox.
  const kept = 'candor_mails_total{kind="update",outcome="kept"}';
  const text = await eventually('the mail is counted', async () => {
    const now = await exposed();
    return valueIn(now, kept) === 1 ? now : undefined;
  });
  for (const stage of ['validation', 'extraction', 'answering'])
    expect(valueIn(text, `candor_stage_duration_seconds_count{stage="${stage}",outcome="done"}`)).toBe(1);
  for (const job of ['trust-portal.notify', 'insights.record', 'tenant.webhook'])
    expect(valueIn(text, `candor_work_open{job="${job}"}`)).toBe(0);
});

it('every metric that alerts and dashboards name is exposed by the running process', async () => {
  const text = await exposed();
  expect(missing('sum by (job) (rate(candor_imaginary_total{job="x"}[5m])) > 1', text)).toEqual([
    'candor_imaginary_total',
  ]);
  for (const expression of expressions)
    expect({ expression, missing: missing(expression, text) }).toEqual({ expression, missing: [] });
});
