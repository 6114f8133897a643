import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { headerRole } from './language/header-words.js';
import { isOpenQuestion } from './language/open-questions.js';
import { sheetOf, type Value } from './sheet.fixture.js';

const LIST = ['Done', 'Partly', 'Not done'];

describe('tables of checks', () => {
  it('a row that offers the drop-down of the row above is no heading, whatever its words', () => {
    const rows = [
      ['Ref', 'Requirement', 'Status', 'Notes'],
      ['GA', 'Gates are locked at night by the guard'],
      ['KE', 'Keys are counted after each shift'],
      ['RI', 'Risk rating and priority'],
      ['NO', 'Notes and comments'],
    ];
    const boldRows = [1, 4, 5];
    expect(askedIn(sheetOf(rows, { lists: { 'C2:C5': LIST }, boldRows }))).toEqual(rowsOf('B', 'C', [2, 5]));
  });

  it.each([
    ['Perguntar ao operador antes de apagar', undefined],
    ['Preguntar al cliente por su nombre', undefined],
    ['Pergunta', 'question'],
    ['Pregunta n.º', 'id'],
    ['Pass/Fail (P/F)', 'answer'],
    ['OK / NG', 'answer'],
    ['Bestanden / nicht bestanden', 'answer'],
    ['Aprobado/Reprobado', 'answer'],
    ['Input/Output', undefined],
  ])('the heading "%s" says %s', (text, role) => {
    const found = headerRole(text);
    if (role === undefined) expect(found?.role === 'question' || found?.role === 'answer').toBe(false);
    else expect(found?.role).toBe(role);
  });

  it.each([
    ['Step', 'Pass/Fail', 'Comments'],
    ['Prüfschritt', 'Bestanden / nicht bestanden', 'Bemerkungen'],
    ['Paso', 'Aprobado/Reprobado', 'Observaciones'],
    ['シナリオ', 'OK/NG', '備考'],
    ['Шаг', 'Пройден / не пройден', 'Примечания'],
  ])('"%s | %s": steps are asked, filled or not', (step, result, remarks) => {
    const steps = [
      'Sign up with a new address',
      'Sign in with a wrong code',
      'Delete the old account',
      'Sort by price',
    ];
    const rows = (given: (string | null)[]): Value[][] => [
      ['No.', step, result, remarks],
      ...steps.map((text, i): Value[] => [i + 1, text, given[i] ?? null, null]),
    ];
    expect(askedIn(sheetOf(rows(['P', 'F', 'P', 'P'])))).toEqual(rowsOf('B', 'C', [2, 5]));
    expect(askedIn(sheetOf(rows([])))).toEqual(rowsOf('B', 'C', [2, 5]));
  });

  it('what is checked is asked, and how it is checked is help', () => {
    const rows = [
      ['No', '分類', 'テスト内容', '確認方法', '結果', '備考'],
      [1, '画面', '一覧を開くことができる', '・メニューを押下する\n・一覧を選択する'],
      [2, '画面', '一覧を閉じることができる', '・戻るを押下する\n・画面を確認する'],
      [3, '保存', 'ファイルを保存することができる', '・保存を押下する\n・名前を入力する'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('C', 'E', [2, 4]));
    expect(askedIn(sheetOf([rows[0]!, [1, null, null, '・\n・'], [2, null, null, '・\n・']]))).toEqual([]);
  });

  it.each([
    ['Self-assessment', 'Remarks'],
    ['Selbstbewertung Ergebnis', 'Bemerkungen'],
    ['Resultado de la autoevaluación', 'Observaciones'],
  ])('"%s": a few numbers that come again are the answers, not the empty remarks behind them', (given, remarks) => {
    const rows: Value[][] = [['ID', 'Indicator', given, remarks]];
    for (let i = 0; i < 10; i++)
      rows.push([`K-${i + 1}`, `The archive of branch ${i + 1} holds each record that the law names.`, i % 2, null]);
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('B', 'C', [2, 11]));
  });

  it.each(['Scale ', 'Nivel ', 'Stufe ', ''])('"%s1" to "5" over empty columns are steps to tick', (word) => {
    const rows = [
      ['Area', 'Question', ...[1, 2, 3, 4, 5].map((step) => `${word}${step}`)],
      ['People', 'The team meets each week to plan its work.'],
      ['People', 'New members learn from a colleague.'],
      ['Tools', 'Machines are serviced before they fail.'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('B', 'C', [2, 4]));
  });

  it('texts that a program has joined by dots or strokes are whole statements', () => {
    const rows = [
      ['group', 'survey_question', 'step 1', 'step 2', 'step 3'],
      ['A', 'The.team.plans.its.work.for.the.year.'],
      ['A', 'The_budget_is_checked_by_an_auditor'],
      ['B', '[3] "Visitors.are.met.at.the.door."'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('B', 'C', [2, 4]));
  });

  it.each([
    ['Atividade', 'Comentários', 'Adicional'],
    ['Actividad', 'Comentarios', 'Adicional'],
    ['Tätigkeit', 'Kommentar', 'Ergänzend'],
    ['Activité', 'Commentaires', 'Complémentaire'],
  ])('"%s | %s": requirements to which somebody said ok keep that as their answer', (activity, comments, more) => {
    const rows = [
      [activity, comments, more].map((text) => ({ text, bold: true, filled: true })),
      ['Draw a page for orders with a total in its last line', 'Ok'],
      ['Print the list of customers with name and town', 'Ok', 'A filter was added.'],
      ['Save each order in one step', 'Ok'],
      ['Show the stock of every shelf', 'Ok'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('A', 'B', [2, 5]));
  });

  describe('a block of its own in the middle of a table', () => {
    const block = [
      ['Type of control', 'Date', 'Results', 'Comments'],
      ['Second review', '1 May'],
    ];
    const table = (answers: (string | null)[]): Value[][] => [
      ['No.', 'Control', 'Status'],
      ['1', 'Check that the contract is signed', answers[0] ?? null],
      ['2', 'Check that the price is right', answers[1] ?? null],
      ['3', 'Check that the site is named', answers[2] ?? null],
      ...block.map((row) => [null, null, null, null, ...row]),
      ['4', 'Check that the auditor is free', answers[3] ?? null],
      ['5', 'Name of the client on all papers', answers[4] ?? null],
      ['6', 'Audit plan', answers[5] ?? null],
    ];
    const places = [...rowsOf('B', 'C', [2, 4]), ...rowsOf('B', 'C', [7, 9])];

    it('does not end it where the rows below offer the same drop-down', () => {
      expect(askedIn(sheetOf(table([]), { lists: { 'C2:C4': LIST, 'C7:C9': LIST }, boldRows: [5] }))).toEqual(places);
    });

    it('does not end it where the rows below hold choices as those above do', () => {
      const given = ['Yes', 'No', 'Yes', 'Yes', 'N/A', 'Yes'];
      expect(askedIn(sheetOf(table(given), { boldRows: [5] }))).toEqual(places);
    });
  });

  it.each([
    ['Is there a tool, which finds open ports?', false],
    ['Haben Sie ein Verfahren, welches Lücken meldet?', false],
    ['Criou uma tela, para que o cliente veja a lista?', false],
    ['¿Existe un registro, que se revisa cada año?', false],
    ['If yes, which ones?', true],
    ['Falls ja, welche?', true],
    ['Em caso afirmativo, que medidas existem?', true],
    ['En caso de un corte, ¿qué hacen?', true],
    ['For new staff, how many days of training are planned?', true],
  ])('%s: more than yes or no is asked: %s', (text, open) => expect(isOpenQuestion(text)).toBe(open));
});
