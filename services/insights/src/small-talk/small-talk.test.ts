import { describe, expect, it } from '@jest/globals';
import { smallTalkReply } from './small-talk.js';
import { COURTESIES } from './words.js';

describe('a text that asks nothing', () => {
  it.each([
    [
      'en',
      [
        'hi',
        'Hello!',
        'Hey there 👋',
        'Good morning, Candor',
        'thanks a lot :-)',
        'OK, thank you very much!',
        '???',
        '🙂',
        'This is a test.',
        'What’s up',
      ],
    ],
    ['de', ['Guten Morgen', 'Hallo zusammen!', 'Vielen Dank, das war’s', 'Tschüss', 'Grüß Gott']],
    ['fr', ['Bonjour à tous', 'Merci beaucoup !', "D'accord, merci"]],
    ['es', ['¡Hola!', 'Buenos días', 'Muchas gracias']],
    ['pt', ['Olá', 'Bom dia, tudo bem?', 'Muito obrigada']],
    ['it', ['Buongiorno', 'Grazie mille!', 'Va bene, grazie']],
    ['nl', ['Goedemorgen', 'Dank je wel', 'Hoe gaat het?']],
    ['pl', ['Dzień dobry', 'Cześć', 'Dziękuję bardzo']],
    ['ja', ['こんにちは', 'ありがとうございます。', 'テスト']],
    ['zh', ['你好', '您好！', '谢谢']],
  ])('is answered in its language: %s', (language, texts) => {
    expect(texts.map((text) => [text, smallTalkReply(text)])).toEqual(
      texts.map((text) => [text, COURTESIES[language]?.reply]),
    );
  });
});

it.each([
  'Hi, do you encrypt data?',
  'Hello, MFA?',
  'SSO',
  'ISO 27001',
  'test results',
  'Do you test?',
  'Thanks. And backups?',
  'Who are you?',
  'you',
  'team',
  'Good day for a pentest?',
  'Is it ok to share this?',
  '24',
  'Danke, und wo liegen die Daten?',
  'Merci de décrire vos sauvegardes',
  '谢谢，数据存储在哪里？',
  'こんにちは、データはどこに保存されますか',
  `hi ${'hi '.repeat(20)}`,
])('a text that may ask something goes to the engine: %s', (text) => {
  expect(smallTalkReply(text)).toBeUndefined();
});
