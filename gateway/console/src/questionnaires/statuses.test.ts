import { describe, expect, it } from '@jest/globals';
import { stepStates, toneOf } from './statuses.js';

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
