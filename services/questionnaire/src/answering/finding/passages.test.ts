import { describe, expect, it } from '@jest/globals';
import type { BlockModel, CellModel, DocumentModel, ParagraphBlock } from '../../documents/model.js';
import { splitPassages } from './passages.js';

type Loose = Omit<ParagraphBlock, 'kind' | 'index'>;

function document(format: 'md' | 'txt' | 'pdf' | 'docx', ...blocks: Loose[]): DocumentModel {
  return { kind: 'text', format, blocks: blocks.map((b, index) => ({ kind: 'paragraph', index, ...b })), warnings: [] };
}

function cells(...rows: string[][]): CellModel[] {
  return rows
    .flatMap((row, r) => row.map((text, column) => ({ row: r, column, text, type: 'text' as const })))
    .filter((c) => c.text !== '');
}

describe('passages', () => {
  it('give each numbered clause a line of its own, also when a format ran them together', () => {
    const text = '5.1 Sign-in needs MFA. 5.2 TLS 1.2 Or later is used. 5.3 Passwords must:';
    expect(splitPassages(document('md', { text }), 'Policy')[0]?.text).toBe(
      '5.1 Sign-in needs MFA.\n5.2 TLS 1.2 Or later is used.\n5.3 Passwords must:',
    );
  });

  it('carry the path of their headings and never cross one', () => {
    const passages = splitPassages(
      document(
        'md',
        { text: 'Policies', heading: 1 },
        { text: 'Encryption v2', heading: 2 },
        { text: 'AES-256.', listLevel: 0 },
        { text: 'TLS 1.2.', listLevel: 0 },
        { text: 'Access', heading: 2 },
        { text: 'SSO.' },
      ),
      'policies.md',
    );
    expect(passages).toEqual([
      { locator: 'Policies > Encryption v2', text: '- AES-256.\n- TLS 1.2.', ordinal: 0 },
      { locator: 'Policies > Access', text: 'SSO.', ordinal: 1 },
    ]);
  });

  it('keep the marks and the depth of list items, and leave program text out', () => {
    const [passage] = splitPassages(
      document(
        'md',
        { text: 'Encrypted are:' },
        { text: 'databases', listLevel: 0 },
        { text: 'in Frankfurt', listLevel: 1 },
        { text: 'aws kms rotate', code: true },
        { text: 'laptops', listLevel: 0, number: '2.' },
      ),
      'x.md',
    );
    expect(passage?.text).toBe('Encrypted are:\n- databases\n  - in Frankfurt\n2. laptops');
  });

  it('put hard-wrapped lines together and leave "label: value" lines apart', () => {
    const wrapped = 'Backups are taken every night and are\ncopied to another region within the hour.';
    const facts = 'Legal name: Harbour Ltd\nFounded: 2014\nHeadquarters: Cork';
    const passages = splitPassages(document('md', { text: wrapped }, { text: facts }), 'x.md');
    expect(passages[0]?.text.split('\n')).toEqual([wrapped.replace('\n', ' '), ...facts.split('\n')]);
  });

  it('find headings and paragraphs in plain text by its lines', () => {
    const lines = [
      '1. Access control',
      '',
      'Access rights are reviewed by the owners of systems',
      'every quarter.',
      '',
      '2. Logging',
      '',
      'Logs are kept for a year.',
    ];
    const passages = splitPassages(
      document('txt', ...lines.flatMap((text, i) => (text === '' ? [] : [{ text, line: i + 1 }]))),
      'x.txt',
    );
    expect(passages.map((p) => [p.locator, p.text])).toEqual([
      ['1. Access control', 'Access rights are reviewed by the owners of systems every quarter.'],
      ['2. Logging', 'Logs are kept for a year.'],
    ]);
  });

  it('name the page of a PDF', () => {
    const passages = splitPassages(
      document(
        'pdf',
        { text: 'Keys are rotated yearly by the team.', page: 1, line: 1 },
        { text: 'Logs are kept for a year in the vault.', page: 2, line: 1 },
      ),
      'x.pdf',
    );
    expect(passages.map((p) => p.locator)).toEqual(['page 1', 'page 2']);
  });

  it('keep rows of a table as lines under their header, in as many passages as needed', () => {
    const cell = (row: number, column: number, text: string) => ({ row, column, rowSpan: 1, columnSpan: 1, text });
    const rows = Array.from({ length: 60 }, (_, r) =>
      r === 0
        ? [cell(0, 0, 'Control'), cell(0, 1, 'Status')]
        : [cell(r, 0, `Control number ${r} of the long register`), cell(r, 1, 'In place')],
    );
    const block: BlockModel = { kind: 'table', index: 0, rows };
    const passages = splitPassages({ kind: 'text', format: 'docx', blocks: [block], warnings: [] }, 'register.docx');
    expect(passages.length).toBeGreaterThan(1);
    for (const p of passages) expect(p.text.startsWith('Control | Status\n')).toBe(true);
    expect(passages.flatMap((p) => p.text.split('\n').slice(1))).toHaveLength(59);
  });

  it('make a passage of each row of a sheet, with its headers', () => {
    const sheet = {
      name: 'FAQ',
      index: 0,
      hidden: false,
      protected: false,
      rightToLeft: false,
      merges: [],
      hiddenRows: [3],
      hiddenColumns: [],
      validations: [],
    };
    const model: DocumentModel = {
      kind: 'workbook',
      format: 'xlsx',
      warnings: [],
      sheets: [
        { ...sheet, cells: cells(['Our FAQ', ''], ['Question', 'Answer'], ['MFA?', 'Yes'], ['Secret?', 'hidden']) },
      ],
    };
    expect(splitPassages(model, 'faq.xlsx')).toEqual([
      { locator: 'FAQ, row 3', text: 'Question: MFA?\nAnswer: Yes', ordinal: 0 },
    ]);
  });

  it('cut very long paragraphs, losing no word', () => {
    const text = Array.from({ length: 900 }, (_, i) => `word${i}`).join(' ');
    const passages = splitPassages(document('txt', { text, line: 1 }), 'x.txt');
    for (const p of passages) expect(p.text.length).toBeLessThanOrEqual(1_500);
    expect(passages.map((p) => p.text).join(' ')).toBe(text);
  });

  it('read a row of very many cells in the time that its cells take', () => {
    const sheet = {
      index: 0,
      name: 'Wide',
      hidden: false,
      protected: false,
      rightToLeft: false,
      merges: [],
      hiddenRows: [],
      hiddenColumns: [],
      validations: [],
    };
    const row = (word: string): string[] => Array.from({ length: 20_000 }, (_, i) => `${word}${i}`);
    const wide = cells(row('h'), row('c'));
    const before = process.cpuUsage();
    const passages = splitPassages(
      { kind: 'workbook', format: 'csv', warnings: [], sheets: [{ ...sheet, cells: wide }] },
      'wide.csv',
    );
    expect(passages.at(-1)?.text).toMatch(/\bc19999$/);
    // Of the processor: each cell copied all before it.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
  });

  it('hold a sentence whole that a page break tears, on the page where it begins', () => {
    const passages = splitPassages(
      document(
        'pdf',
        { text: 'Backups are taken nightly and copied to', page: 1, line: 40, fontSize: 10 },
        { text: 'a second region. They are kept for 35 days.', page: 2, line: 1, fontSize: 10 },
        { text: 'Keys live in a vault that only two people open.', page: 2, line: 3, fontSize: 10 },
      ),
      'policy.pdf',
    );
    expect(passages.map(({ locator, text }) => [locator, text])).toEqual([
      ['page 1', 'Backups are taken nightly and copied to a second region. They are kept for 35 days.'],
      ['page 2', 'Keys live in a vault that only two people open.'],
    ]);
  });

  it('keep short lines that head nothing: shares, bullets and the entries of a list without marks', () => {
    const lines = ['Service levels', 'Availability 97 %', '● Support in English', 'Annual reviews', 'Quarterly audits'];
    const blocks = lines.map((text, i) => ({ text, line: 1 + 2 * i }));
    expect(splitPassages(document('txt', ...blocks), 'sla.txt')).toEqual([
      { locator: 'Service levels', text: lines.slice(1).join('\n'), ordinal: 0 },
    ]);
  });
});
