import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from '../asked.fixture.js';
import { documentOf } from '../text.fixture.js';

const found = (pieces: Parameters<typeof documentOf>[0]): string[] =>
  questionsOf(documentOf(pieces)).map(
    ({ text, options, existingAnswer, answerLocation }) =>
      `${text} [${options.join(' | ')}] ${placeName(answerLocation)} ${existingAnswer}`,
  );

describe('questions in tables of one column', () => {
  it('offer the boxes below them, one table each or several in one', () => {
    expect(
      found([
        [['How are projects chosen?'], ['☐ By whoever asks first'], ['☒ By written criteria'], ['☐ N/A']],
        'Block 2',
        [
          ['How is scope defined?'],
          ['☐ In words'],
          ['☐ By what is delivered'],
          [''],
          ['Wer prüft die Ergebnisse?'],
          ['☐ Niemand'],
          ['☐ Ein Gremium'],
        ],
      ]),
    ).toEqual([
      'How are projects chosen? [By whoever asks first | By written criteria | N/A] t1r2c1 By written criteria',
      'How is scope defined? [In words | By what is delivered] t2r2c1 ',
      'Wer prüft die Ergebnisse? [Niemand | Ein Gremium] t2r6c1 ',
    ]);
  });

  it('are not made of a title above things to tick', () => {
    const texts = questionsOf(documentOf([[['Before take-off'], ['☐ Doors closed'], ['☐ Flaps set'], ['☐ Radio on']]]));
    expect(texts.map(({ text }) => text)).not.toContain('Before take-off');
  });
});
