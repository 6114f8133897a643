import { describe, expect, it } from '@jest/globals';
import { askedIn, placeName, questionsOf } from './asked.fixture.js';
import { extractQuestions } from './extract.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

const survey = (box: (option: string) => Value) =>
  sheetOf([
    ['Survey of canteens'],
    ['1.', 'How often is the menu changed?'],
    [null, 'Daily', box('Daily')],
    [null, 'Weekly', box('Weekly')],
    [null, 'Never', box('Never')],
    [],
    ['2.', 'Is there a vegetarian meal?'],
    [null, 'Yes, every day', box('Yes, every day')],
    [null, 'No', box('No')],
  ]);

describe('options in rows below their question', () => {
  it('are its options, each with the place of its box', () => {
    const found = questionsOf(workbookOf(survey(() => '☐')));
    expect(found.map(({ options }) => options)).toEqual([
      ['Daily', 'Weekly', 'Never'],
      ['Yes, every day', 'No'],
    ]);
    expect(found[0]?.optionLocations.map(({ location }) => placeName(location))).toEqual(['C3', 'C4', 'C5']);
    expect(found.map(({ existingAnswer }) => existingAnswer)).toEqual(['', '']);
  });

  it('are read with their ticks, and booked as options', () => {
    const model = workbookOf(survey((option) => (option === 'Weekly' || option === 'No' ? '☒' : '☐')));
    expect(questionsOf(model).map(({ existingAnswer }) => existingAnswer)).toEqual(['Weekly', 'No']);
    const reasons = extractQuestions(model).sheets[0]!.account.map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'option_below_question')).toHaveLength(5);
  });

  it('are no options where every row has its own box', () => {
    const sheet = sheetOf([
      ['Is the kitchen cleaned daily?', '☐'],
      ['Are fridges measured?', '☐'],
      ['Is waste sorted?', '☐'],
    ]);
    expect(askedIn(sheet)).toEqual(['A1>B1', 'A2>B2', 'A3>B3']);
  });
});
