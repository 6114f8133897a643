import { describe, expect, it } from '@jest/globals';
import { withoutItemNumber } from './item-number.js';

describe('the number of an item', () => {
  it.each([
    ['12. Do you have a mascot?', '12.', 'Do you have a mascot?'],
    ['27001. Who paints the walls?', '27001.', 'Who paints the walls?'],
    ['4.2 How is the office cleaned?', '4.2', 'How is the office cleaned?'],
    ['3) Wer putzt?', '3)', 'Wer putzt?'],
    ['8.- Nombre del propietario', '8.', 'Nombre del propietario'],
    ['9.-La puerta se guarda en:', '9.', 'La puerta se guarda en:'],
    ['(b) is the lift tested?', '(b)', 'is the lift tested?'],
    ['Q7: Who locks up?', 'Q7', 'Who locks up?'],
    ['Frage 3 – Wer schließt ab?', 'Frage 3', 'Wer schließt ab?'],
    ['3 Who is responsible?', '3', 'Who is responsible?'],
    ['AB-01 Do you lock the doors?', 'AB-01', 'Do you lock the doors?'],
    ['7. Name of the owner', '7.', 'Name of the owner'],
  ])('stands in front of %j and is no part of it', (text, number, rest) => {
    expect(withoutItemNumber(text)).toEqual({ number, text: rest });
  });

  it.each([
    ...['ISO 27001 certificate available?', 'SOC 2 report available?', 'AES-256 encryption used?', 'TLS 1.2 enforced?'],
    ...['24 Hours of support?', '2.5 Gbit links available?', '2024', '5', 'Do you test 3. party software?'],
  ])('is none in %j', (text) => {
    expect(withoutItemNumber(text)).toEqual({ number: '', text });
  });

  it('is taken away once where a column says it too, and what else begins with a number stays', () => {
    expect(withoutItemNumber('HR.4 - Do you screen staff?', 'HR.4')).toEqual({
      number: 'HR.4',
      text: 'Do you screen staff?',
    });
    expect(withoutItemNumber('1. Do you screen staff?', '17')).toEqual({ number: '17', text: 'Do you screen staff?' });
    expect(withoutItemNumber('4.2 Third phase. Who decides?', '17').text).toBe('4.2 Third phase. Who decides?');
  });
});
