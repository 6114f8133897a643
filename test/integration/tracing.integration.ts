import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api } from '../support/api.js';
import { startInstallation, type Installation } from '../support/installation.js';
import { MailBox } from '../support/mail-box.js';
import { csvOf, form } from '../support/multipart.js';
import { OpenApiChecker, type OpenApiDocument } from '../support/openapi-checker.js';
import { OtlpReceiver, pathOf, type ReceivedSpan } from '../support/otlp-receiver.js';
import { rabbitMqAvailable } from '../support/rabbitmq.js';

const available = await rabbitMqAvailable();

(available ? describe : describe.skip)('traces of an installation whose services are processes of their own', () => {
  let collector: OtlpReceiver;
  let mailBox: MailBox;
  let installation: Installation;
  let api: Api;
  beforeAll(async () => {
    [collector, mailBox] = await Promise.all([OtlpReceiver.start(), MailBox.start()]);
    installation = await startInstallation({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SMTP_URL: mailBox.url },
    });
    const document = (await (await fetch(`${installation.url}/openapi.json`)).json()) as OpenApiDocument;
    api = new Api(installation.url, { 'x-api-key': installation.key }, new OpenApiChecker(document));
  }, 180_000);
  afterAll(async () => {
    await installation.close();
    await Promise.all([collector.close(), mailBox.close()]);
  }, 120_000);

  /** The processes that a path went through, each once in its order. */
  const processes = (spans: ReceivedSpan[], name: string): string[] => {
    const services = pathOf(spans, name).map((step) => spans.filter((span) => span.name === step));
    return [...new Set(services.flatMap((same) => same.map(({ service }) => service)))];
  };

  it('go with an upload through the gateway, the service, and the worker over the broker', async () => {
    await api.post('/v1/questionnaire/upload/file', {
      headers: { 'x-request-id': 'upload' },
      body: form(['company_name', 'Acme'], ['file', csvOf(['Do you encrypt backups?'], 'q.csv')]),
    });
    const spans = await collector.trace('upload', ['questionnaire.finish'], 60_000);
    expect(processes(spans, 'questionnaire.finish').sort()).toEqual([
      'gateway',
      'questionnaire',
      'questionnaire-worker',
    ]);
    expect(pathOf(spans, 'questionnaire.finish')[0]).toBe('POST /v1/questionnaire/upload/file');
  }, 90_000);

  it('go with an update to its mail, and with a question to the engine', async () => {
    await api.post('/v1/trustportal/updates/subscribers', { json: { email: 'a@example.com', status: 'confirmed' } });
    await api.post('/v1/trustportal/updates', {
      headers: { 'x-request-id': 'update' },
      json: { title: 'News', description: 'Text.', send_immediately: true },
    });
    await mailBox.next('a@example.com');
    const spans = await collector.trace('update', ['mail.send']);
    expect(processes(spans, 'mail.send').sort()).toEqual(['gateway', 'trust-portal']);

    await api.post('/v1/insights/ask', {
      headers: { 'x-request-id': 'ask' },
      json: { question: 'Who approves access?', source_type: 'web_ui' },
    });
    const asked = await collector.trace('ask', ['insights.record']);
    const services = new Set(asked.map(({ service }) => service));
    expect(services).toEqual(new Set(['gateway', 'tenant', 'insights', 'questionnaire']));
  }, 90_000);
});
