import { describe, expect, it } from '@jest/globals';
import { questionsOf } from './asked.fixture.js';
import { isIdentifier } from './language/numbering.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { SheetModel } from '../documents/model.js';

const sections = (sheet: SheetModel): string[] => questionsOf(workbookOf(sheet)).map((question) => question.section);

describe('names of sections', () => {
  it('stand in the column of numbers, with a number of their own', () => {
    const sheet = sheetOf([
      ['Code', 'Requirement', 'Type', 'Comply (Y/N)', 'Remarks'],
      ['1. Billing'],
      ['1.1', 'The system shall issue invoices in several currencies.', 'M', null, null],
      ['1.2', 'The system shall send reminders.', 'D', null, null],
      ['2. Operation'],
      ['2.1', 'The supplier shall answer within two hours.', 'M', null, null],
    ]);
    expect(sections(sheet)).toEqual(['1. Billing', '1. Billing', '2. Operation']);
    expect(isIdentifier('1. Billing')).toBe(false);
  });

  it('lead deeper numbers in capitals alone, however long they are', () => {
    const sheet = sheetOf([
      ['1 - QUALITY OF THE GOODS AND ORGANISATION OF THE WHOLE SUPPLY CHAIN'],
      ['1.1 Is there a manual of quality?'],
      ['1.2 Are there goals of quality?'],
      ['2 - SAFETY OF THE PEOPLE AND OF THE ENVIRONMENT AROUND THE PLANT'],
      ['2.1 Is there a plan for emergencies?'],
      ['2.2 Does somebody count accidents?'],
    ]);
    expect(sections(sheet)).toHaveLength(4);
  });

  it('are no legend above the table', () => {
    const sheet = (above: string) =>
      sheetOf([
        ['REQUIREMENTS'],
        [above],
        ['No.', 'Requirement', 'Answer'],
        [1, 'The gate opens by remote control.', null],
        [2, 'The gate stops when something is in its way.', null],
      ]);
    expect(sections(sheet('Legend: M = mandatory'))).toEqual(['', '']);
    expect(sections(sheet('Return to: gates@example.com'))).toEqual(['', '']);
    expect(sections(sheet('Part A: Gates'))).toEqual(['Part A: Gates', 'Part A: Gates']);
  });

  it('stand above the labels of a form', () => {
    const sheet = sheetOf([
      ['SUPPLIER FORM'],
      [],
      ['Company details'],
      ['Company name', null],
      ['Street address', null],
      ['Website', null],
    ]);
    expect(sections(sheet)).toEqual(['Company details', 'Company details', 'Company details']);
  });
});
