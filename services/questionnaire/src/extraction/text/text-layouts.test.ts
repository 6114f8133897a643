import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from '../asked.fixture.js';
import { extractQuestions } from '../extract.js';
import { documentOf, placesOf, textsOf } from '../text.fixture.js';

describe('text documents', () => {
  it('takes numbered paragraphs with empty paragraphs for the answers', () => {
    const pieces = [
      '# Supplier questionnaire',
      'Please answer the following questions and return this document by 1 May.',
      { text: 'Do you have an information security policy?', number: '1.' },
      null,
      { text: 'Describe how access rights are granted and removed.', number: '2.' },
      null,
      { text: 'Which certifications do you hold?', number: '3.' },
      null,
      'Thank you.',
    ];
    expect(placesOf(pieces)).toEqual(['p3>p4', 'p5>p6', 'p7>p8']);
    expect(questionsOf(documentOf(pieces))[0]).toMatchObject({ number: '1.', section: 'Supplier questionnaire' });
  });

  it('takes bullets below headings, and labels as fields', () => {
    expect(
      textsOf([
        '# Vendor Security Assessment',
        'This assessment helps to identify risks of data handling and incident response.',
        '## 1. Vendor information',
        'Vendor name:',
        'Service provided:',
        'Primary contact:',
        '## 2. Organisation',
        { text: 'Do you have a dedicated security team?', listLevel: 0 },
        { text: 'Do you perform regular awareness training?', listLevel: 0 },
        '## 3. Protection of data',
        { text: 'Is data encrypted at rest?', listLevel: 0 },
        { text: 'How is sensitive data classified and protected?', listLevel: 0 },
      ]),
    ).toEqual([
      'Vendor name:',
      'Service provided:',
      'Primary contact:',
      'Do you have a dedicated security team?',
      'Do you perform regular awareness training?',
      'Is data encrypted at rest?',
      'How is sensitive data classified and protected?',
    ]);
  });

  it('takes requirements of a table with columns for compliance and remarks', () => {
    const table = [
      ['Ref', 'Requirement', 'Compliant?', 'Remarks'],
      ['1', 'General', '', ''],
      ['1.1', 'The service is available around the clock.', '', ''],
      ['1.2', 'Data is stored within the European Union.', '', ''],
    ];
    expect(placesOf(['# Tender', table])).toEqual(['t1r3c2>t1r3c3', 't1r4c2>t1r4c3']);
  });

  it('takes statements that are followed by a place to answer', () => {
    const pieces = [
      '3.1 The contractor shall encrypt all customer data.',
      'Response:',
      '3.2 The contractor shall report incidents within 24 hours.',
      'Response: We report within 12 hours.',
      '3.3 The contractor shall test its continuity plan every year.',
      'Response:',
    ];
    const found = questionsOf(documentOf(pieces));
    expect(
      found.map((question) => [question.number, placeName(question.answerLocation), question.existingAnswer]),
    ).toEqual([
      ['3.1', 'p2', ''],
      ['3.2', 'p4', 'We report within 12 hours.'],
      ['3.3', 'p6', ''],
    ]);
  });

  it('takes questions of a one-column table with the answers in the rows below', () => {
    const table = [['1. What services do you provide?'], [''], ['2. Where is our data stored?'], ['']];
    expect(placesOf([table])).toEqual(['t1r1c1>t1r2c1', 't1r3c1>t1r4c1']);
  });

  it('takes lettered parts below a stem and remembers the stem', () => {
    const pieces = [
      { text: 'Please provide the following information about your company:', number: '1.' },
      { text: 'Legal name and address', number: 'a)', listLevel: 1 },
      { text: 'Number of employees', number: 'b)', listLevel: 1 },
      { text: 'Do you hold any certifications?', number: '2.' },
    ];
    const found = questionsOf(documentOf(pieces)).filter((question) => question.number !== '1.');
    expect(found.map((question) => question.text)).toEqual([
      'Legal name and address',
      'Number of employees',
      'Do you hold any certifications?',
    ]);
    expect(found[0]?.stem).toBe('Please provide the following information about your company:');
    expect(found[2]?.stem).toBe('');
  });

  it('takes headings that ask and leave room for the answer', () => {
    expect(
      textsOf([
        '# Due diligence',
        '## What is your business model?',
        null,
        '## Who are your main competitors?',
        null,
        '## Describe your team.',
        null,
      ]),
    ).toEqual(['What is your business model?', 'Who are your main competitors?', 'Describe your team.']);
  });

  it('asks nothing in a policy, whatever it asks in passing', () => {
    const prose =
      'The organisation protects information against unauthorised access. Access is granted by role and is reviewed every quarter by the owner of the system, who documents the result and removes rights that are no longer needed.';
    expect(
      textsOf([
        '# Information security policy',
        '## Purpose',
        prose,
        prose,
        'Why does this matter?',
        prose,
        '## Scope',
        prose,
        prose,
        { text: 'Report incidents at once.', number: '1.' },
        { text: 'Lock your screen.', number: '2.' },
        prose,
      ]),
    ).toEqual([]);
  });

  it('asks nothing in a guide for engineers', () => {
    expect(
      textsOf([
        '# Why event sourcing?',
        'Event sourcing keeps every change as an event, which makes it possible to rebuild the state for an audit.',
        '# Troubleshooting',
        'Is the queue growing? Then the workers are too slow, or there are too few of them.',
        '- Include the time zone in all reports.',
        '- Identify the tenant by its id, not by its name.',
        'Who may deploy? Everybody in the group of operators may deploy.',
      ]),
    ).toEqual([]);
  });

  it('joins the wrapped lines of a PDF', () => {
    const pieces = [
      '1. Do you have a documented process for the management of vulnerabilities in',
      'all systems that process customer data, including third-party components?',
      '2. Describe how backups are protected against ransomware and how often the',
      'restoration is tested.',
      '3. Where is customer data stored?',
    ];
    expect(textsOf(pieces, 'pdf')).toEqual([
      'Do you have a documented process for the management of vulnerabilities in all systems that process customer data, including third-party components?',
      'Describe how backups are protected against ransomware and how often the restoration is tested.',
      'Where is customer data stored?',
    ]);
  });

  it('leaves a table of contents alone', () => {
    expect(
      textsOf([
        { text: 'What do we ask? 3', contents: true },
        '# What do we ask?',
        '1. Do you encrypt data?',
        '2. Do you keep logs?',
      ]),
    ).toEqual(['Do you encrypt data?', 'Do you keep logs?']);
  });

  it('books every block and every cell once', () => {
    const model = documentOf([
      '# Title',
      'Do you encrypt data?',
      '☐ Yes ☐ No',
      [
        ['Question', 'Answer'],
        ['Is MFA used?', 'Yes'],
      ],
      { field: { label: 'Name' } },
      'Thank you for your time.',
    ]);
    const places = extractQuestions(model).sheets.flatMap((sheet) =>
      sheet.account.map((entry) => placeName(entry.location)),
    );
    expect([...places].sort()).toEqual(['f:field4', 'p1', 'p2', 'p3', 'p6', 't1r1c1', 't1r1c2', 't1r2c1', 't1r2c2']);
  });
});
