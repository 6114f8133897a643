import { describe, expect, it } from '@jest/globals';
import { cleaned } from './name-words.js';
import { datePartOf, isCount, isKindHint, isRequiredMark, isSwitchState } from './words/index.js';

describe('hints beside a question', () => {
  it.each([
    ['Which regions? (multiple choice)', 'Which regions?'],
    ['How mature is it? (Likert)', 'How mature is it?'],
    ['Who is in charge? [single line text]', 'Who is in charge?'],
    ['Which reports can you share? (select all that apply)', 'Which reports can you share?'],
    ['Welche Regionen? (Mehrfachauswahl)', 'Welche Regionen?'],
    ['Wer ist zuständig? (Freitext)', 'Wer ist zuständig?'],
    ['Quels référentiels suivez-vous ? (choix multiple)', 'Quels référentiels suivez-vous ?'],
    ['Qui est responsable ? (réponse courte)', 'Qui est responsable ?'],
    ['¿Qué normas cumple? (selección múltiple)', '¿Qué normas cumple?'],
    ['¿Quién responde? (texto libre)', '¿Quién responde?'],
  ])('"%s" says how it is answered, not that it must be', (label, text) => {
    expect(cleaned(label)).toEqual({ text });
  });

  it.each([
    ['Which regions? (multiple choice) (required)', 'Which regions?'],
    ['Which regions? (required) (multiple choice)', 'Which regions?'],
    ['Welche Regionen? (Pflichtfeld)', 'Welche Regionen?'],
    ['Quels pays ? (obligatoire)', 'Quels pays ?'],
    ['¿Qué países? (obligatorio)', '¿Qué países?'],
  ])('"%s" must be answered', (label, text) => {
    expect(cleaned(label)).toEqual({ text, isRequired: true });
  });

  it.each(['Is it certified (ISO 27001)? *', 'Is sign-in protected by a second factor (TOTP) *'])(
    '"%s" keeps what its brackets say',
    (label) => {
      expect(cleaned(label)).toEqual({ text: label.replace(/ \*$/, ''), isRequired: true });
    },
  );

  it.each([
    ['Question 3.1: Who is told?', '3.1'],
    ['Frage 3.1: Wer erfährt es?', '3.1'],
    ['Pregunta 4) ¿Quién lo sabe?', '4'],
  ])('"%s" begins with its number', (label, number) => {
    expect(cleaned(label).number).toBe(number);
  });

  it('a word for a number is no number', () => {
    expect(cleaned('Question every supplier?')).toEqual({ text: 'Question every supplier?' });
  });

  it('a line that tells how to answer, or that one must, asks nothing', () => {
    for (const line of ['Check all that apply', 'Choose one of the following answers', 'Mehrere Antworten möglich'])
      expect([line, isKindHint(line), isRequiredMark(line)]).toEqual([line, true, false]);
    expect(isRequiredMark('(This question is mandatory)')).toBe(true);
  });
});

describe('words of single fields', () => {
  it.each([
    ['Day', 'day'],
    ['MM', 'month'],
    ['Jahr', 'year'],
    ['TT', 'day'],
    ['mois', 'month'],
    ['aaaa', 'year'],
    ['Día', 'day'],
    ['Today', undefined],
  ])('"%s" names the %s of a date', (label, part) => {
    expect(datePartOf(label)).toBe(part);
  });

  it.each(['12 / 300', '12 of 300', '12 von 300', '12 sur 300', '12 de 300'])('"%s" counts characters', (text) => {
    expect(isCount(text)).toBe(true);
  });

  it.each(['On', 'Aus', 'Nein', 'Activé'])('"%s" is what a switch shows', (text) => {
    expect(isSwitchState(text)).toBe(true);
  });
});
