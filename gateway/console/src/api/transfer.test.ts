import { describe, expect, it } from '@jest/globals';
import { create } from 'content-disposition';
import { fileName } from './transfer.js';

describe('the name of a downloaded file', () => {
  it.each([
    ['attachment; filename=plain.xlsx', 'plain.xlsx'],
    ['attachment; filename="with space.xlsx"', 'with space.xlsx'],
    ['attachment; filename="a \\"quoted\\" one.xlsx"', 'a "quoted" one.xlsx'],
    ['attachment; filename="semi;colon.csv"', 'semi;colon.csv'],
    ["attachment; filename*=UTF-8''Fragebogen%20M%C3%BCnchen.xlsx", 'Fragebogen München.xlsx'],
    [
      'attachment; filename="Fragebogen M?nchen.xlsx"; filename*=UTF-8\'\'Fragebogen%20M%C3%BCnchen.xlsx',
      'Fragebogen München.xlsx',
    ],
    ["attachment; filename*=utf-8'de'%E4%B8%AD%E6%96%87.pdf; filename=x.pdf", '中文.pdf'],
    ["attachment; filename*=ISO-8859-1''M%FCnchen.xlsx", 'München.xlsx'],
    ['ATTACHMENT; FILENAME=upper.csv', 'upper.csv'],
    ['attachment ; filename = spaced.csv', 'spaced.csv'],
    ['inline; filename="receipt.json"', 'receipt.json'],
    ['attachment; filename="100%25 done.xlsx"', '100%25 done.xlsx'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\files\\\\x.xlsx"', 'x.xlsx'],
    ['attachment', 'download'],
    ['', 'download'],
    ["attachment; filename*=UTF-8''%E0%A4%A", 'download'],
  ])('%s', (header, name) => {
    expect(fileName(header)).toBe(name);
  });

  it.each(['Questionnaire.xlsx', 'Fragebogen München.xlsx', '问卷.docx', 'a "b"; c.csv', "it's 100%.pdf", '😀.xlsx'])(
    'is the one that the server was given: %s',
    (name) => expect(fileName(create(name))).toBe(name),
  );
});
