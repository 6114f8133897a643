import { describe, expect, it } from '@jest/globals';
import { questionsOf } from '../asked.fixture.js';
import { documentOf, textsOf } from '../text.fixture.js';

describe('entries that count from one under each question', () => {
  it.each([
    ['State your education:', 'How many children do you have?', 'How did you hear of us?'],
    ['Nennen Sie Ihren Schulabschluss:', 'Wie viele Kinder haben Sie?', 'Wie haben Sie von uns gehört?'],
    ['Укажите уровень образования:', 'Сколько у Вас детей?', 'Как узнали о нас?'],
    ['Indique su nivel de estudios:', '¿Cuántos hijos tiene?', '¿Cómo supo de nosotros?'],
  ])('are offered to it: %s', (first, second, third) => {
    const lists = [first, second, third].flatMap((question) => [question, '1. First', '2. Second', '3. Another one']);
    expect(questionsOf(documentOf(lists)).map(({ text, options }) => [text, options.length])).toEqual(
      [first, second, third].map((text) => [text, 3]),
    );
  });

  it('are asked one by one under a question with a number of its own', () => {
    const parts = ['1. Please describe the following:', 'a) your data centres', 'b) your backups', '2. Who decides?'];
    expect(textsOf(parts)).toEqual([
      'Please describe the following:',
      'your data centres',
      'your backups',
      'Who decides?',
    ]);
  });
});

describe('statements listed under a prompt to rate them', () => {
  it.each([
    'Below you find a number of statements. Please tell how far you agree with each of them.',
    'Nun geht es darum, inwieweit Sie den folgenden Aussagen zustimmen; es gibt kein Richtig oder Falsch.',
    'Вам предложено несколько утверждений. Отметьте, насколько Вы согласны с каждым из них.',
    'Indique su grado de acuerdo con las afirmaciones, de uno a cinco puntos, según su experiencia.',
    'Proszę ocenić, w jakim stopniu zgadza się Pan z podanymi stwierdzeniami, w skali do pięciu.',
  ])('are asked one by one: %s', (prompt) => {
    const statements = ['I often help others with their work', 'I think of the others before I think of me'];
    const found = textsOf([prompt, ...statements.map((text, i) => `${i + 1}. ${text}`)]);
    expect(found).toEqual(expect.arrayContaining(statements));
  });

  it('are none under any other text', () => {
    const rules = ['1. The door is locked at night', '2. The light is left on in the hall'];
    expect(textsOf(['The following holds for all of our houses in town, summer and winter.', ...rules])).toEqual([]);
  });
});
