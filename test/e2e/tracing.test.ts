import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox } from '../support/mail-box.js';
import { csvOf, form } from '../support/multipart.js';
import { OtlpReceiver, pathOf } from '../support/otlp-receiver.js';

const UPLOAD = 'POST /v1/questionnaire/upload/file';
const UPLOAD_CALL = 'candor.questionnaire.v1.QuestionnaireService/UploadFile';
const STAGES = ['validate', 'extract', 'plan', 'answer_batch', 'finish'].map((stage) => `questionnaire.${stage}`);

describe('traces', () => {
  let collector: OtlpReceiver;
  let mailBox: MailBox;
  let system: TestSystem;
  beforeAll(async () => {
    [collector, mailBox] = await Promise.all([OtlpReceiver.start(), MailBox.start()]);
    system = await startSystem({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20secret',
      SMTP_URL: mailBox.url,
    });
  });
  afterAll(async () => {
    await system.close();
    await Promise.all([collector.close(), mailBox.close()]);
  });

  it('hold an upload as one: the request, the call of the service, and each job after the one that asked for it', async () => {
    const { status } = await system.api.post('/v1/questionnaire/upload/file', {
      headers: { 'x-request-id': 'traced-upload' },
      body: form(['company_name', 'Acme'], ['file', csvOf(['Do you encrypt the crown jewels?'], 'secret.csv')]),
    });
    expect(status).toBe(200);
    const spans = await collector.trace('traced-upload', [UPLOAD, UPLOAD_CALL, ...STAGES]);
    expect(pathOf(spans, 'questionnaire.finish')).toEqual([UPLOAD, UPLOAD_CALL, UPLOAD_CALL, ...STAGES]);
    expect(spans.filter(({ name }) => name === UPLOAD)).toHaveLength(1);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === '')).toHaveLength(1);
  });

  it('hold a published update as one, through to its mails', async () => {
    await system.api.post('/v1/trustportal/updates/subscribers', {
      json: { email: 'reader@example.com', status: 'confirmed' },
    });
    await system.api.post('/v1/trustportal/updates', {
      headers: { 'x-request-id': 'traced-update' },
      json: { title: 'A new report', description: 'It is there.', send_immediately: true },
    });
    await mailBox.next('reader@example.com');
    const spans = await collector.trace('traced-update', ['update.dispatch', 'mail.send']);
    const call = 'candor.trust_portal.v1.TrustPortalService/CreateUpdate';
    expect(pathOf(spans, 'mail.send')).toEqual([
      'POST /v1/trustportal/updates',
      call,
      call,
      'update.dispatch',
      'mail.send',
    ]);
  });

  it("continue the client's own trace, and tell a refusal from a failure", async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await system.api.get('/v1/questionnaire/00000000-0000-4000-8000-000000000000/overview', {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'traced-refusal' },
    });
    const spans = await collector.trace('traced-refusal', ['GET /v1/questionnaire/{questionnaire_id}/overview']);
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(spans.find(({ name }) => name.startsWith('GET'))?.parentSpanId).toBe('b7ad6b7169203331');
    expect(spans.filter(({ failed }) => failed)).toEqual([]);
  });

  it('hold no text of documents, no addresses and no keys; the collector gets the headers that it wants', () => {
    expect(collector.headers['x-collector-key']).toBe('a secret');
    expect(collector.raw).not.toContain('crown jewels');
    expect(collector.raw).not.toContain('secret.csv');
    expect(collector.raw).not.toContain('reader@example.com');
    expect(collector.raw).not.toContain(system.key);
  });
});
