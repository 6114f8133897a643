import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';

const YES_NO = ['Yes', 'No', 'N/A'];

describe('layouts of sheets', () => {
  it('takes number, control, question, response and comments as five columns', () => {
    const sheet = sheetOf([
      ['#', 'Control', 'Question', 'Response', 'Comments'],
      [1, 'Encryption', 'Is data encrypted at rest?', null, null],
      [2, 'Encryption', 'Is data encrypted in transit?', null, null],
      [3, 'Access', 'Describe how access is reviewed.', null, null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('C', 'D', [2, 4]));
  });

  it('takes sections between numbered rows as sections', () => {
    const sheet = sheetOf(
      [
        ['Acme Vendor Assessment', null, null, null],
        ['Please answer all questions on this tab.', null, null, null],
        ['Ques Num', 'Question/Request', 'Response', 'Additional Information', 'AUP Reference'],
        ['A. Risk Assessment and Treatment'],
        ['A.1', 'Is there a risk assessment program?', null, null, 'A.1 Risk'],
        ['A.1.1', 'Has it been approved by management?', null, null, 'A.1 Risk'],
        ['A.1.1.1', 'Communicated to constituents', null, null, null],
        ['B. Security Policy'],
        ['B.1', 'Is there an information security policy?', null, null, 'B.1'],
        ['B.2', 'Acceptable use policy', null, null, 'B.2'],
      ],
      { boldRows: [4, 8], merges: ['A4:E4', 'A8:E8'] },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [5, 7], [9, 10]));
  });

  it('takes parts whose heading carries the name of the part', () => {
    const sheet = sheetOf(
      [
        ['Higher Education Assessment'],
        ['GNRL-01', 'Vendor Name', null],
        ['GNRL-02', 'Product Name', null],
        ['Company Overview', null, 'Vendor Answers', 'Additional Information', 'Guidance'],
        [
          'COMP-01',
          'Describe your organization’s business background and ownership structure.',
          null,
          null,
          'Include circumstances that may involve off-shoring.',
        ],
        [
          'COMP-02',
          'Have you had an unplanned disruption to this service in the past 12 months?',
          null,
          null,
          'We want transparency.',
        ],
        ['Documentation', null, 'Vendor Answers', 'Additional Information', 'Guidance'],
        ['DOCU-01', 'Have you undergone a SSAE 18 audit?', null, null, 'If you have, provide it.'],
        [
          'DOCU-02',
          'Do you conform with a specific industry standard security framework?',
          null,
          null,
          'e.g. NIST CSF.',
        ],
      ],
      { lists: { C6: YES_NO, 'C8:C9': YES_NO }, merges: ['A4:B4', 'A7:B7'] },
    );
    expect(askedIn(sheet).filter((place) => /^B[5-9]/.test(place))).toEqual(rowsOf('B', 'C', [5, 6], [8, 9]));
  });

  it('takes questions without any heading', () => {
    const sheet = sheetOf([
      ['1.1', 'Do you have a security policy?'],
      ['1.2', 'Who is responsible for security?'],
      ['1.3', 'How often is it reviewed?'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [1, 3]));
  });

  it('takes a single column of questions', () => {
    const sheet = sheetOf([
      ['Do you have a security policy?'],
      ['Who is responsible for security?'],
      ['Please describe your backup concept.'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [1, 3]));
  });

  it('takes two tables side by side', () => {
    const sheet = sheetOf([
      ['Question', 'Answer', null, 'Question', 'Answer'],
      ['Is MFA used?', null, null, 'Is data encrypted?', null],
      ['Are logs kept?', null, null, 'Are keys rotated?', null],
      ['Is access reviewed?', null, null, 'Are backups encrypted?', null],
    ]);
    expect(askedIn(sheet)).toEqual(['A2>B2', 'D2>E2', 'A3>B3', 'D3>E3', 'A4>B4', 'D4>E4']);
  });

  it('takes one of two columns that say the same in two languages', () => {
    const sheet = sheetOf([
      ['ID', 'Question (EN)', 'Frage (DE)', 'Answer / Antwort'],
      ['1', 'Do you encrypt data?', 'Verschlüsseln Sie Daten?', null],
      ['2', 'Do you keep logs?', 'Führen Sie Protokolle?', null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'D', 2, 3));
  });

  it('takes an answer column on the left', () => {
    const sheet = sheetOf(
      [
        ['Answer', 'Question', 'Remarks'],
        [null, 'Is there a data protection officer?', null],
        [null, 'Are employees trained every year?', null],
      ],
      { lists: { 'A2:A3': YES_NO } },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'A', 2, 3));
  });

  it('does not take guidance with question marks for the questions', () => {
    const sheet = sheetOf([
      ['No.', 'Question', 'Guidance', 'Answer'],
      [1, 'Describe your patch process', 'Think about: how fast? who approves? which tools?', null],
      [2, 'Describe your backup process', 'How often do you test? Where are copies kept?', null],
      [3, 'List your certifications', 'Which scope? Which auditor?', null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'D', [2, 4]));
  });

  it('takes questions that stand in a row, with the answers below', () => {
    const sheet = sheetOf([
      ['Timestamp', 'What is your company name?', 'Do you encrypt data at rest?', 'How many employees do you have?'],
      ['2024-01-02', 'Acme', 'Yes', '12'],
    ]);
    expect(askedIn(sheet)).toEqual(['B1>B2', 'C1>C2', 'D1>D2']);
  });

  it('takes fields of a form', () => {
    const sheet = sheetOf([
      ['Supplier registration'],
      [],
      ['Company name:', null],
      ['Address:', null],
      ['Contact e-mail:', null],
      ['Website:', null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [3, 6]));
  });

  it('takes tables with different columns below each other', () => {
    const sheet = sheetOf([
      ['Part 1: General'],
      ['No', 'Question', 'Answer'],
      [1, 'What is your legal name?', null],
      [2, 'Where is your head office?', null],
      [],
      ['Part 2: Security controls'],
      ['Control', 'Description of the control', 'Implemented?', 'Comment'],
      ['C1', 'Access rights are reviewed quarterly', null, null],
      ['C2', 'Devices are encrypted', null, null],
    ]);
    expect(askedIn(sheet)).toEqual([...rowsOf('B', 'C', 3, 4), ...rowsOf('B', 'C', 8, 9)]);
  });

  it('takes sub-questions that are indented into the next column', () => {
    const sheet = sheetOf(
      [
        ['No', 'Question', null, 'Answer'],
        ['1', 'Do you use subprocessors?', null, null],
        [null, 'a)', 'Which subprocessors do you use?', null],
        [null, 'b)', 'Where do they process data?', null],
        ['2', 'Do you transfer data outside of the EU?', null, null],
      ],
      { merges: ['B1:C1', 'B2:C2', 'B5:C5'] },
    );
    expect(askedIn(sheet)).toEqual(['B2>D2', 'C3>D3', 'C4>D4', 'B5>D5']);
  });

  it('takes questions with their number in the same cell', () => {
    const sheet = sheetOf([
      ['Questions', 'Supplier response'],
      ['General', null],
      ['1. What services do you provide?', null],
      ['2. List your data centres', null],
      ['Security', null],
      ['3. Penetration tests', null],
      ['4. Describe your encryption', null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', 3, 4, 6, 7));
  });

  it('takes headings of a language that no word list knows by their form', () => {
    const sheet = sheetOf(
      [
        ['Nambari', 'Swali', 'Jibu', 'Maoni'],
        ['1', 'Je, mnayo sera ya usalama wa taarifa iliyoidhinishwa?', null, null],
        ['2', 'Je, data zote zimesimbwa kwa njia fiche wakati wa kuhifadhiwa?', null, null],
        ['3', 'Je, mnafanya majaribio ya kupenya mara ngapi kwa mwaka?', null, null],
      ],
      { boldRows: [1] },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [2, 4]));
  });

  it('keeps a table to be filled for one question out of the questions', () => {
    const sheet = sheetOf([
      ['No', 'Question', 'Answer'],
      [1, 'Do you use subprocessors?', null],
      [2, 'Please list all of them in the table below.', null],
      [],
      [null, 'Name', 'Country', 'Purpose'],
      [null, 'Subprocessor 1'],
      [null, 'Subprocessor 2'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', 2, 3));
  });

  it('takes a list of topics under a heading that says question', () => {
    const sheet = sheetOf([
      ['Nr.', 'Thema / Frage', 'Antwort Lieferant'],
      ['1', 'Zertifizierungen', null],
      ['2', 'Standort der Rechenzentren', null],
      ['3', 'Verschlüsselung der Daten', null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [2, 4]));
  });

  it('takes an answered questionnaire with its answers', () => {
    const sheet = sheetOf([
      ['Question', 'Vendor response'],
      ['Do you have a SOC 2 report?', 'Yes, type II, issued every year by an independent auditor.'],
      ['Where is data stored?', 'In Frankfurt and Dublin.'],
      ['Do you encrypt backups?', 'Yes.'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 4]));
  });
});
