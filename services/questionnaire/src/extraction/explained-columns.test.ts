import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf, type Value } from './sheet.fixture.js';

const asked = (headings: Value[], rows: Value[][], lists?: Record<string, string[]>): string[] =>
  askedIn(sheetOf([headings, ...rows], { ...(lists === undefined ? {} : { lists }), boldRows: [1] }));

const CHECKS = ['Lock the server room', 'Sign visitors in', 'Shred old paper', 'Test the alarm bell', 'Count the keys'];
const LISTS = CHECKS.map((check, i) => `- ${check} as written in plan ${i}.\n- The head of the shift looks after it.`);

describe('a column of points explains the text on its left', () => {
  it.each([
    ['Test name', 'Objectives', 'Result'],
    ['Test name', 'Description', 'Result'],
    ['Vyzkouší se', 'Postup zkoušky', 'Výsledek'],
    ['Qwert', 'Zxcvb', 'Asdfg'],
  ])('%s | %s | %s', (...headings) => {
    const rows = CHECKS.map((check, i) => [i + 1, check, LISTS[i]!]);
    const lists = { 'D2:D6': ['Pass', 'Fail', 'N/A'] };
    expect(asked(['No.', ...headings], rows, lists)).toEqual(rowsOf('B', 'D', [2, 6]));
  });

  it('also where its points are numbered in Chinese or Japanese', () => {
    const measures = ['限制机房的出入', '登记所有来访人员', '销毁旧的纸质文件', '定期测试报警装置'];
    const rows = measures.map((measure, i) => [i + 1, measure, `1、按照第${i}号规定执行；\n2、由值班人员负责检查。`]);
    const lists = { 'D2:D5': ['是', '否'] };
    expect(asked(['序', '消减办法', '检查解释', '是否涉及'], rows, lists)).toEqual(rowsOf('B', 'D', [2, 5]));
  });

  it('and asks all the same below a heading that says so', () => {
    const rows = CHECKS.map((check, i) => [`C-${i}`, check, LISTS[i]!]);
    expect(asked(['ID', 'Name', 'Requirement', 'Compliant?'], rows)).toEqual(rowsOf('C', 'D', [2, 6]));
  });
});

describe('columns that describe the levels of a scale are chosen among', () => {
  const topics = ['Care of tools', 'Order of the store', 'Waste and recycling', 'Training of new staff'];
  const levels = (topic: string): string[] => [
    `Nobody looks after this yet: ${topic}.`,
    `Some teams have rules of their own for this: ${topic}.`,
    `One rule holds for the whole company and is known: ${topic}.`,
  ];

  it.each([
    ['Topic', '1 Initial', '2 Managed', '3 Defined', 'Actual score', 'Notes'],
    ['Thema', 'Stufe 1', 'Stufe 2', 'Stufe 3', 'Ist-Wert', 'Anmerkungen'],
    ['Tema', 'Nivel 0', 'Nivel 1', 'Nivel 2', 'Puntos', 'Notas'],
  ])('%s | %s | %s | %s | %s | %s', (...headings) => {
    const rows = topics.map((topic) => [topic, ...levels(topic)]);
    expect(asked(headings, rows)).toEqual(rowsOf('A', 'E', [2, 5]));
  });

  it('also where no number heads them and each is a list of points', () => {
    const rows = topics.map((topic) => [topic, ...levels(topic).map((text) => `• ${text}\n• It is looked at.`)]);
    const headings = ['Topic', 'Beginner', 'Advanced', 'Leader', 'Our score'];
    expect(asked(headings, rows)).toEqual(rowsOf('A', 'E', [2, 5]));
  });
});

describe('what stands beside questions', () => {
  const questions = CHECKS.map((check) => `Do you ${check.toLowerCase()} every week?`);

  it.each(['Risk factors', 'Priority areas', 'Gefahren', 'Risiko', 'Category'])(
    'asks nothing, whatever heads the questions: %s',
    (heading) => {
      const rows = questions.map((question, i) => [question, 'Y', `This is good practice in house ${i} of the town.`]);
      expect(asked([heading, 'Yes / No', 'Things to consider'], rows)).toEqual(rowsOf('A', 'B', [2, 6]));
    },
  );

  it.each([
    ['LISTA DE REVISÃO DA OFICINA', 'S / N', 'NOTAS', 'S', 'N'],
    ['PRÜFLISTE WERKSTATT', 'J / N', 'NOTIZEN', 'J', 'N'],
    ['WORKSHOP REVIEW', 'Y / N', 'NOTES', 'Y', 'N'],
  ])('takes the answers below "%s | %s"', (title, heading, notes, yes, no) => {
    const rows = questions.map((question, i) => [question, i % 2 === 0 ? yes : no]);
    expect(asked([title, heading, notes], rows)).toEqual(rowsOf('A', 'B', [2, 6]));
  });

  it('takes the answers in the one column left empty, behind marks that are printed', () => {
    const rows = questions.map((question, i) => [i + 1, question, 'X', '-', 'X', 'X1)', '-', 'X', 'X', 'X']);
    const headings = ['Nr.', 'Frage', 'Haus', 'Hof', 'Halle', 'Lager', 'Büro', 'Normal', 'Hoch', 'Sehr hoch'];
    expect(asked([...headings, 'Bermekung'], rows)).toEqual(rowsOf('B', 'K', [2, 6]));
  });
});

describe('requirements that somebody owns', () => {
  const rows = CHECKS.map((check, i) => [`O-${i}`, check, i % 2 === 0 ? 'Implemented' : 'Planned', 'Ms Abel', '1 May']);

  it('are answered by a status of fulfilment', () => {
    const headings = ['ID', 'Obligation', 'Status', 'Owner', 'Due date'];
    expect(asked(headings, rows)).toEqual(rowsOf('B', 'C', [2, 6]));
  });

  it('and tasks with a status ask nothing', () => {
    expect(asked(['ID', 'Task', 'Status', 'Owner', 'Due date'], rows)).toEqual([]);
  });
});

describe('prompts of drop-downs', () => {
  it.each(['Select an option', 'Bitte auswählen', 'Seleccione una opción'])('ask nothing: %s', (prompt) => {
    const rows = [
      [prompt, '', prompt],
      ['Low reward [1]', 1, 'Hard to find [1]', 1],
      ['High reward [9]', 9, 'Easy to find [9]', 9],
    ];
    expect(asked(['Reward', '', 'Discovery'], rows)).toEqual([]);
  });
});
