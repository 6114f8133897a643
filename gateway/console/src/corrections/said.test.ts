import { describe, expect, it } from '@jest/globals';
import type { Corrections } from '../api/types.js';
import { area } from './area.fixture.js';
import {
  isAdded,
  isRemoved,
  NOTHING_SAID,
  plain,
  problemOf,
  rolesOf,
  saidOf,
  takenBack,
  withAsks,
  withoutQuestion,
  withQuestion,
  withRole,
  withRow,
} from './said.js';
import { sayingsOf } from './words.js';

const controls = area();
const cell = (name: string) => ({ sheet: 'Controls', cell: name });

describe('what a column is said to be for', () => {
  it('keeps what the other columns were found to be for', () => {
    const said = withRole(NOTHING_SAID, controls, 'F', 'comment');
    expect(said.areas).toEqual([
      { sheet: 'Controls', columns: { question: 'C', number: 'A', answers: ['E'], comment: 'F' } },
    ]);
  });

  it('takes the only column of questions from where it was', () => {
    const said = withRole(NOTHING_SAID, controls, 'B', 'question');
    expect(said.areas[0]?.columns).toEqual({ question: 'B', number: 'A', answers: ['E'] });
    expect([...rolesOf(controls, saidOf(said, controls))]).not.toContainEqual(['C', 'question']);
  });

  it('takes several columns of answers or of choices, in their order, and never both', () => {
    const two = withRole(NOTHING_SAID, controls, 'D', 'answer');
    expect(two.areas[0]?.columns?.answers).toEqual(['D', 'E']);
    const choices = withRole(withRole(two, controls, 'AA', 'choice'), controls, 'F', 'choice');
    expect(choices.areas[0]?.columns).toEqual({ question: 'C', number: 'A', choices: ['F', 'AA'] });
    expect(withRole(choices, controls, 'E', 'answer').areas[0]?.columns?.choices).toBeUndefined();
  });

  it('is nothing any more when the last one is taken back, and rows stay', () => {
    const found = area({ columns: null });
    const said = withRole(withRow(NOTHING_SAID, found, 'first_row', 3), found, 'B', 'question');
    expect(said.areas).toEqual([{ sheet: 'Controls', columns: { question: 'B' }, first_row: 3 }]);
    expect(withRole(said, found, 'B', '').areas).toEqual([{ sheet: 'Controls', first_row: 3 }]);
    expect(withRow(withRole(said, found, 'B', ''), found, 'first_row', undefined).areas).toEqual([]);
  });

  it('names the table when it is one of a text', () => {
    const table = area({ sheet: '', table: 2, columns: null });
    expect(withRole(NOTHING_SAID, table, 'A', 'question').areas).toEqual([
      { sheet: '', table: 2, columns: { question: 'A' } },
    ]);
  });
});

describe('a sheet that is not for us', () => {
  it('is said to be nothing else, and is for us again when that is taken back', () => {
    const said = withAsks(withRole(NOTHING_SAID, controls, 'B', 'question'), controls, false);
    expect(said.areas).toEqual([{ sheet: 'Controls', asks: false }]);
    expect(withAsks(said, controls, true)).toEqual(NOTHING_SAID);
  });
});

describe('a single question', () => {
  it('is added with the place of its answer, taken away, and as it was found again', () => {
    const added = withQuestion(NOTHING_SAID, cell('C44'), cell('E44'));
    expect(added.add).toEqual([{ location: cell('C44'), answer_location: cell('E44') }]);
    expect(isAdded(added, cell('C44'))).toBe(true);
    const removed = withoutQuestion(added, cell('C44'));
    expect([removed.add, removed.remove]).toEqual([[], [{ location: cell('C44') }]]);
    expect(isRemoved(removed, cell('C44'))).toBe(true);
    expect(takenBack(removed, cell('C44'))).toEqual(NOTHING_SAID);
    expect(withQuestion(removed, cell('C44')).remove).toEqual([]);
  });

  it('is told from one at the same cell of another sheet', () => {
    const said = withQuestion(NOTHING_SAID, cell('C44'));
    expect(isAdded(said, { sheet: 'Other', cell: 'C44' })).toBe(false);
  });
});

describe('corrections as the service gives them', () => {
  it('are taken without what says nothing', () => {
    const given: Corrections = {
      areas: [
        {
          sheet: 'Controls',
          table: null,
          asks: true,
          columns: { question: 'C', number: null, section: null, comment: null, answers: ['E'], choices: [] },
          first_row: null,
          last_row: 8,
        },
      ],
      add: [{ location: cell('C4') }],
      remove: [],
    };
    expect(plain(given).areas).toEqual([
      { sheet: 'Controls', columns: { question: 'C', answers: ['E'] }, last_row: 8 },
    ]);
    expect(plain(given).add).toEqual([{ location: cell('C4') }]);
  });
});

describe('corrections that cannot be sent', () => {
  it('are told in words', () => {
    const one = withRole(NOTHING_SAID, controls, 'F', 'choice');
    expect(problemOf(one)).toBe('Controls: choose at least two columns of choices, or one column of answers.');
    const upside = withRow(withRow(NOTHING_SAID, controls, 'first_row', 9), controls, 'last_row', 3);
    expect(problemOf(upside)).toBe('Controls: the last row is above the first one.');
    expect(problemOf(withRole(one, controls, 'G', 'choice'))).toBeUndefined();
  });
});

describe('what was said, in words', () => {
  it('names each, and takes back that one alone', () => {
    const said = withoutQuestion(
      withQuestion(
        withRow(withRole(NOTHING_SAID, controls, 'F', 'comment'), controls, 'first_row', 5),
        cell('C44'),
        cell('E44'),
      ),
      cell('C7'),
    );
    const sayings = sayingsOf(said);
    expect(sayings.map(({ words }) => words)).toEqual([
      'Controls: questions in C, numbers in A, comments in F, answers in E, from row 5',
      'Controls!C44 is a question, answered in E44',
      'Controls!C7 is not a question',
    ]);
    expect(sayings.reduce((left, { without }) => without(left), said)).toEqual(NOTHING_SAID);
    expect(sayings[1]?.without(said).remove).toEqual(said.remove);
  });
});
