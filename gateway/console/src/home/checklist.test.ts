import { describe, expect, it } from '@jest/globals';
import { checklistOf } from './checklist.js';
import type { QuestionnaireWork, Work } from './work.js';

const nothing: QuestionnaireWork = {
  open_questions: 0,
  assigned_questions: 0,
  questionnaires_total: 0,
  uploaded: false,
  reviewed: false,
  exported: false,
  questionnaires: [],
  asked: [],
  to_approve: [],
  sent_back: [],
  overdue: 0,
  dueSoon: 0,
  mine: '',
};
const work = (done: Partial<QuestionnaireWork>, any: boolean): Work => ({
  questionnaires: { ...nothing, ...done },
  knowledge: { any, expiring: 0 },
  portal: undefined,
});

describe('the first steps', () => {
  it('begin with the evidence', () => {
    expect(checklistOf(work({}, false))).toEqual({
      evidence: 'next',
      upload: 'waiting',
      review: 'waiting',
      export: 'waiting',
    });
  });

  it('lead to the first that is not done, in whatever order they were done', () => {
    expect(checklistOf(work({ uploaded: true }, false))).toMatchObject({ evidence: 'next', upload: 'done' });
    expect(checklistOf(work({ uploaded: true, reviewed: true }, true))).toMatchObject({ export: 'next' });
  });

  it('are over when all are done, and not shown to a key that cannot see them', () => {
    expect(checklistOf(work({ uploaded: true, reviewed: true, exported: true }, true))).toBeUndefined();
    expect(checklistOf({ ...work({}, false), knowledge: undefined })).toBeUndefined();
  });
});
