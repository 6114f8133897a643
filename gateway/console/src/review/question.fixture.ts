import type { Question } from '../api/types.js';

/** A question with an answer, and what a test says otherwise. */
export const question = (change: Partial<Question> = {}): Question => ({
  id: 'q',
  sheet_id: 'one',
  ordinal: 0,
  section: null,
  number: null,
  text: 'Is it so?',
  location: { sheet: 'One', cell: 'A2' },
  answer_location: { sheet: 'One', cell: 'B2' },
  answer_type: 'text',
  options: [],
  is_required: false,
  existing_answer: null,
  answer: 'It is.',
  comment: null,
  answer_status: 'AI_ANSWERED',
  approved_by: null,
  approved_at: null,
  confidence: null,
  review_note: '',
  citations: [],
  assignee: null,
  version: 1,
  history_count: 0,
  ...change,
});
