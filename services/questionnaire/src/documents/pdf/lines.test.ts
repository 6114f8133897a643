import { describe, expect, it } from '@jest/globals';
import { makeLines } from './lines.js';
import type { TextPiece } from './page-content.js';
import { makeParagraphs } from './paragraphs.js';
import { withoutForms } from './scripts.js';

/** A piece of text ten points high whose signs are ten points wide. */
const piece = (text: string, left: number, bottom = 100, width = text.length * 10): TextPiece => ({
  text,
  left,
  right: left + width,
  top: bottom - 10,
  bottom,
  fontSize: 10,
  bold: false,
});
const lineOf = (...pieces: TextPiece[]): string => makeLines(pieces, false)[0]?.text ?? '';
const paragraphsOf = (...pieces: TextPiece[]): string[] =>
  makeParagraphs(makeLines(pieces, false)).map((paragraph) => paragraph.text);

describe('Chinese and Japanese lines', () => {
  it('have no blanks between their signs, however wide they are set', () => {
    expect(lineOf(piece('是否', 0), piece('加密', 24), piece('数据？', 50))).toBe('是否加密数据？');
    expect(lineOf(piece('データは', 0), piece('暗号化', 43), piece('されていますか', 77))).toBe(
      'データは暗号化されていますか',
    );
  });

  it('keep blanks at words of other scripts, in Korean and before what stands apart', () => {
    expect(lineOf(piece('使用', 0), piece('TLS', 23), piece('加密', 58))).toBe('使用 TLS 加密');
    expect(lineOf(piece('데이터를', 0), piece('암호화합니까', 43))).toBe('데이터를 암호화합니까');
    expect(lineOf(piece('问题', 0), piece('回答', 35))).toBe('问题 回答');
  });

  it('are joined without a blank, and end where the next sign had room', () => {
    expect(
      paragraphsOf(
        piece('贵公司是否对存储在第三方的所有', 0, 100),
        piece('客户数据进行加密', 0, 112),
        piece('是否定期审查', 0, 124),
        piece('访问权限由谁批准，以及多久审查', 0, 136),
      ),
    ).toEqual(['贵公司是否对存储在第三方的所有客户数据进行加密', '是否定期审查', '访问权限由谁批准，以及多久审查']);
  });
});

describe('lines that run from right to left', () => {
  it('are read from the right, with numbers and other scripts among them from the left', () => {
    expect(lineOf(piece('?במנוחה', 0), piece('נתונים', 75), piece('מוצפנים', 140), piece('האם', 215))).toBe(
      'האם מוצפנים נתונים ?במנוחה',
    );
    expect(lineOf(piece('?', 0), piece('ISO', 15), piece('27001', 50), piece('מוסמכים', 105))).toBe(
      'מוסמכים ISO 27001 ?',
    );
    expect(lineOf(piece('האם', 0), piece('1.', 35))).toBe('1. האם');
  });

  it('leave lines of other scripts as they are, also with a word from the right in them', () => {
    expect(
      lineOf(piece('The', 0), piece('word', 35), piece('שלום', 80), piece('means', 125), piece('peace', 180)),
    ).toBe('The word שלום means peace');
  });

  it('are joined where they wrap at the left edge', () => {
    expect(
      paragraphsOf(piece('אבגדהוזחטיכלמנסעפצקר', 0, 100), piece('אבגדה?', 140, 112), piece('נסעפצ?', 140, 124)),
    ).toEqual(['אבגדהוזחטיכלמנסעפצקר אבגדה?', 'נסעפצ?']);
  });

  it('have letters in place of the forms of a font', () => {
    expect(withoutForms('\ufee3\ufeae\ufea3\ufe92\ufe8e')).toBe('مرحبا');
    expect(withoutForms('\ufefb')).toBe('لا');
    expect(withoutForms('office ﬁle')).toBe('office ﬁle');
  });
});

describe('a question in a PDF', () => {
  it('goes on behind its question mark in small letters or in brackets', () => {
    expect(
      paragraphsOf(
        piece('1. Do you encrypt the data of all customers and of all partners?', 0, 100),
        piece('2. Are backups encrypted?', 0, 112),
        piece('if so, with which keys', 30, 124),
        piece('3. Are they tested?', 0, 136),
        piece('(Yes / No / in part)', 30, 148),
        piece('We keep records.', 0, 160),
        piece('4. Who has access?', 0, 172),
        piece('(a) staff', 30, 184),
      ),
    ).toEqual([
      '1. Do you encrypt the data of all customers and of all partners?',
      '2. Are backups encrypted? if so, with which keys',
      '3. Are they tested? (Yes / No / in part)',
      'We keep records.',
      '4. Who has access?',
      '(a) staff',
    ]);
  });

  it('goes on until its bracket is closed, also left of an indented first line', () => {
    expect(
      paragraphsOf(
        piece('1. Who can we ask about incidents? (name, title,', 36, 100),
        piece('E-mail, telephone number)', 0, 112),
        piece('2. Which certificates (ISO, SOC', 36, 124),
        piece('3. Do you train your staff (all of them)?', 36, 136),
        piece('We keep a list (for a year) of all that was read, seen and said', 0, 148),
      ),
    ).toEqual([
      '1. Who can we ask about incidents? (name, title, E-mail, telephone number)',
      '2. Which certificates (ISO, SOC',
      '3. Do you train your staff (all of them)?',
      'We keep a list (for a year) of all that was read, seen and said',
    ]);
  });

  it('ends where the next line stands apart', () => {
    const asked = ['1. Are backups of all systems made?', '2. Are they tested?', 'yes / no', '3. Who tests them?'];
    const pieces = asked.map((text, i) => piece(text, 0, 100 + i * 12));
    expect(paragraphsOf(...pieces, piece('once a year at least', 0, 151))).toEqual([...asked, 'once a year at least']);
  });
});
