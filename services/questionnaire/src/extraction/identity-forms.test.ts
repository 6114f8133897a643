import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';
import { placesOf } from './text.fixture.js';

describe('labels about whoever fills the file in', () => {
  it.each([
    [
      'Chinese',
      '供应商调查表',
      ['公司名称', '', '法定代表人'],
      ['注册资本', '', '员工人数'],
      ['通过ISO9001认证', '□是 □否', '证书编号'],
    ],
    [
      'German',
      'Lieferantenfragebogen',
      ['Firma', '', 'Gründungsjahr'],
      ['Stammkapital', '', 'Belegschaft'],
      ['Konzern', '', 'Standorte'],
    ],
    [
      'Polish',
      'Ankieta dostawcy',
      ['Nazwa', '', 'Rok założenia'],
      ['Kapitał', '', 'Zatrudnienie'],
      ['Grupa', '', 'Oddziały'],
    ],
  ])('ask in pairs beside blanks where a list knows only one of them: %s', (_, title, ...rows) => {
    const asked = ['A2>B2', 'C2>D2', 'A3>B3', 'C3>D3', 'A4>B4', 'C4>D4'];
    expect(askedIn(sheetOf([[title], ...rows]))).toEqual(asked);
  });

  it.each([
    ['ヒアリングシート', '会社名', 'ご担当者名', '電話番号', '希望納期', 'ご予算'],
    ['협력업체 설문', '회사명', '담당자 성명', '연락처', '주요 제품', '납기'],
    ['Lieferantenselbstauskunft', 'Firma', 'Ansprechpartner', 'Telefon', 'Gründung', 'Gesellschafter'],
  ])('ask below a title that names the paper and asks nothing: %s', (...texts) => {
    expect(askedIn(sheetOf(texts.map((text) => [text])))).toEqual(rowsOf('A', 'B', [2, texts.length]));
  });

  it.each(['Nom du candidat :', 'Name of bidder:', 'Name des Bieters:', 'Empresa:'])(
    'ask alone above a table of questions: %s',
    (label) => {
      const rows = [
        ['Tender 7'],
        [label],
        [],
        ['Question', 'Answer'],
        ['Do you test backups?', ''],
        ['Who reviews them?', ''],
      ];
      expect(askedIn(sheetOf(rows))).toEqual(['A2>B2', 'A5>B5', 'A6>B6']);
      expect(askedIn(sheetOf([['Tender 7'], [label]]))).toEqual([]);
    },
  );

  it('ask above questions also where all of it is filled in', () => {
    const head = [
      ['Company name', 'Nordvik AS'],
      ['Contact person', 'Ola Berg'],
      ['E-mail', 'ola@nordvik.example'],
      ['Country', 'Norway'],
    ];
    const table = [
      ['#', 'Question', 'Answer'],
      [1, 'Do you have an ISMS?', 'Yes, since 2019.'],
      [2, 'Do you test restores?', 'Yes, each quarter.'],
    ];
    expect(askedIn(sheetOf([['Supplier'], ...head, [], ...table]))).toEqual([
      ...rowsOf('A', 'B', [2, 5]),
      'B8>C8',
      'B9>C9',
    ]);
    const student = [
      ['Student name', 'M. Larsen'],
      ['Supervisor', 'P. Quist'],
      ['Project title', 'Sleep'],
      ['Department', 'Health'],
    ];
    expect(placesOf([student])).toEqual(['t1r1c1>t1r1c2', 't1r2c1>t1r2c2', 't1r3c1>t1r3c2', 't1r4c1>t1r4c2']);
    const version = [
      ['Document name', 'Policy'],
      ['Version', '3'],
      ['Author', 'A. Ek'],
      ['Approved by', 'Board'],
    ];
    expect(placesOf([version])).toEqual([]);
  });

  it('ask where a formula shows the label, and not where one shows the value', () => {
    const shown = (text: string): { text: string; formula: string } => ({ text, formula: 'VLOOKUP(1,A:B,2)' });
    const rows = ['Provider name', 'Product name', 'Contact e-mail'].map(shown);
    expect(askedIn(sheetOf(rows.map((label) => [label, ''])))).toEqual(rowsOf('A', 'B', [1, 3]));
    expect(askedIn(sheetOf(rows.map((label) => [label, shown('0')])))).toEqual([]);
  });
});
