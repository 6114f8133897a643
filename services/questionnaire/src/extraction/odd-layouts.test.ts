import { describe, expect, it } from '@jest/globals';
import { askedIn, placeName, questionsOf, rowsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';

const YES_NO = ['Yes', 'No'];

describe('odd layouts of sheets', () => {
  it('takes a heading of two rows, the upper one for groups of columns', () => {
    const sheet = sheetOf(
      [
        [null, null, 'To be completed by the supplier', null, 'Internal use only', null],
        ['#', 'Question', 'Answer', 'Evidence', 'Score', 'Reviewer comment'],
        [1, 'Is there a security officer?', null, null, null, null],
        [2, 'Are risks assessed every year?', null, null, null, null],
      ],
      { merges: ['C1:D1', 'E1:F1'] },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', 3, 4));
  });

  it('takes labels to fill above questions, without any heading', () => {
    const sheet = sheetOf([
      ['CYBER INSURANCE PROPOSAL'],
      ['Name of insured'],
      ['Principal address'],
      ['Number of employees'],
      ['Website'],
      [],
      ['Section A'],
      ['Do you use several factors for remote access?'],
      ['Are backups kept offline?'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 5], 8, 9));
  });

  it('takes answer headings with long explanations and drop-downs', () => {
    const sheet = sheetOf(
      [
        ['Control ID', 'Assessment question', 'Drop-down response', 'If no, please explain why not', 'Attachments'],
        ['AC-1', 'Are accounts reviewed at least every quarter?', null, null, null],
        ['AC-2', 'Is remote access protected by several factors?', null, null, null],
      ],
      { lists: { 'C2:C3': YES_NO } },
    );
    expect(
      questionsOf(workbookOf(sheet)).map((question) => [
        placeName(question.answerLocation),
        placeName(question.commentLocation),
      ]),
    ).toEqual([
      ['C2', 'D2'],
      ['C3', 'D3'],
    ]);
  });

  it('takes sections with letters and questions with letter and number', () => {
    const sheet = sheetOf([
      ['Ref', 'Item', 'Response'],
      ['A', 'Governance', null],
      ['A1', 'Security policy approved by management', null],
      ['A2', 'Named security officer', null],
      ['B', 'Operations', null],
      ['B1', 'Patching of servers within 30 days', null],
      ['B2', 'Malware protection on all clients', null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', 3, 4, 6, 7));
  });

  it('takes a scale of agreement as one column a choice', () => {
    const sheet = sheetOf([
      ['Statement', 'Strongly agree', 'Agree', 'Neutral', 'Disagree', 'Strongly disagree'],
      ['Our management supports security.', null, null, null, null, null],
      ['I know how to report an incident.', null, 'x', null, null, null],
    ]);
    const found = questionsOf(workbookOf(sheet));
    expect(
      found.map((question) => [placeName(question.location), question.options.length, question.existingAnswer]),
    ).toEqual([
      ['A2', 5, ''],
      ['A3', 5, 'Agree'],
    ]);
  });

  it('takes boxes in a cell, before or behind their words', () => {
    const sheet = sheetOf([
      ['Question', 'Answer'],
      ['Is data encrypted?', '☐ Yes  ☐ No  ☐ N/A'],
      ['Are logs kept?', 'Yes ☒  No ☐  N/A ☐'],
    ]);
    expect(questionsOf(workbookOf(sheet)).map((question) => question.options)).toEqual([
      ['Yes', 'No', 'N/A'],
      ['Yes', 'No', 'N/A'],
    ]);
  });

  it('takes questions merged over several columns, with the answer behind the merge', () => {
    const sheet = sheetOf(
      [
        ['1', 'Do you have a documented policy?', null, null, null],
        ['2', 'Who approves it?', null, null, null],
        ['3', 'When was it last reviewed?', null, null, null],
      ],
      { merges: ['B1:D1', 'B2:D2', 'B3:D3'] },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'E', [1, 3]));
  });

  it('takes records: question and answer below each other with headings on the left', () => {
    const sheet = sheetOf([
      ['ID', 'R-1'],
      ['Requirement', 'The solution shall encrypt all backups.'],
      ['Response', null],
      ['Comment', null],
      [],
      ['ID', 'R-2'],
      ['Requirement', 'The solution shall support SSO.'],
      ['Response', 'Yes'],
      ['Comment', null],
    ]);
    const found = questionsOf(workbookOf(sheet));
    expect(
      found.map((question) => [
        placeName(question.location),
        placeName(question.answerLocation),
        placeName(question.commentLocation),
        question.number,
        question.existingAnswer,
      ]),
    ).toEqual([
      ['B2', 'B3', 'B4', 'R-1', ''],
      ['B7', 'B8', 'B9', 'R-2', 'Yes'],
    ]);
  });

  it('takes two answer parts of one question as answer and comment', () => {
    const sheet = sheetOf(
      [
        ['Question', 'Response (Yes/No)', 'Response details'],
        ['Is there a business continuity plan?', null, null],
        ['Is it tested?', null, null],
      ],
      { lists: { 'B2:B3': YES_NO } },
    );
    expect(
      questionsOf(workbookOf(sheet)).map((question) => [
        placeName(question.answerLocation),
        placeName(question.commentLocation),
      ]),
    ).toEqual([
      ['B2', 'C2'],
      ['B3', 'C3'],
    ]);
  });

  it('takes a question and its follow-up in the same row', () => {
    const sheet = sheetOf([
      ['Question', 'Answer', 'Follow-up question', 'Answer'],
      ['Do you use cloud services?', null, 'Which ones do you use?', null],
      ['Do you use subcontractors?', null, 'Where are they based?', null],
    ]);
    expect(askedIn(sheet)).toEqual(['A2>B2', 'C2>D2', 'A3>B3', 'C3>D3']);
  });

  it('takes statements whose columns ask', () => {
    const sheet = sheetOf([
      ['Control', 'In place?', 'How is it implemented?', 'Who is responsible?'],
      ['Access rights are reviewed every quarter', null, null, null],
      ['Backups are stored in a second location', null, null, null],
      ['Changes are approved before they go live', null, null, null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 4]));
  });

  it('leaves the closing lines of a sheet alone', () => {
    const sheet = sheetOf([
      ['No.', 'Question', 'Answer'],
      [1, 'Is there a security policy?', null],
      [2, 'Is there a privacy policy?', null],
      [],
      [null, 'Thank you for completing this questionnaire.'],
      [null, 'Version 3.1'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', 2, 3));
  });

  it('leaves explanations below questions with drop-downs alone', () => {
    const sheet = sheetOf(
      [
        ['Stream', 'Level', 'Question', 'Answer', 'Interview notes'],
        ['Create', 1, 'Do you understand the risk appetite for your applications?', null, null],
        [null, null, 'You capture the risk appetite of your leadership', null, null],
        [null, null, 'The leadership vets and approves the set of risks', null, null],
        ['Measure', 1, 'Do you use a set of metrics to measure security?', null, null],
        [null, null, 'You document each metric, with its sources and how it is measured', null, null],
        [null, null, 'Metrics include leading and lagging indicators', null, null],
      ],
      { lists: { D2: YES_NO, D5: YES_NO } },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('C', 'D', 2, 5));
  });

  it('takes what the vendor has to state per criterion', () => {
    const sheet = sheetOf([
      ['Criteria', 'Conformance Level', 'Remarks and Explanations'],
      ['1.1.1 Non-text Content (Level A)', null, null],
      ['1.2.1 Audio-only and Video-only (Level A)', null, null],
      ['1.3.1 Info and Relationships (Level A)', null, null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 4]));
  });

  it('keeps a question column whose heading is the name of the customer', () => {
    const sheet = sheetOf(
      [
        ['Example Corp', 'Your company'],
        ['Do you store card data?', null],
        ['Do you process health data?', null],
        ['List the countries in which you operate', null],
      ],
      { boldRows: [1] },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 4]));
  });

  it('takes a checklist without headings next to its drop-downs', () => {
    const sheet = sheetOf(
      [
        ['Office security checklist'],
        [],
        ['Doors are locked after working hours', null],
        ['Visitors are registered and accompanied', null],
        ['Screens are locked when people leave', null],
      ],
      { lists: { 'B3:B5': YES_NO } },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [3, 5]));
  });

  it('takes rows of several sheets of one workbook in the order of the sheets', () => {
    const make = (name: string): ReturnType<typeof sheetOf> =>
      sheetOf(
        [
          ['Question', 'Answer'],
          [`Is ${name} secured?`, null],
          [`Is ${name} audited?`, null],
        ],
        { name },
      );
    const found = questionsOf(workbookOf(make('mail'), make('web')));
    expect(found.map((question) => [question.key, question.ordinal])).toEqual([
      ['s1!A2', 0],
      ['s1!A3', 1],
      ['s2!A2', 0],
      ['s2!A3', 1],
    ]);
  });

  it('keeps a question that goes on in the next row together', () => {
    const sheet = sheetOf([
      ['No.', 'Question', 'Answer'],
      ['1', 'Do you review the access rights of all users,', null],
      [null, 'including administrators, at least every quarter?', null],
      ['2', 'Do you log all access to customer data?', null],
      ['3', 'Do you alert on unusual access?', null],
    ]);
    const found = questionsOf(workbookOf(sheet));
    expect(found.map((question) => placeName(question.location))).toEqual(['B2', 'B4', 'B5']);
    expect(found[0]?.text).toBe(
      'Do you review the access rights of all users, including administrators, at least every quarter?',
    );
  });

  it('takes the unlocked cells of a protected sheet for the answers', () => {
    const sheet = sheetOf([
      ['Do you have a firewall?', 'Explain for each site', null, null],
      ['Do you have a proxy?', 'Explain for each site', null, null],
      ['Do you have a VPN?', 'Explain for each site', null, null],
    ]);
    const locked = { ...sheet, protected: true, unlockedBlanks: [{ top: 0, left: 3, bottom: 2, right: 3 }] };
    expect(askedIn(locked)).toEqual(rowsOf('A', 'D', [1, 3]));
  });
});
