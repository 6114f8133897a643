import { describe, expect, it } from '@jest/globals';
import { questionsOf } from '../asked.fixture.js';
import { documentOf, placesOf, textsOf } from '../text.fixture.js';

describe('forms in text documents', () => {
  it('takes labels with lines to write on, several of them on one line', () => {
    expect(
      textsOf([
        '# Registration',
        'Company: ______________',
        'Name: ____________ Date: ____________',
        'Do you process personal data? ______',
      ]),
    ).toEqual(['Company:', 'Name:', 'Date:', 'Do you process personal data?']);
  });

  it.each([
    ['How many people work there ______? (an estimate)', ['How many people work there?']],
    ['¿Cuántas personas trabajan allí ______? (aproximado)', ['¿Cuántas personas trabajan allí?']],
    ['您公司的主要业务是________？（可多选）', ['您公司的主要业务是？']],
    ['従業員は何人ですか______？', ['従業員は何人ですか？']],
    ['公司名称是______（全称），成立于______年', ['公司名称是', '成立于']],
  ])('ends a sentence behind the blank in it, and asks once: %s', (line, asked) => {
    for (const format of ['docx', 'pdf'] as const) expect(textsOf([line], format)).toEqual(asked);
  });

  it('takes boxes on the next line for the options of the question above', () => {
    const pieces = [
      { text: 'Does your organisation have a supply chain risk policy?', number: '1.1.' },
      '☐ Yes ☐ No ☐ N/A',
      { text: 'Do you keep a list of your suppliers?', number: '1.2.' },
      '☒ Yes ☐ No ☐ N/A',
    ];
    expect(
      questionsOf(documentOf(pieces)).map((question) => [question.text, question.options, question.existingAnswer]),
    ).toEqual([
      ['Does your organisation have a supply chain risk policy?', ['Yes', 'No', 'N/A'], ''],
      ['Do you keep a list of your suppliers?', ['Yes', 'No', 'N/A'], 'Yes'],
    ]);
  });

  it('takes a form that is laid out as a table of labels', () => {
    const table = [
      ['Company name', ''],
      ['Address', ''],
      ['Contact person', ''],
      ['E-mail', ''],
    ];
    expect(placesOf(['# About you', table])).toEqual([
      't1r1c1>t1r1c2',
      't1r2c1>t1r2c2',
      't1r3c1>t1r3c2',
      't1r4c1>t1r4c2',
    ]);
  });

  it('takes a content control behind a question for the place of its answer', () => {
    const pieces = [
      '1. Do you encrypt backups?',
      { field: { value: '' } },
      '2. Do you test restores?',
      { field: { value: 'Every month' } },
    ];
    expect(placesOf(pieces)).toEqual(['p1>f:field1', 'p3>f:field3']);
    expect(questionsOf(documentOf(pieces))[1]?.existingAnswer).toBe('Every month');
  });

  it('takes labelled form fields', () => {
    const pieces = [
      'Supplier form',
      { field: { label: 'Name of the company' } },
      { field: { label: 'Do you use subprocessors?', type: 'choice' as const, options: ['Yes', 'No'], value: 'No' } },
    ];
    expect(
      questionsOf(documentOf(pieces, 'pdf')).map((question) => [
        question.text,
        question.answerType,
        question.existingAnswer,
      ]),
    ).toEqual([
      ['Name of the company', 'text', ''],
      ['Do you use subprocessors?', 'boolean', 'No'],
    ]);
  });

  it('takes statements behind boxes of their own as items of a checklist', () => {
    const pieces = [
      '# Before you publish',
      '☐ All images have a text alternative.',
      '☐ The reading order is correct.',
      '☒ Links say where they lead.',
    ];
    expect(textsOf(pieces)).toEqual([
      'All images have a text alternative.',
      'The reading order is correct.',
      'Links say where they lead.',
    ]);
  });

  it('takes boxes below a question for its options, one a line', () => {
    const pieces = [
      '1. Which of these do you use?',
      '☐ A firewall with logging',
      '☐ An intrusion detection system',
      '2. Do you keep logs?',
      '☐ Yes',
      '☐ No',
    ];
    expect(questionsOf(documentOf(pieces)).map((question) => question.options)).toEqual([
      ['A firewall with logging', 'An intrusion detection system'],
      ['Yes', 'No'],
    ]);
  });

  it('takes choices that are printed behind a statement for its options', () => {
    const pieces = ['1. Backups are tested every year. Yes No N/A', '2. Visitors are registered. Yes No N/A'];
    expect(questionsOf(documentOf(pieces, 'pdf')).map((question) => [question.text, question.options])).toEqual([
      ['Backups are tested every year.', ['Yes', 'No', 'N/A']],
      ['Visitors are registered.', ['Yes', 'No', 'N/A']],
    ]);
  });

  it('takes a list between a question and its "Answer:" for options, and asks none of its entries', () => {
    const entry = (text: string, i: number) => ({ text, number: `${i + 1}.`, listLevel: 0 });
    const pieces = ['1. Which of these is a metal?', 'Wood', '2. Which of these is a gas?', 'Stone'].flatMap(
      (text, i) => (i % 2 === 0 ? [text] : [...['Water', text, 'Iron ore'].map(entry), 'Answer: Iron ore']),
    );
    expect(textsOf(pieces)).toEqual(['Which of these is a metal?', 'Which of these is a gas?']);
  });

  it('takes check boxes of a form below a question for its options', () => {
    const pieces = [
      '1. Do you encrypt data?',
      { field: { label: 'Yes', type: 'checkbox' as const, value: 'On' } },
      { field: { label: 'No', type: 'checkbox' as const, value: 'Off' } },
      '2. Do you keep logs?',
    ];
    expect(questionsOf(documentOf(pieces, 'pdf'))[0]).toMatchObject({
      options: ['Yes', 'No'],
      existingAnswer: 'Yes',
      answerType: 'boolean',
    });
  });
});
