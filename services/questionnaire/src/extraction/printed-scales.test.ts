import { describe, expect, it } from '@jest/globals';
import { questionsOf } from './asked.fixture.js';
import { documentOf, textsOf } from './text.fixture.js';

const FORMATS = ['pdf', 'docx'] as const;

describe('statements over the steps of a scale', () => {
  it.each([
    ['The course has helped me with my work.', 'I know more about safe passwords than before.'],
    ['Der Kurs hat mir bei der Arbeit geholfen.', 'Ich weiß jetzt mehr über sichere Passwörter.'],
    ['La formation m’a aidé dans mon travail.', 'Je connais mieux les mots de passe sûrs.'],
    ['Kurssi on auttanut minua työssäni paljon.', 'Tunnen nyt turvalliset salasanat paremmin kuin ennen.'],
    ['Курс помог мне в моей работе.', 'Теперь я больше знаю о надёжных паролях.'],
  ])('are asked in any language: "%s"', (first, second) => {
    for (const format of FORMATS)
      expect(textsOf([`1. ${first}`, '1\t2\t3\t4\t5', `2. ${second}`, '1\t2\t3\t4\t5'], format)).toEqual([
        first,
        second,
      ]);
  });

  it('are offered those steps, counted up or down', () => {
    const document = documentOf([
      'The rooms were clean and quiet.',
      '0 1 2 3',
      'The food was good every day.',
      '5 4 3 2 1',
    ]);
    expect(questionsOf(document).map(({ options }) => options.join(' '))).toEqual(['0 1 2 3', '5 4 3 2 1']);
  });

  it.each([['12 13 14 15'], ['1 2 4 8'], ['1 2']])('ask nothing over other numbers: %s', (numbers) => {
    expect(textsOf(['The rooms were clean and quiet.', numbers, 'The food was good every day.', numbers])).toEqual([]);
  });
});
