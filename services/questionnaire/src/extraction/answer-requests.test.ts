import { describe, expect, it } from '@jest/globals';
import { textsOf } from './text.fixture.js';

describe('lines of a printed survey that say how a question is answered', () => {
  it.each([
    ['Please write your answer here:', 'Please choose only one of the following:', ['Department', 'Category of work']],
    [
      'Bitte geben Sie Ihre Antwort hier ein:',
      'Bitte wählen Sie nur eine der folgenden Antworten:',
      ['Abteilung', 'Art der Arbeit'],
    ],
    [
      'Por favor, escriba su respuesta aquí:',
      'Por favor seleccione sólo una de las siguientes opciones:',
      ['Departamento', 'Tipo de trabajo'],
    ],
    [
      'Veuillez écrire votre réponse ici :',
      'Veuillez sélectionner une seule des propositions suivantes :',
      ['Service', 'Type de travail'],
    ],
  ])('ask nothing, and the numbered words above them are asked: "%s"', (write, choose, [first, second]) => {
    const lines = [`1 []${first}`, write, `2 [Q2]${second}`, choose, 'A', 'B'];
    for (const format of ['pdf', 'docx'] as const) expect(textsOf(lines, format)).toEqual([first, second]);
  });

  it('do not make what has no number a question', () => {
    expect(textsOf(['The answer to question 1 was yes', 'Please write your answer here:'])).toEqual([]);
  });
});
