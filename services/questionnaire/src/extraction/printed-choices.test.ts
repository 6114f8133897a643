import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from './asked.fixture.js';
import { documentOf, textsOf } from './text.fixture.js';

const STEPS = ['1', '2', '3', '4', '5'];

describe('choices that every row of a table repeats', () => {
  it.each([
    ['Yes/No', ['You have a laptop of the company', 'Can you open the guest network?', 'The badge is with you']],
    ['Ja / Nein', ['Der Laptop ist da', 'Funktioniert das Gästenetz?', 'Der Ausweis ist da']],
    ['Oui / Non', ['Vous avez un portable', 'Le réseau fonctionne-t-il ?', 'Vous avez le badge']],
    ['Ano / Ne', ['Máte notebook', 'Funguje síť pro hosty?', 'Máte kartu']],
    ['はい／いいえ', ['ノートパソコンがあります', 'ネットワークに接続できますか？', '社員証があります']],
    ['Да / Нет', ['Ноутбук выдан', 'Гостевая сеть работает?', 'Пропуск выдан']],
  ])('make each row a question, whatever it says: "%s"', (choices, items) => {
    const rows = items.map((item) => [item, choices]);
    for (const format of ['pdf', 'docx'] as const) {
      const questions = questionsOf(documentOf([rows], format));
      expect(questions.map(({ text }) => text)).toEqual(items);
      expect(questions.map(({ options }) => options.length)).toEqual([2, 2, 2]);
      expect(questions.map(({ answerLocation }) => placeName(answerLocation))).toEqual(['t1r1c2', 't1r2c2', 't1r3c2']);
    }
  });

  it.each([
    [
      'Do you agree that this is done here?',
      ['They try new ways of working.', 'Help is offered.', 'Plans are shared.'],
    ],
    ['¿Está de acuerdo con lo siguiente?', ['Prueban cosas nuevas.', 'Ofrecen ayuda.', 'Comparten los planes.']],
    ['Você concorda que isso ocorre aqui?', ['Testam novas ideias.', 'Oferecem ajuda.', 'Os planos são claros.']],
    ['您是否同意以下说法？', ['他们尝试新方法。', '他们提供帮助。', '计划是公开的。']],
  ])('may be the steps of a scale, which the question over them heads: "%s"', (head, items) => {
    const table = [['', head, ...STEPS], ...items.map((item, i) => [`AB0${i + 1}`, item, ...STEPS])];
    const questions = questionsOf(documentOf([table]));
    expect(questions.map(({ text, number, stem }) => [text, number, stem])).toEqual(
      items.map((item, i) => [item, `AB0${i + 1}`, head]),
    );
    expect(questions.every(({ options }) => options.join() === STEPS.join())).toBe(true);
  });

  it('need no words over them', () => {
    const items = ['The rooms were clean.', 'The food was good.', 'Our staff was kind.'];
    expect(textsOf([items.map((item) => [item, ...STEPS])])).toEqual(items);
  });

  it('are not the numbers of a table of data', () => {
    const rows = [
      ['Paper', '1', '2', '4'],
      ['Pencils', '12', '3', '5'],
      ['Desks', '1', '1', '1'],
    ];
    expect(textsOf([rows])).toEqual([]);
    expect(
      textsOf([
        [
          ['Backups', 'Yes'],
          ['Logs', 'No'],
          ['Alarms', 'Yes'],
        ],
      ]),
    ).toEqual([]);
  });
});
