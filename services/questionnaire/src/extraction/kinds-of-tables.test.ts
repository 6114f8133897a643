import { describe, expect, it } from '@jest/globals';
import { askedIn, questionsOf, rowsOf } from './asked.fixture.js';
import { sheetOf, workbookOf, type Value } from './sheet.fixture.js';

const SENTENCES = [
  'Access to the plant is controlled.',
  'Waste is separated at the source.',
  'Tools are calibrated.',
  'Staff are trained.',
];
const NAMES = ['Fire exits', 'First aid kits', 'Handrails on stairs', 'Playground fence'];
const counted = (texts: readonly string[]): Value[][] => texts.map((text, i) => [i + 1, text]);
const asked = (headings: Value[], rows: Value[][]): string[] => askedIn(sheetOf([headings, ...rows]));
const options = (headings: Value[], rows: Value[][]): string[] | undefined =>
  questionsOf(workbookOf(sheetOf([headings, ...rows])))[0]?.options;

describe('check lists that rate what they list', () => {
  it.each([
    ['No', 'Item', 'Good', 'Fair', 'Poor', 'Notes'],
    ['No', 'Check item', 'OK', 'Not OK', 'N/A', 'Remarks'],
    ['Nr.', 'Prüfpunkt', 'i.O.', 'n.i.O.', 'entfällt', 'Bem.'],
    ['No.', '点検項目', '良', '不良', '該当なし', '備考'],
    ['번호', '점검항목', '양호', '보통', '불량', '비고'],
    ['N°', 'Point', 'Bon', 'Moyen', 'Mauvais', 'Rem.'],
    ['№', 'Критерий', 'Хорошо', 'Удовлетворительно', 'Плохо', 'Примечание'],
  ])('tick one of their columns: %s | %s | %s | %s | %s | %s', (...headings) => {
    expect(asked(headings, counted(NAMES))).toEqual(rowsOf('B', 'C', [2, 5]));
    expect(options(headings, counted(NAMES))).toEqual(headings.slice(2, 5));
  });

  it('need no heading over the list that we know, and take more columns behind the choices', () => {
    const rows = NAMES.map((name) => [name]);
    expect(asked(['Symptom', 'Yes', 'No', 'Since when'], rows)).toEqual(rowsOf('A', 'B', [2, 5]));
    expect(asked(['Zwzwz', 'Ja', 'Nein', 'Seit wann'], rows)).toEqual(rowsOf('A', 'B', [2, 5]));
  });

  it('offer the empty columns beside a choice as well', () => {
    const headings = [
      'Ref',
      'Requirement',
      'Out of the box',
      'Configured',
      'Built for us',
      'Not available',
      'Comments',
    ];
    expect(options(headings, counted(SENTENCES))).toEqual(headings.slice(2, 6));
  });

  it('are told from counts that formulas make', () => {
    const count = { text: '3', formula: 'COUNTIF(A1:A9,"Open")' };
    const rows = NAMES.map((name) => [name, count, count, count]);
    expect(asked(['', 'Open', 'Not verified', 'Closed'], rows)).toEqual([]);
  });
});

describe('headings that say by whom or with what a column is filled', () => {
  it.each([
    ['Eis', 'Voldoet J/N', 'Toelichting'],
    ['Requirement', 'Compliant Y/N', 'Obs.'],
    ['Requisito', 'Atende (S/N)', 'Obs.'],
    ['Requirement', 'To be completed by the supplier', 'Reviewer'],
    ['Anforderung', 'Vom Bieter auszufüllen', 'Prüfer'],
    ['Exigence', 'À remplir par le candidat', 'Avis'],
    ['Requisito', 'A completar por el proveedor', 'Revisor'],
    ['Requirement', 'In place?', 'Reference'],
    ['Control', 'Applied?', 'Reason'],
    ['Anforderung', 'Vorhanden', 'Bemerkung'],
    ['Requisito', 'Presente', 'Note'],
    ['检查内容', '符合', '备注'],
    ['Requirement', 'Available', 'Remarks'],
  ])('%s | %s | %s', (...headings) => {
    expect(asked(['#', ...headings], counted(SENTENCES))).toEqual(rowsOf('B', 'C', [2, 5]));
  });

  it.each([
    ['KPI', 'Unit', 'Value', 'Source'],
    ['Kennzahl', 'Einheit', 'Wert', 'Quelle'],
    ['Indicateur', 'Unité', 'Valeur', 'Remarques'],
    ['Indicador', 'Unidad', 'Valor', 'Comentarios'],
  ])('ask for figures: %s | %s | %s | %s', (...headings) => {
    const rows = ['Energy', 'Water', 'Waste', 'Paper'].map((name) => [name, 't']);
    expect(asked(headings, rows)).toEqual(rowsOf('A', 'C', [2, 5]));
  });

  it('take what is requested for the question, and what now is for the answer', () => {
    const requested = NAMES.map((name, i) => ['General', `1.${i + 1}`, name]);
    expect(asked(['Section', 'No.', 'Information requested', 'Response', 'Attachment'], requested)).toEqual(
      rowsOf('C', 'D', [2, 5]),
    );
    const levels = SENTENCES.map((text) => ['Works', text, 'Nothing is written.', 'It is measured.']);
    expect(asked(['Domain', 'Practice', 'Level 1', 'Level 2', 'Current', 'Target'], levels)).toEqual(
      rowsOf('B', 'E', [2, 5]),
    );
  });

  it('are believed in the first row though it looks like the rest, when each word of it is known', () => {
    expect(
      asked(
        ['Task', 'Responsible', 'Due', 'Done'],
        NAMES.map((name) => [name]),
      ),
    ).toEqual(rowsOf('A', 'D', [2, 5]));
    expect(
      asked(
        ['Done', 'Check'],
        NAMES.map((name) => ['FALSE', name]),
      ),
    ).toEqual(rowsOf('B', 'A', [2, 5]));
  });
});

