import type { Area } from '../api/types.js';

/** A sheet "Controls" whose questions stand in C and whose answers go to E, and what a test says otherwise. */
export const area = (change: Partial<Area> = {}): Area => ({
  sheet_id: 'one',
  sheet: 'Controls',
  table: null,
  hidden: false,
  row_count: 9,
  column_count: 5,
  questions: 4,
  asks: true,
  headings: [],
  columns: { question: 'C', number: 'A', section: null, comment: null, answers: ['E'], choices: [] },
  first_row: 2,
  last_row: 9,
  ...change,
});
