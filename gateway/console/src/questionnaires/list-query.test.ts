import { describe, expect, it } from '@jest/globals';
import { dayFrom, isNarrowed, optionsFor, searchFor, type ListQuery } from './list-query.js';

const ALL: ListQuery = {
  words: '',
  status: '',
  assignee: '',
  due: '',
  open: false,
  sort: 'created_at',
  order: 'desc',
  page: 0,
};
const NOW = new Date(2027, 2, 31, 23, 30);

describe('what the list is asked for', () => {
  it('is everything, newest first, as long as nothing is chosen', () => {
    expect(isNarrowed(ALL)).toBe(false);
    expect(optionsFor(ALL, NOW)).toEqual({ sort: 'created_at', order: 'desc' });
  });

  it('is the words and the status', () => {
    expect(searchFor({ words: ' soc 2 ', status: 'COMPLETED' })).toBe('soc 2 @status:COMPLETED');
  });

  it('counts the days of deadlines in the calendar of the person, and leaves out what is completed', () => {
    expect(dayFrom(1, NOW)).toBe('2027-04-01');
    expect(optionsFor({ ...ALL, due: 'overdue' }, NOW)).toMatchObject({ deadline_to: '2027-03-30', open: 'true' });
    expect(optionsFor({ ...ALL, due: 'week' }, NOW)).toMatchObject({
      deadline_from: '2027-03-31',
      deadline_to: '2027-04-07',
    });
    expect(optionsFor({ ...ALL, due: 'none', assignee: 'a,b' }, NOW)).toMatchObject({
      deadline: 'none',
      assignee: 'a,b',
    });
  });
});
