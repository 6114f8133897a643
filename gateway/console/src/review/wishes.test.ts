import { expect, it } from '@jest/globals';
import { askedBy, WISHES } from './wishes.js';

it('offers the language of the customer before those that are named, and asks for what was chosen', () => {
  const translations = WISHES.filter((wish) => wish.startsWith('translated'));
  expect(translations.slice(0, 3)).toEqual(['translated', 'translated:en', 'translated:de']);
  expect(askedBy('translated')).toEqual({ goal: 'translated' });
  expect(askedBy('translated:de')).toEqual({ goal: 'translated', language: 'de' });
  expect(askedBy('shorter')).toEqual({ goal: 'shorter' });
});
