import { describe, expect, it } from '@jest/globals';
import { textsOf } from '../text.fixture.js';

const ASKED = ['Who owns the plan?', 'When was it tested?', 'Which sites does it cover?', 'How often is it read?'];

describe('what stands around blanks and question marks', () => {
  it('takes several labelled blanks below each question for its answer', () => {
    const pieces = ASKED.flatMap((text, i) => [{ text, number: `${i + 1}.` }, 'Lowest: _______      Highest: _______']);
    expect(textsOf(pieces)).toEqual(ASKED);
  });

  it('takes a remark in brackets behind the question mark for no end of the question', () => {
    expect(textsOf(ASKED.map((text, i) => `${text} (${'iii'.slice(i % 3)})`))).toHaveLength(4);
    expect(textsOf(['您的公司使用加密吗？（　）', '您的公司有备份吗？（　）', '谁负责信息安全？（　）'])).toHaveLength(
      3,
    );
  });

  it('asks nothing at a line to sign on, nor between the parts of a date', () => {
    expect(
      textsOf([...ASKED, 'Author: /______________/ A. Smith /', '16 May 2025 / ______________/ B. Jones /']),
    ).toEqual([...ASKED, 'Author:']);
    expect(textsOf([...ASKED, 'Vehicle no. ____ , date ___ / ___ / 202_ , time ___ : ___']).slice(4)).toEqual([
      'Vehicle no.',
    ]);
  });

  it('asks once where each part of a blank has its word behind it', () => {
    expect(textsOf(['Address: ______ Province ______ City ______ County ______ Village', 'Owner: ______'])).toEqual([
      'Address:',
      'Owner:',
    ]);
  });

  it('takes an empty bracket behind a text for a blank', () => {
    const pieces = ['1. 您的数据保存在哪里（　）', 'A、欧洲  B、其他', '2. 备份多久测试一次 (  )', 'A、每月  B、每年'];
    expect(textsOf(pieces)).toEqual(['您的数据保存在哪里', '备份多久测试一次']);
  });

  it('asks what a line "Mark only one oval." stands below, without a question mark', () => {
    const asked = [
      '1. 1 - What is your age?',
      '2. 2 - Your level of education: *',
      '3. 3 - Do you live here?',
      '4. 4 - Your work: *',
    ];
    const pieces = asked.flatMap((text) => [text, 'Mark only one oval.', 'First', 'Second', 'Other:']);
    expect(textsOf(pieces, 'pdf')).toHaveLength(4);
  });

  it('asks no results that are written in bold below tables of questions', () => {
    const table = [['Question', 'Response', 'Score'], ...ASKED.map((text) => [text, 'Yes, and it is kept', '4'])];
    const result = (name: string) => ({ text: `${name} Sub-Score: 4.0 / 5`, bold: true });
    const pieces = ['Owner', 'Plans', 'Sites', 'Reading'].flatMap((name) => [table, result(name)]);
    expect(textsOf(['Company: Acme', ...pieces]).filter((text) => text.includes('Score'))).toEqual([]);
  });
});
