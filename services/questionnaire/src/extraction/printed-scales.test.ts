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

  it.each([
    ['The rooms were clean\t\t1 - 2 - 3 - 4 - 5', 'The food was good    1 - 2 - 3 - 4 - 5'],
    ['Die Zimmer waren sauber\t1 / 2 / 3 / 4 / 5', 'Das Essen war gut\t1 / 2 / 3 / 4 / 5'],
    ['Sobe so bile čiste: 5 4 3 2 1', 'Hrana je bila dobra: 5 4 3 2 1'],
    ['房间很干净\t1 2 3 4 5', '食物很好\t1 2 3 4 5'],
  ])('may stand on their line, set apart: "%s"', (...lines) => {
    const asked = lines.map((line) => line.replace(/[:\s]+\d[\d\s/-]*$/, ''));
    for (const format of FORMATS) {
      const questions = questionsOf(documentOf(lines, format));
      expect(questions.map(({ text }) => text.replace(/:$/, ''))).toEqual(asked);
      expect(questions.map(({ options }) => options.length)).toEqual([5, 5]);
    }
  });

  it('make each entry of a list a question of its own, in lower case too', () => {
    const entries = ['worked with an issue tracker for years', 'wrote tests', 'read the plans of the project'];
    const lines = entries.map((text) => ({ text: `${text}\t1 - 2 - 3 - 4 - 5`, listLevel: 0 }));
    const questions = questionsOf(documentOf(['Before the project began I had often', ...lines]));
    expect(questions.map(({ text }) => text)).toEqual(entries);
    expect(questions.map(({ options }) => options.length)).toEqual([5, 5, 5]);
  });

  it('stand below a statement with signs between them', () => {
    const document = documentOf(['I was afraid of breaking the build.', '1 - 2 - 3 - 4 - 5']);
    expect(questionsOf(document).map(({ options }) => options.join(' '))).toEqual(['1 2 3 4 5']);
  });

  it('are none at the end of a sentence that counts', () => {
    expect(textsOf(['The phases are described in chapters 1 - 2 - 3 of the plan for phases 1 2 3'])).toEqual([]);
  });

  it.each([['12 13 14 15'], ['1 2 4 8'], ['1 2']])('ask nothing over other numbers: %s', (numbers) => {
    expect(textsOf(['The rooms were clean and quiet.', numbers, 'The food was good every day.', numbers])).toEqual([]);
  });
});
