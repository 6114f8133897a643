import { describe, expect, it } from '@jest/globals';
import { answerLabel } from './answer-label.js';
import { boxedWordsAs, boxSign, customersMark, isPlainNumber, matchingOption, matchingOptions } from './answer-text.js';
import { withoutFormula } from './safe-text.js';

describe('an answer and the options of its place', () => {
  it('tick and untick a drawn box and leave other signs to the mark', () => {
    expect(['☐', '☒', '[ ]', '[x]'].map((box) => boxSign(box, true))).toEqual(['☒', '☒', '[X]', '[X]']);
    expect(['☐', '☑', '[]', '[X]'].map((box) => boxSign(box, false))).toEqual(['☐', '☐', '[ ]', '[ ]']);
    expect(['', 'X', 'Yes', '☐ Yes'].map((text) => boxSign(text, true)).every((sign) => sign === undefined)).toBe(true);
  });

  it('tick the box in front of words and keep the words', () => {
    expect(['☐ Weekly', '□ Weekly', '\uf0a8 Weekly'].map((text) => boxedWordsAs(text, true))).toEqual([
      '☒ Weekly',
      '☒ Weekly',
      '\uf0fe Weekly',
    ]);
    expect(['☒ Weekly', '□ Weekly', '☐'].map((text) => boxedWordsAs(text, false))).toEqual([
      '☐ Weekly',
      '□ Weekly',
      undefined,
    ]);
  });

  it('match by text, by meaning in another language, and by the choice that a sentence begins with', () => {
    expect(matchingOption('YES.', ['Yes', 'No'])).toBe('Yes');
    expect(matchingOption('Yes', ['Ja', 'Nein', 'Entfällt'])).toBe('Ja');
    expect(matchingOption('Not applicable', ['Yes', 'No', 'N/A'])).toBe('N/A');
    expect(matchingOption('No, not yet', ['Yes', 'No'])).toBe('No');
    expect(matchingOption('Partially', ['Yes', 'No'])).toBeUndefined();
    expect(matchingOption('Now', ['Yes', 'No'])).toBeUndefined();
    expect(matchingOption('', ['Yes', 'No'])).toBeUndefined();
  });

  it('match in several, also where options hold commas', () => {
    const options = ['AWS', 'Azure', 'Own data center, Frankfurt'];
    expect(matchingOptions('azure; AWS', options)).toEqual(['AWS', 'Azure']);
    expect(matchingOptions('Own data center, Frankfurt and AWS', options)).toEqual([
      'AWS',
      'Own data center, Frankfurt',
    ]);
    expect(matchingOptions('AWS and something else', options)).toBeUndefined();
  });
});

it('ticks as the customer does', () => {
  expect(customersMark(['', 'x', 'x', '✓', 'see note'], [])).toBe('x');
  expect(customersMark([], ['', '✓'])).toBe('✓');
  expect(customersMark([], [])).toBe('X');
});

it('takes only plain numbers for numbers', () => {
  expect(['250', '-5', '3.25'].every(isPlainNumber)).toBe(true);
  expect(['007', '1,000', '+1 555', '1e5', '', '12345678901234567'].some(isPlainNumber)).toBe(false);
});

it.each([
  ['=1+1', "'=1+1"],
  ['  =1+1', "'  =1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+A1', "'+A1"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['-HYPERLINK("x")', '\'-HYPERLINK("x")'],
  ['-5', '-5'],
  ['-5.3 %', '-5.3 %'],
  ['+1 555 010-0199', '+1 555 010-0199'],
  ['+49 (0)30 1234 (office)', '+49 (0)30 1234 (office)'],
  ['Yes = always', 'Yes = always'],
])('defuses %s to %s', (text, safe) => expect(withoutFormula(text)).toBe(safe));

it.each([
  ['Do you encrypt the data of your customers?', 'Answer'],
  ['Werden die Daten der Kunden verschlüsselt?', 'Antwort'],
  ['Quelles sont les mesures de votre entreprise pour la sécurité ?', 'Réponse'],
  ['¿Existe una política para el control de los accesos?', 'Respuesta'],
  ['Шифруются ли данные?', 'Ответ'],
  ['データは暗号化されていますか', '回答'],
])('labels the answer to "%s" with "%s"', (question, label) => expect(answerLabel(question)).toBe(label));
