import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from '../asked.fixture.js';
import { extractQuestions } from '../extract.js';
import { documentOf } from '../text.fixture.js';

const seen = (...args: Parameters<typeof documentOf>): string[] =>
  questionsOf(documentOf(...args)).map(({ text, answerLocation }) => `${text} > ${placeName(answerLocation)}`);

const entry = (text: string, n: number) => ({ text, number: `${n}.`, listLevel: 0 });

describe('lists below questions in text', () => {
  const document: Parameters<typeof documentOf>[0] = [
    '# Cleaning',
    { text: 'Which of the following plans exist?', number: '1.', listLevel: 0 },
    entry('Hygiene plan', 1),
    entry('Waste plan', 2),
    entry('Plan for spills', 3),
    '________________________',
    { text: 'How often are floors washed?', number: '2.', listLevel: 0 },
    '________________________',
    { text: 'Describe how staff are trained.', number: '3.', listLevel: 0 },
    '________________________',
  ];

  it('belong to a question about the following, with the line below the list', () => {
    expect(seen(document)).toEqual([
      'Which of the following plans exist? > p6',
      'How often are floors washed? > p8',
      'Describe how staff are trained. > p10',
    ]);
  });

  it('are booked as options, not as headings', () => {
    const [sheet] = extractQuestions(documentOf(document)).sheets;
    const below = sheet!.account.filter((entry_) => entry_.reason === 'list_below_question');
    expect(below.map(({ text }) => text)).toEqual(['Hygiene plan', 'Waste plan', 'Plan for spills']);
    expect(sheet!.questions.map(({ section }) => section)).toEqual(['Cleaning', 'Cleaning', 'Cleaning']);
  });

  it('are fields of their own where each entry has a line', () => {
    expect(
      seen([
        'Which of the following contacts exist?',
        entry('Site manager ____________', 1),
        entry('Head of cleaning ____________', 2),
        'Who is on call at night?',
        'Who answers complaints?',
      ]),
    ).toEqual([
      'Which of the following contacts exist? > -',
      'Site manager > p2',
      'Head of cleaning > p3',
      'Who is on call at night? > -',
      'Who answers complaints? > -',
    ]);
  });
});
