import { describe, expect, it } from '@jest/globals';
import { textShape } from './text-shape.js';

describe('questions without a mark in languages that customers write', () => {
  it.each([
    'Apakah ada rencana pemulihan bencana',
    'Чи існує план відновлення',
    'Onko varmuuskopiot testattu',
    'Există un plan de continuitate',
    'Υπάρχει σχέδιο ανάκαμψης δεδομένων',
    'هل يوجد خطة للتعافي',
    'האם קיימת תוכנית התאוששות',
    'Da li postoji plan oporavka',
    'Postoji li plan oporavka',
    'Има ли план за възстановяване',
    'Van-e katasztrófa utáni terv',
    'Công ty có mã hóa dữ liệu không',
  ])('%s', (text) => {
    expect(textShape(text).manner).toBe('question');
  });
});

describe('requests in languages that customers write', () => {
  it.each([
    'Описать порядок резервного копирования',
    'Опишіть порядок доступу до даних',
    'Podać częstotliwość kopii zapasowych',
    'Popsat způsob zálohování dat',
    'Navedite mjere zaštite podataka',
    'Descrieți procedura de acces',
    'Ismertesse a mentési eljárást',
    'Kuvaile varmuuskopioinnin menettely',
    'Περιγράψτε τη διαδικασία πρόσβασης',
    'Yedekleme yönteminizi açıklayınız',
    'Jelaskan prosedur pencadangan data',
    'Mohon lampirkan sertifikat keamanan',
    'Esprimere un giudizio sulla sicurezza',
  ])('%s', (text) => {
    expect(textShape(text).manner).toBe('request');
  });

  it.each(['The plan is tested every year by the owner.', 'Access control', 'Plan oporavka', 'Kế hoạch'])(
    'not: %s',
    (text) => {
      expect(['question', 'request']).not.toContain(textShape(text).manner);
    },
  );
});
