import { describe, expect, it } from '@jest/globals';
import { questionsOf } from '../asked.fixture.js';
import { documentOf, textsOf } from '../text.fixture.js';

const optionsOf = (...document: Parameters<typeof documentOf>): string[][] =>
  questionsOf(documentOf(...document)).map(({ options }) => options);

describe('boxes below a question', () => {
  it('stay its options, however long and with whatever brackets', () => {
    const options = [
      'A statement of the artist: description of practice and goals (one page at most).',
      'Samples of work (title, year, medium, price) in one file.',
      'Other than small',
    ];
    const document = documentOf(['What have you attached to this form?', ...options.map((option) => `☐ ${option}`)]);
    expect(questionsOf(document).map((question) => question.options)).toEqual([options]);
  });

  it('are boxes too when the shape may be a bullet elsewhere', () => {
    const options = ['Changes in colour (often, seldom, never)', 'None of the above'];
    const lines = options.map((option) => ({ text: `□ ${option}`, options: [option] }));
    expect(optionsOf(['Have you seen any of these?', ...lines], 'pdf')).toEqual([options]);
  });

  it('take in the lower case in which a long one goes on', () => {
    const lines = [
      'Why do you use the service?',
      '☐ I would like to take part with a small share and',
      'see what comes of it',
      '☐ I do not know yet',
    ];
    expect(optionsOf(lines, 'pdf')).toEqual([
      ['I would like to take part with a small share and see what comes of it', 'I do not know yet'],
    ]);
  });

  it.each([
    ['(tick all that apply)'],
    ['(bitte alle in Frage kommenden Punkte auswählen)'],
    ['(plusieurs réponses possibles)'],
    ['only one answer'],
    ['można wybrać kilka'],
  ])('may have a remark beside them, which asks nothing: %s', (remark) => {
    const question = 'Which kinds of training do you offer?';
    const options = ['on site', 'remote'];
    expect(optionsOf([question, { text: remark, options }])).toEqual([options]);
    expect(optionsOf([question, remark, { text: '☐ on site ☐ remote', options }], 'pdf')).toEqual([options]);
  });

  it('belong to the question, not to the number of a page between them', () => {
    expect(optionsOf(['Which kinds do you offer?', '☐ on site', '7', '☐ remote'], 'pdf')).toEqual([
      ['on site', 'remote'],
    ]);
  });
});

describe('rows of a scale', () => {
  const rated = (text: string, options = ['never', 'often', 'always']) => ({ text, options, checked: [], rated: true });

  it('are one question each, in lower case too, and do not run into the words above them', () => {
    const document = documentOf(
      [
        '1. How do you see our hotline?',
        'Not at all\tAlways',
        rated('it is reached at once'),
        rated('its answers help'),
      ],
      'pdf',
    );
    expect(questionsOf(document).map(({ text, options }) => [text, options.length])).toEqual([
      ['How do you see our hotline?', 0],
      ['it is reached at once', 3],
      ['its answers help', 3],
    ]);
  });

  it('keep options that begin with a word of choice', () => {
    const options = ['Yes Always and everywhere', 'No Never and nowhere'];
    expect(questionsOf(documentOf([rated('The hotline is reached.', options)], 'pdf'))[0]?.options).toEqual(options);
  });
});

describe('introductions', () => {
  it('that ask for patience or imagination are no questions among questions', () => {
    const long = (start: string): string =>
      `${start} ${'with a good many words that tell what all of this is about '.repeat(5)}`;
    const questions = ['Do you back up data?', 'Do you test it?', 'Who is told?', 'How often is that?'];
    expect(textsOf([long('Describe in your mind a day at the office'), ...questions])).toEqual(questions);
  });
});
