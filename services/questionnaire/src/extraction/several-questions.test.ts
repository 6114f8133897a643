import { describe, expect, it } from '@jest/globals';
import { askedIn } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';

const SUBJECTS = ['roles', 'networks', 'backups', 'keys', 'logs', 'leavers'];
const several = (subject: string): string =>
  `1. Have ${subject} been documented?\n2. Are ${subject} owned by somebody?\n3. Is the list of ${subject} reviewed each year?`;

describe('several numbered questions in one cell', () => {
  it.each([
    ['Question', 'Status'],
    ['Frage', 'Antwort'],
    ['Pregunta', 'Respuesta'],
  ])('are asked below "%s", and are no choices of the titles before them', (question, answer) => {
    const rows = SUBJECTS.map((subject, i) => [`C-${i}`, `Strategy for ${subject}`, several(subject), '']);
    const asked = new Set(askedIn(sheetOf([['ID', 'Title', question, answer], ...rows])));
    expect([...asked]).toEqual(SUBJECTS.map((_, i) => `C${i + 2}>D${i + 2}`));
  });

  it('beside a question stay choices where nothing of them asks', () => {
    const choices = '1. Every month\n2. Every year\n3. Never';
    const rows = SUBJECTS.map((subject, i) => [`C-${i}`, `How often are ${subject} reviewed?`, choices, '']);
    const asked = askedIn(sheetOf([['ID', 'Question', 'Choices', 'Answer'], ...rows]));
    expect(asked).toEqual(SUBJECTS.map((_, i) => `B${i + 2}>D${i + 2}`));
  });
});