describe('lists that tell', () => {
  it.each<[string, Value[], Value[]]>([
    [
      'risks',
      ['Asset', 'Known threats', 'Known vulnerabilities', 'Concern (C/I/A)', 'Controls'],
      ['Servers', 'Theft of parts', 'Open doors at night', 'A', 'Lock the doors'],
    ],
    [
      'Risiken',
      ['Prozess', 'Bedrohung', 'Schwachstellen', 'Stufe', 'Maßnahmen'],
      ['Lager', 'Diebstahl', 'Offene Türen', 'hoch', 'Türen abschließen'],
    ],
    [
      'terms',
      ['Term No.', 'The term', 'What it stands for', 'Description of the term'],
      [1, 'PMO', 'Project office', 'Is a department that helps projects.'],
    ],
    [
      'steps',
      ['ID', 'Test step', 'Expected result', 'Actual result', 'Pass/Fail'],
      [1, 'Press the button', 'The light is on', 'The light is on', 'Pass'],
    ],
    ['prices', ['Item', 'Quantity', 'Unit price', 'Total'], ['Fence', 2, 3, 6]],
    ['people', ['Name', 'Role', 'Email', 'Phone'], ['Ann', 'Keeper', 'ann@brook.example', '12']],
    ['plans', ['Task', 'Start', 'End', 'Owner', 'Status'], ['Fence', '2030-01-01', '2030-02-01', 'Ann', 'Done']],
  ])('ask nothing: %s', (_, headings, row) => {
    const rows = ['a', 'b', 'c', 'd'].map((letter) =>
      row.map((value) => (typeof value === 'string' && value.length > 4 ? `${value} ${letter}` : value)),
    );
    expect(asked(headings, rows)).toEqual([]);
  });
});

describe('scales of agreement', () => {
  it.each([
    ['Aussage', 'trifft zu', 'trifft eher zu', 'trifft eher nicht zu', 'trifft nicht zu'],
    ['Enunciado', 'Totalmente de acuerdo', 'De acuerdo', 'En desacuerdo', 'Totalmente en desacuerdo'],
    ['Affirmation', "Tout à fait d'accord", "Plutôt d'accord", "Plutôt pas d'accord", "Pas du tout d'accord"],
    ['题目', '非常同意', '同意', '一般', '不同意'],
    ['設問', 'とてもそう思う', 'そう思う', 'どちらともいえない', 'そう思わない'],
    ['문항', '매우 그렇다', '그렇다', '보통이다', '그렇지 않다'],
    ['Утверждение', 'Полностью согласен', 'Скорее согласен', 'Скорее не согласен', 'Полностью не согласен'],
  ])('are choices of every statement: %s', (...headings) => {
    const rows = SENTENCES.map((text) => [text]);
    expect(asked(headings, rows)).toEqual(rowsOf('A', 'B', [2, 5]));
    expect(options(headings, rows)).toEqual(headings.slice(1));
  });
});

describe('answers of which the file says where they go', () => {
  const names = NAMES.map((name) => [name]);

  it('are asked for whatever stands beside a drop-down, also below no heading', () => {
    const lists = { 'B1:B4': ['Yes', 'No'] };
    expect(askedIn(sheetOf(names, { lists }))).toEqual(rowsOf('A', 'B', [1, 4]));
  });

  it('are asked for beside boxes and empty columns that a heading gives to whoever answers', () => {
    const boxes = NAMES.map((name, i): Value[] => [i + 1, name, '☐']);
    expect(asked(['No', 'Item', 'Done', 'Remarks'], boxes)).toEqual(rowsOf('B', 'C', [2, 5]));
    const levels = NAMES.map((name) => [name, 'Nothing is done.', 'All is done.']);
    expect(asked(['Zwzwz', 'Level 0', 'Level 1', 'Your level'], levels)).toEqual(rowsOf('A', 'D', [2, 5]));
  });

  it('are the points, though a total is computed below them', () => {
    const total = [{ text: 'Total' }, { text: '15', formula: 'SUM(B2:B5)' }, { text: '0', formula: 'SUM(C2:C5)' }];
    const rows = [...SENTENCES.map((text) => [text, 5]), total];
    expect(asked(['Criterion', 'Max points', 'Points'], rows)).toEqual(rowsOf('A', 'C', [2, 5]));
  });
});

describe('a table below the questions that has headings of its own', () => {
  it('ends them and asks nothing', () => {
    const headings = { boldRows: [1, 6] };
    const rows = [
      ['No', 'Question', 'Answer'],
      ...counted(['Who keeps the keys?', 'Is the roof inspected?', 'How often are drills held?']),
      [],
      ['Risk #', 'Risk', 'Level'],
      [1, 'Theft of the keys', 'High'],
      [2, 'Loss of water', 'Low'],
    ];
    expect(askedIn(sheetOf(rows, headings))).toEqual(rowsOf('B', 'C', [2, 4]));
  });
});

describe('a column of marks', () => {
  const MARKED = NAMES.map((name, i): Value[] => ['x', `RG-${i + 1}`, `Who looks after the ${name}?`, 'CHOICE_1']);

  it.each(['assessable', 'Zwzwz', 'Catalogue'])(
    'whose heading says something else (%s) takes no answers',
    (heading) => {
      expect(asked([heading, 'Ref.', 'Questions', 'answer'], MARKED)).toEqual(rowsOf('C', 'E', [2, 5]));
    },
  );
});
