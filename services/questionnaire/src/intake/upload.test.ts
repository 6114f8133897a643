import { armFailpoint, newId, systemClock } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { check } from '../admin/check.js';
import { startTestService, uploadFields, type TestService } from '../questionnaire.fixture.js';

describe('an upload whose sender was told that it took too long', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it('is not there afterwards, so that sending it again does not double it', async () => {
    const organization = newId();
    const { questionnaires } = service;
    const request = { textContent: 'Do you encrypt all data? '.repeat(5), sourceType: '', fields: uploadFields({}) };
    const send = (deadlineMs: number) =>
      questionnaires.unary(questionnaires.stub.uploadText, request, { ...service.in(organization), deadlineMs });
    let passed: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (passed = resolve));
    armFailpoint('upload.rows_stored', async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      passed();
    });
    await expect(send(500)).rejects.toMatchObject({ kind: 'unavailable' });
    await over;
    const { questionnaireId } = await send(15_000);
    const { questionnaires: listed } = await questionnaires.unary(
      questionnaires.stub.listQuestionnaires,
      { limit: 10, offset: 0 },
      service.in(organization),
    );
    expect(listed.map(({ id }) => id)).toEqual([questionnaireId]);
    await service.untilProcessed(organization, questionnaireId);
    expect(await check(service.db, systemClock)).toEqual([]);
  });
});
