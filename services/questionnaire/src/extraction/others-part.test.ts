import { describe, expect, it } from '@jest/globals';
import { askedIn, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { placesOf, textsOf } from './text.fixture.js';

describe('parts that others fill in', () => {
  it.each([
    ['Part 2: To be completed by the buyer', 'Part 3: Declarations'],
    ['For internal use only', 'Part 3: Declarations'],
    ['Teil 2: Vom Auftraggeber auszufüllen', 'Teil 3: Erklärungen'],
    ['Partie réservée à l’acheteur', 'Partie 3 : Déclarations'],
    ['A cura della stazione appaltante', 'Parte 3: Dichiarazioni'],
    ['Заполняется заказчиком', 'Часть 3. Заявления'],
    ['审核方填写', 'Part 3'],
  ])('ask nothing until the next part: %s', (others, next) => {
    const rows = [
      ['Part 1: To be completed by the supplier'],
      ['Question', 'Supplier answer'],
      ['Do you have a quality manual?'],
      ['Do you audit your suppliers?'],
      ['Do you train your staff?'],
      [],
      [others],
      ['Question', 'Answer'],
      ['Is the price acceptable?'],
      ['Is the quality acceptable?'],
      [],
      [next],
      ['Question', 'Answer'],
      ['Do you accept our terms?'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(['A3>B3', 'A4>B4', 'A5>B5', 'A14>B14']);
  });

  it('ask where that is all that the form has: then it is put to them', () => {
    const rows = [
      ['To be completed by the customer'],
      ['Question', 'Answer'],
      ['Which colours do you like?'],
      ['Who are your visitors?'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(['A3>B3', 'A4>B4']);
  });

  it('do not take the answers of suppliers either', () => {
    const rows = [
      ['Control', 'Bank use only', 'Supplier response'],
      ['Access is reviewed each quarter.'],
      ['Backups are tested.'],
      ['Keys are rotated.'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(['A2>C2', 'A3>C3', 'A4>C4']);
  });
});

describe('headings of two rows over columns to tick', () => {
  it.each([
    ['Supplier response', 'Standard', 'Configurable', 'Not available'],
    ['Antwort des Bieters', 'Standard', 'Anpassbar', 'Nicht vorhanden'],
  ])('%s: the words below it are the choices', (over, ...choices) => {
    const rows = [
      ['Requirement', over, '', '', 'Comments'],
      ['', ...choices, ''],
      ['The system exports all records.'],
      ['The system supports single sign-on.'],
    ];
    const merges = ['B1:D1', 'A1:A2', 'E1:E2'];
    const asked = questionsOf(workbookOf(sheetOf(rows, { merges })));
    expect(asked.map(({ options }) => options)).toEqual([choices, choices]);
    expect(askedIn(sheetOf(rows, { merges }))).toEqual(['A3>B3', 'A4>B4']);
  });
});

describe('a series of numbers through questions and labels', () => {
  const pieces = (...texts: string[]): { text: string; number: string }[] =>
    texts.map((text, i) => ({ text, number: `${i + 1}.` }));

  it.each([
    ['Legal name', 'Year of incorporation', 'Do you have a security policy?', 'Describe your access control process.'],
    [
      'Rechtlicher Name',
      'Gründungsjahr',
      'Haben Sie eine Sicherheitsrichtlinie?',
      'Beschreiben Sie Ihre Zugriffskontrolle.',
    ],
    [
      'Denominación legal',
      'Año de constitución',
      '¿Tienen una política de seguridad?',
      'Describa su control de accesos.',
    ],
  ])('asks its labels too: %s', (...texts) => {
    expect(textsOf(['Vendor questionnaire', ...pieces(...texts)], 'pdf')).toEqual(texts);
  });

  it('asks no headings under which deeper numbers stand', () => {
    const document = [
      { text: 'General', number: '1.' },
      { text: 'Do you have a policy?', number: '1.1.' },
      { text: 'Who owns it?', number: '1.2.' },
      { text: 'Access', number: '2.' },
      { text: 'Do you review access rights?', number: '2.1.' },
      { text: 'How are leavers handled?', number: '2.2.' },
    ];
    expect(placesOf(document, 'pdf')).toHaveLength(4);
  });
});

describe('tables of suppliers in other languages', () => {
  it('knows Chinese headings of assessments, and their points to be reached', () => {
    const rows = [
      ['序号', '评估项目', '评估内容', '满分', '自评得分', '说明'],
      [1, '质量', '是否建立质量管理体系', 10],
      [2, '质量', '是否定期进行内部审核', 10],
      [3, '交付', '是否能够按时交货', 10],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(['C2>E2', 'C3>E3', 'C4>E4']);
  });

  it.each([
    ['Kérdés', 'Igen', 'Nem', 'Megjegyzés', 'Végeznek belső auditot?', 'Milyen tanúsítványokkal rendelkeznek?'],
    ['Kysymys', 'Kyllä', 'Ei', 'Kommentit', 'Onko teillä laatukäsikirja?', 'Mitä sertifikaatteja teillä on?'],
    ['Питання', 'Так', 'Ні', 'Коментарі', 'Чи є у вас політика безпеки?', 'Які сертифікати ви маєте?'],
  ])('%s: open questions are answered in words', (question, yes, no, remarks, closed, open) => {
    const rows = [
      ['1', question, yes, no, remarks],
      ['2', closed],
      ['3', `${closed.slice(0, -1)} (2)?`],
      ['4', open],
    ];
    rows[0]![0] = 'No';
    expect(askedIn(sheetOf(rows))).toEqual(['B2>C2', 'B3>C3', 'B4>E4']);
  });
});
