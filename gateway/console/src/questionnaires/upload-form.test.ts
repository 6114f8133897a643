import { describe, expect, it } from '@jest/globals';
import { lengthOf, refusal } from './upload-form.js';
import { searchFor } from './list-query.js';
import { placeWords } from '../questionnaire-frame/receipt.js';

describe('a file to upload', () => {
  it('is refused before it is sent when nobody could read it', () => {
    expect(refusal({ name: 'Questions.XLSX', size: 10 })).toBeUndefined();
    expect(refusal({ name: 'questions.ods', size: 10 })).toBeUndefined();
    expect(refusal({ name: 'virus.exe', size: 10 })).toContain('.xlsx');
    expect(refusal({ name: 'questions', size: 10 })).toContain('.pdf');
    expect(refusal({ name: 'empty.csv', size: 0 })).toContain('empty');
  });

  it('as text is counted in code points', () => {
    expect(lengthOf('a😀')).toBe(2);
  });
});

describe('a search', () => {
  it('joins words and status in the syntax of the API', () => {
    expect(searchFor({ words: ' encryption ', status: 'COMPLETED' })).toBe('encryption @status:COMPLETED');
    expect(searchFor({ words: '', status: '' })).toBe('');
  });
});

describe('a place', () => {
  it('is named as people name it', () => {
    expect(placeWords({ sheet: 'Security', cell: 'B7' })).toBe('Security!B7');
    expect(placeWords({ page: 2, line: 4 })).toBe('page 2, line 4');
    expect(placeWords({ table: 1, row: 2, column: 3 })).toBe('table 1, row 2, column 3');
    expect(placeWords(null)).toBe('');
  });
});
