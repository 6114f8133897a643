import { AppError, newId, systemClock } from '@candor/runtime';
import {
  QuestionnaireServiceService,
  type ReplaceFileRequest,
} from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { check } from '../admin/check.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';

const CSV = Buffer.from('ID,Question,Answer\n1,Is stored data encrypted?,\n2,Who reviews access rights?,\n');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The beginning of a workbook, and no more. */
const DAMAGED = Buffer.from('504b0304140000000800', 'hex');

describe('a file that could not be read', () => {
  const organization = newId();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const replace = (id: string, bytes: Buffer, { where = organization, creationId = '' } = {}) => {
    const { stream, reply } = service.questionnaires.clientStream(
      QuestionnaireServiceService.replaceFile,
      service.in(where),
    );
    const send = (part: ReplaceFileRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: 'second.csv', mimeType: 'text/csv' } });
    send({ $case: 'chunk', value: bytes });
    send({ $case: 'done', value: { id, creationId } });
    stream.end();
    return reply;
  };
  const failed = async (): Promise<string> => {
    const assignees = [{ id: newId(), type: 'USER' }];
    const fields = { companyName: 'Northgate Bank', deadline: '2027-03-31', assignees };
    const id = await service.uploadFile(organization, 'First.xlsx', XLSX, DAMAGED, fields);
    const { questionnaire } = await service.untilProcessed(organization, id);
    expect(questionnaire?.status).toBe('ANALYSIS_FAILED');
    return id;
  };
  const refusal = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => undefined,
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );

  it('is replaced: the questionnaire stays the same, and runs from the start', async () => {
    const id = await failed();
    const before = await service.overview(organization, id);
    await replace(id, CSV);
    const after = await service.untilProcessed(organization, id);
    expect(after.questionnaire).toMatchObject({
      id,
      title: 'First',
      companyName: 'Northgate Bank',
      deadline: '2027-03-31',
      status: 'ANSWERING_COMPLETED',
      totalQuestions: 2,
    });
    expect(after.assignees).toEqual(before.assignees);
    expect(after.completionMetrics?.startedAt).toBeGreaterThan(before.completionMetrics?.finishedAt ?? Infinity);
    expect(after.file).toMatchObject({ name: 'second.csv', size: CSV.length });
    expect(after.statusLog.map(({ reason }) => reason)).toContain('file_replaced');
    // The file before is gone, and nothing is left that belongs to nobody.
    await until(
      () => check(service.db, systemClock),
      (findings) => findings.length === 0,
    );
    expect(await service.db.collection('file_owners').countDocuments({ questionnaireId: id })).toBe(1);
  });

  it('that failed again can be replaced again', async () => {
    const id = await failed();
    await replace(id, Buffer.from('Greetings\nto everybody\n'));
    expect((await service.untilProcessed(organization, id)).questionnaire?.status).toBe('QUESTION_EXTRACTION_FAILED');
    await replace(id, CSV);
    expect((await service.untilProcessed(organization, id)).questionnaire?.totalQuestions).toBe(2);
  });

  it('is replaced once, however often the call is repeated', async () => {
    const id = await failed();
    const creationId = newId();
    await replace(id, CSV, { creationId });
    await service.untilProcessed(organization, id);
    await replace(id, CSV, { creationId });
    const { statusLog } = await service.overview(organization, id);
    expect(statusLog.filter(({ reason }) => reason === 'file_replaced')).toHaveLength(1);
    expect(await check(service.db, systemClock)).toEqual([]);
  });

  it('is all that can be replaced, and only in the own organization', async () => {
    const id = await service.uploadCsv(organization, ['ID,Question,Answer', '1,Is stored data encrypted?,']);
    await service.untilProcessed(organization, id);
    expect(await refusal(replace(id, CSV))).toBe('invalid_transition');
    expect(await refusal(replace(await failed(), CSV, { where: newId() }))).toBe('questionnaire_not_found');
    expect(await refusal(replace(newId(), CSV))).toBe('questionnaire_not_found');
    expect(await check(service.db, systemClock)).toEqual([]);
  });
});
