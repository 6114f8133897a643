import { describe, expect, it } from '@jest/globals';
import { canReplaceFile, canRetry, stepStates, toneOf } from './statuses.js';

describe('the steps of the processing', () => {
  it('follow the status', () => {
    expect(stepStates(['UPLOADED'])).toEqual(['now', 'waiting', 'waiting', 'waiting']);
    expect(stepStates(['UPLOADED', 'ANALYSIS_IN_PROGRESS'])).toEqual(['done', 'now', 'waiting', 'waiting']);
    expect(stepStates(['ANSWERING_IN_PROGRESS'])).toEqual(['done', 'done', 'done', 'now']);
    expect(stepStates(['COMPLETED'])).toEqual(['done', 'done', 'done', 'done']);
  });

  it('show a failure at the step in which it happened', () => {
    expect(stepStates(['UPLOADED', 'QUEUED_PENDING_REVIEW', 'ANALYSIS_FAILED'])).toEqual([
      'failed',
      'waiting',
      'waiting',
      'waiting',
    ]);
    expect(stepStates(['QUESTION_EXTRACTION_IN_PROGRESS', 'QUESTION_EXTRACTION_FAILED'])[2]).toBe('failed');
    expect(toneOf('ANSWERING_FAILED')).toBe('bad');
  });
});

describe('a failure', () => {
  const file = { name: 'a.xlsx', size: 1, mime_type: '', sha256: '' };
  const failed = (reason: string, status: 'ANALYSIS_FAILED' | 'ANSWERING_FAILED' = 'ANALYSIS_FAILED') => ({
    status,
    file,
    status_log: [{ at: 1, from: null, to: status, actor: 'pipeline', reason }],
  });

  it('that lies in the file is not retried, but gets another file', () => {
    expect(canRetry(failed('password_protected'))).toBe(false);
    expect(canReplaceFile(failed('password_protected'))).toBe(true);
    expect(canReplaceFile({ ...failed('file_damaged'), file: null })).toBe(false);
  });

  it('of ours can be retried', () => {
    expect(canRetry(failed('internal_error'))).toBe(true);
    expect(canReplaceFile(failed('gave_up', 'ANSWERING_FAILED'))).toBe(false);
  });
});
