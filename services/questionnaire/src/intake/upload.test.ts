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
    const list = () =>
      questionnaires.unary(questionnaires.stub.listQuestionnaires, { limit: 10, offset: 0 }, service.in(organization));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    armFailpoint('upload.rows_stored', () => held);
    await expect(send(500)).rejects.toMatchObject({ kind: 'unavailable' });
    // On the same connection, so the service has heard by then that the sender is gone.
    await list();
    release();
    const { questionnaireId } = await send(15_000);
    const { questionnaires: listed } = await list();
    expect(listed.map(({ id }) => id)).toEqual([questionnaireId]);
    await service.untilProcessed(organization, questionnaireId);
    expect(await check(service.db, systemClock)).toEqual([]);
  });
});
