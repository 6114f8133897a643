import { AppError, silentLogger } from '@candor/runtime';
import { describe, expect, it } from '@jest/globals';
import { routes } from '../routes/table.js';
import { recordAudit, type AuditEvent } from './recorder.js';

const route = routes.find(({ operationId }) => operationId === 'deleteQuestionnaire')!;
const call = {
  params: { questionnaire_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
  query: {},
  body: undefined,
  reply: {},
  from: { requestId: 'r' },
};

describe('what a call did', () => {
  it('is recorded once, although the answer to the first try comes too late', async () => {
    const kept = new Map<string, AuditEvent>();
    let tries = 0;
    const sink = {
      append: (_from: unknown, event: AuditEvent) => {
        kept.set(event.id, event);
        tries++;
        return tries < 3
          ? Promise.reject(new AppError('unavailable', 'deadline_exceeded', 'Try again.'))
          : Promise.resolve();
      },
    };
    await recordAudit(sink, route, call, silentLogger());
    await recordAudit(sink, route, call, silentLogger());
    expect(tries).toBe(4);
    expect([...kept.values()]).toMatchObject([
      { action: 'questionnaire.deleted', targetType: 'questionnaire', targetId: call.params.questionnaire_id },
      { action: 'questionnaire.deleted' },
    ]);
  });
});
