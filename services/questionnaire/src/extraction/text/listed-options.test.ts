import { describe, expect, it } from '@jest/globals';
import { questionsOf } from '../asked.fixture.js';
import { documentOf, textsOf } from '../text.fixture.js';

const asked = (...document: Parameters<typeof documentOf>): [string, string[]][] =>
  questionsOf(documentOf(...document)).map(({ text, options }) => [text, options]);

const question = (text: string, number?: string) => ({
  text,
  listLevel: 0,
  ...(number === undefined ? {} : { number }),
});
const entry = (text: string) => ({ text, listLevel: 1 });

describe('what is listed one level below a question', () => {
  it('is offered to it, in capitals, with numbers and signs, and "other" with a blank as well', () => {
    const document = [
      question('HOW MANY SHIFTS DOES YOUR COMPANY WORK?'),
      ...['1 SHIFT: DAY', '2 SHIFTS: DAY AND NIGHT', '< 50', 'OTHER: ________'].map(entry),
      question('Who is trained?'),
      ...['3', 'Everybody'].map(entry),
    ];
    expect(asked(document)).toEqual([
      ['HOW MANY SHIFTS DOES YOUR COMPANY WORK?', ['1 SHIFT: DAY', '2 SHIFTS: DAY AND NIGHT', '< 50', 'OTHER']],
      ['Who is trained?', ['3', 'Everybody']],
    ]);
  });

  it('is a question of its own when it asks, or has a blank of its own', () => {
    const document = [
      question('Who may we call?'),
      ...['Name: ________', 'Telephone: ________', 'When may we call them?'].map(entry),
    ];
    expect(textsOf(document)).toEqual(['Who may we call?', 'Name:', 'Telephone:', 'When may we call them?']);
  });

  it.each([
    'Other',
    'Sonstiges',
    'Autre',
    'Otro',
    'Outra',
    'Altro',
    'Anders',
    'Inne',
    'Jiné',
    'Annat',
    'Muu',
    'Egyéb',
    'Другое',
    'Diğer',
  ])('may end with "%s: ____", which asks nothing by itself', (other) => {
    expect(textsOf(['Which tools do you use?', 'Hammers', 'Saws', `${other}: ________`])).toEqual([
      'Which tools do you use?',
    ]);
  });
});

describe('blanks', () => {
  it('are labelled by what stands in front of them, not by how they are filled', () => {
    expect(textsOf(['Study number: ________ (e.g. 001)', 'Date: ________ (DD/MM/YYYY)'])).toEqual([
      'Study number:',
      'Date:',
    ]);
    expect(textsOf(['Weight: ________ kg', 'Share: ________ % of staff', 'Size: ____ m²'])).toEqual([
      'Weight:',
      'Share:',
      'Size:',
    ]);
    expect(textsOf(['Lower bound: ____   Upper bound: ____'])).toEqual(['Lower bound:', 'Upper bound:']);
  });

  it('behind the boxes of a statement are no option, and the statement is asked', () => {
    const boxes = '□ Right          □ Wrong          Sure to: _____ %';
    const statements = ['Most apples are grown without any spraying.', 'Bees sleep at night in most of the country.'];
    const document = statements.flatMap((text, i) => [{ text, number: `${i + 1}.` }, { text: boxes }]);
    expect(asked(document)).toEqual(statements.map((text) => [text, ['Right', 'Wrong']]));
  });
});

describe('numbers and marks of other scripts and habits', () => {
  it.each([
    ['1、你们是否备份数据？', '1', '你们是否备份数据？'],
    ['08- Quem é o responsável pelo site?', '08', 'Quem é o responsável pelo site?'],
    ['2．担当者はいますか？', '2', '担当者はいますか？'],
  ])('are split from the question: %s', (text, number, rest) => {
    const [found] = questionsOf(documentOf([text, 'Why is that?', 'Who decides?']));
    expect([found?.number, found?.text]).toEqual([number, rest]);
  });

  it('ask in the middle of a text, in front of a remark in brackets, and where the mark was forgotten', () => {
    const texts = [
      '价值达到多大时？你开始考虑诚信问题，但不会付出大的精力。',
      '对上述问题，请给出一个分值。',
      '気づいたことがあれば自由に書いてください。（省略可）',
      'Heeft u nagedacht over hoe uw website gevonden gaat worden',
    ];
    expect(textsOf([...texts, 'Who decides?', 'When is that?', 'Why is that?'])).toHaveLength(7);
  });
});

describe('labels and questions of forms in running text', () => {
  it('are asked when the first word could be a verb, and when a list has no numbers', () => {
    expect(textsOf(['Name of the hotel:', 'Check-in date:', 'Check-out date:'])).toHaveLength(3);
    const texts = [
      'What kind of coating do you want? Several layers, with or without compounds of other metals.',
      'Who is told?',
      'How thick is it?',
    ];
    expect(textsOf(texts.map((text) => ({ text, listLevel: 0 })))).toEqual(texts);
  });

  it('are none when they only tell where the form is to be sent', () => {
    expect(
      textsOf(['Please send the completed form by e-mail to:', 'Who is told?', 'Who decides?', 'Why is that?']),
    ).toHaveLength(3);
  });
});

describe('lines that announce questions', () => {
  it.each([
    'Please answer the following questions in your own words.',
    'Bewerten Sie bitte die folgenden Aussagen.',
    'Arvioi seuraavia väittämiä asteikolla 1...5.',
    'Svara på följande frågor med egna ord:',
    'Proszę odpowiedzieć na poniższe pytania.',
    'Ответьте на следующие вопросы.',
    'Responda a las siguientes preguntas.',
    'Veuillez répondre aux questions suivantes.',
    '请回答以下问题。',
  ])('ask nothing: %s', (line) => {
    const questions = ['Who decides?', 'What is tested?', 'How often is that?', 'Why is that?'];
    expect(textsOf([line, ...questions])).toEqual(questions);
  });

  it('are no questions about one of them', () => {
    expect(textsOf(['Which of the following statements is right for you?', 'Why is that?'])).toHaveLength(2);
  });
});
