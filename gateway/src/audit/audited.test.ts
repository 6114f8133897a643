import { describe, expect, it } from '@jest/globals';
import { routes } from '../routes/table.js';
import { AUDITED, NOT_RECORDED, RECORDED_BEHIND } from './audited.js';

describe('the audit log', () => {
  it('knows of every operation that changes something, and of no other but exports and a sign-in that a browser is led to', () => {
    const known = [...Object.keys(AUDITED), ...RECORDED_BEHIND, ...Object.keys(NOT_RECORDED)];
    expect(new Set(known).size).toBe(known.length);
    const changing = routes.filter(({ method }) => method !== 'get').map(({ operationId }) => operationId);
    expect(known.sort()).toEqual(
      [...changing, 'exportQuestionnaire', 'exportBacktest', 'getExportReceipt', 'finishOidc'].sort(),
    );
  });

  it('names each action as thing.happened', () => {
    for (const { action } of Object.values(AUDITED)) expect(action).toMatch(/^[a-z]+\.[a-z_]+$/);
  });
});
