import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '../support/harness.js';
import { freePort } from '../support/ports.js';

let system: TestSystem;
let internal: string;
beforeAll(async () => {
  const port = await freePort();
  internal = `http://127.0.0.1:${port}/metrics`;
  system = await startSystem({ CANDOR_INTERNAL_PORT: String(port) });
});
afterAll(() => system.close());

it('calls, jobs and queues are measured on the internal port of the embedded process', async () => {
  await system.api.post('/v1/insights/ask', { json: { question: 'Who?', source_type: 'web_ui' } });
  await system.api.post('/v1/insights/ask', { json: { question: ' ![](x) ', source_type: 'web_ui' } });
  const text = await (await fetch(internal)).text();
  const value = (series: string): number => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1));
  };
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
