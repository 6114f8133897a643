import { describe, expect, it } from '@jest/globals';
import { openingPolarity } from './opening-words.js';

describe('the opening word of an answer', () => {
  it.each([
    ['Yes.', 'No — not yet.'],
    ['Ja, mit AES-256.', 'Nein'],
    ['Oui, nous chiffrons tout.', 'Non.'],
    ['Sí', 'No, todavía no.'],
    ['Si.', 'No'],
    ['Sim, sempre.', 'Não temos.'],
    ['Sì, ogni anno', 'No.'],
    ['Ja', 'Nee, nog niet.'],
    ['Tak.', 'Nie'],
    ['Ano, každý rok.', 'Ne.'],
    ['Da.', 'Nu.'],
    ['Da', 'Net.'],
    ['Да, всегда.', 'Нет.'],
    ['Kyllä.', 'Ei.'],
    ['Igen', 'Nem.'],
    ['Evet, her yıl', 'Hayır.'],
    ['はい、毎年です。', 'いいえ。'],
    ['是。', '否'],
    ['예.', '아니오'],
    ['“Ja”', '- nein'],
  ])('says yes in %j and no in %j', (yes, no) => {
    expect([openingPolarity(yes), openingPolarity(no)]).toEqual(['yes', 'no']);
  });

  it.each([
    'Non-production systems are left out.',
    'Da die Daten verschlüsselt sind, …',
    'Si nécessaire, nous le faisons.',
    'Nie ohne Freigabe.',
    'No aplica.',
    'Non applicable',
    'Não se aplica.',
    'No later than 72 hours after we know.',
    'Notifications are sent.',
    'Jährlich.',
    '',
    '42',
  ])('says neither in %j', (answer) => {
    expect(openingPolarity(answer)).toBeUndefined();
  });
});
