import { beforeAll, describe, expect, it } from '@jest/globals';
import { ReadBudget } from '../budget.js';
import { seeded } from '../../seeded.fixture.js';
import { DEFAULT_READ_LIMITS } from '../source.js';
import { XmlScanner, type WholeElements, type XmlHandler, type XmlTag } from '../xml/scanner.js';
import { NumberFormats } from './number-formats.js';
import { MAIN, randomCuts, randomSheet, randomStrings, TAIL } from './plain-elements.fixture.js';
import { SharedStringsReader, type SharedStrings } from './shared-strings.js';
import { SheetReader } from './sheet-reader.js';
import type { CellStyle } from './styles.js';

const ROUNDS = 4000;

/** Passes on the events of a scan only: what a handler reads in one go comes as events as well. */
class EventsOnly implements XmlHandler {
  constructor(private readonly to: XmlHandler) {}
  get wantsText(): boolean {
    return this.to.wantsText;
  }
  open(name: string, tag: XmlTag): void {
    this.to.open(name, tag);
  }
  text(text: string): void {
    this.to.text(text);
  }
  close(name: string): void {
    this.to.close(name);
  }
}

/** Counts what is read in one go. */
class Counting extends EventsOnly {
  taken = 0;
  readonly wholeElements: WholeElements;
  constructor(reader: XmlHandler & Required<Pick<XmlHandler, 'wholeElements'>>) {
    super(reader);
    const { of } = reader.wholeElements;
    const take = (xml: string, at: number): number => {
      const end = reader.wholeElements.take(xml, at);
      if (end >= 0) this.taken++;
      return end;
    };
    this.wholeElements = { of, take };
  }
}

/** What comes of scanning a document in pieces: `result`, or the error. */
function scan<R>(xml: string, cuts: readonly number[], handler: XmlHandler, result: () => R): R | string {
  const scanner = new XmlScanner(handler);
  try {
    let from = 0;
    for (const cut of [...cuts, xml.length]) {
      scanner.write(xml.slice(from, cut));
      from = cut;
    }
    scanner.end();
    return result();
  } catch (error) {
    return String(error);
  }
}

describe('what is read in one go', () => {
  let styles: CellStyle[];
  const strings: SharedStrings = { texts: ['', 'Text', ' ', '=x', 'Ende'], bold: new Set([4]) };
  beforeAll(async () => {
    const formats = await NumberFormats.load(false);
    styles = [0, 14, '0.00', '@', '#,##0" EUR"'].map((format, i) => ({
      bold: i === 1,
      struck: false,
      filled: i === 2,
      framed: i === 4,
      unlocked: i === 3,
      fontSize: i === 4 ? undefined : 10 + i,
      format: formats.format(format),
    }));
  });
  let taken = 0;

  function sheet(xml: string, cuts: readonly number[], inOneGo: boolean): unknown {
    const reader = new SheetReader({ strings, styles, budget: new ReadBudget(DEFAULT_READ_LIMITS) });
    const counting = new Counting(reader);
    const found = scan(xml, cuts, inOneGo ? counting : new EventsOnly(reader), () => ({
      cells: reader.finish(),
      blanks: [reader.unlockedBlanks.ranges(), reader.filledBlanks.ranges(), reader.framedBlanks.ranges()],
      uncached: reader.uncachedFormulas,
      validations: reader.validations,
      wantsText: reader.wantsText,
    }));
    taken += counting.taken;
    return found;
  }

  function shared(xml: string, cuts: readonly number[], inOneGo: boolean): unknown {
    const reader = new SharedStringsReader();
    const counting = new Counting(reader);
    const found = scan(xml, cuts, inOneGo ? counting : new EventsOnly(reader), () => [
      reader.strings.texts,
      [...reader.strings.bold],
      reader.wantsText,
    ]);
    taken += counting.taken;
    return found;
  }

  it.each([
    ['<c r="A1" s="1" t="s"><v>4</v></c>'],
    ['<c t="s" r="A1"><v>1</v></c>'],
    ['<c r="A1"><v>12.5</v></c>'],
    ['<c r="A1" t="n" s="2"><v>-1.5E3</v></c>'],
    ['<c r="B1" t="str"><v>a &amp; b_x000D_</v></c>'],
    ['<c r="XFD1" t="b"><v>1</v></c>'],
    ['<c r="A1" t="e"><v>#REF!</v></c>'],
    ['<c r="A1" s="3"/>'],
    ['<c><v>1</v></c>'],
    ['<c r="A1" t="inlineStr"><is><t>Hello</t></is></c>'],
    ['<c r="A1" t="inlineStr"><is><t xml:space="preserve"> a\r\nb </t></is></c>'],
  ])('%s is, and gives what its events give', (cell) => {
    taken = 0;
    const xml = `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${cell}</row>${TAIL}</sheetData></worksheet>`;
    expect(sheet(xml, [], true)).toEqual(sheet(xml, [], false));
    expect(taken).toBe(1);
  });

  it.each([
    ['a formula', '<c r="A1"><f>1+1</f><v>2</v></c>'],
    ['runs', '<c r="A1" t="inlineStr"><is><r><t>a</t></r></is></c>'],
    ['another attribute', '<c r="A1" cm="1"><v>2</v></c>'],
    ['an attribute twice', '<c r="A1" r="B1"><v>2</v></c>'],
    ['single quotes', "<c r='A1'><v>2</v></c>"],
    ['a comment', '<c r="A1"><!-- --><v>2</v></c>'],
    ['a section of characters', '<c r="A1" t="str"><v><![CDATA[<]]></v></c>'],
    ['another namespace', '<c xmlns="urn:x" r="A1"><v>2</v></c>'],
    ['no reference in it', '<c r="1"><v>2</v></c>'],
    ['more digits than an index has', '<c r="A1" t="s"><v>000000001</v></c>'],
  ])('a cell with %s is not, and comes as events', (_what, cell) => {
    taken = 0;
    const xml = `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${cell}</row>${TAIL}</sheetData></worksheet>`;
    expect(sheet(xml, [], true)).toEqual(sheet(xml, [], false));
    expect(taken).toBe(0);
  });

  it.each([
    ['in a cell', '<row r="1"><c r="B1"><v>x<row><c r="A1"><v>1</v></c></row></v></c></row>'],
    [
      'in a validation',
      `<dataValidations><dataValidation type="list" sqref="A1"><formula1>"a<row r="2"><c r="A2"/></row>b"</formula1></dataValidation></dataValidations>`,
    ],
    ['outside the sheet, with a text that is wrong', '<row r="1"><c r="XFE1" t="str"><v>&bad;</v></c></row>'],
    ['outside the sheet, without a place', '<row r="1"><c r="XFD1"/><c t="str"><v>&bad;</v></c></row>'],
    ['nested as deep as may be', `${'<row>'.repeat(2995)}<c r="A1"><v>1</v></c>${'</row>'.repeat(2995)}`],
    ['nested too deep', `${'<row>'.repeat(2997)}<c r="A1"><v>1</v></c>${'</row>'.repeat(2997)}`],
  ])('a cell %s gives what its events give', (_what, rows) => {
    const xml = `<worksheet xmlns="${MAIN}"><sheetData>${rows}${TAIL}</sheetData></worksheet>`;
    expect(sheet(xml, [], true)).toEqual(sheet(xml, [], false));
  });

  it('a list of strings within a string gives what its events give', () => {
    const item = '<si><t>a</t><sst><si><t>b</t></si></sst></si><si><t>c</t></si>';
    const xml = `<sst xmlns="${MAIN}">${item}</sst>`;
    expect(shared(xml, [], true)).toEqual(shared(xml, [], false));
  });

  it('is nothing of another namespace than that of sheets', () => {
    taken = 0;
    const cell = '<c r="A1" t="inlineStr"><is><t>x</t></is></c>';
    for (const [row, root] of [
      [`<row xmlns="urn:other">${cell}</row>`, `xmlns="${MAIN}"`],
      [`<x:row>${cell}</x:row>`, `xmlns:x="${MAIN}"`],
      [`<row>${cell}</row>`, 'xmlns="urn:other"'],
    ] as const) {
      const xml = `<worksheet ${root}><sheetData>${row}${TAIL}</sheetData></worksheet>`;
      expect(sheet(xml, [], true)).toEqual(sheet(xml, [], false));
    }
    expect(taken).toBe(0);
  });

  it('gives what its events give, however cells are written and wherever the document is cut', () => {
    taken = 0;
    const next = seeded(20_261_128);
    for (let round = 0; round < ROUNDS; round++) {
      const xml = randomSheet(next);
      const cuts = randomCuts(next, xml.length);
      expect({ xml, cuts, found: sheet(xml, cuts, true) }).toEqual({ xml, cuts, found: sheet(xml, cuts, false) });
    }
    expect(taken).toBeGreaterThan(ROUNDS);
  });

  it('gives what its events give, however shared strings are written', () => {
    taken = 0;
    const next = seeded(7);
    for (let round = 0; round < ROUNDS; round++) {
      const xml = randomStrings(next);
      const cuts = randomCuts(next, xml.length);
      expect({ xml, cuts, found: shared(xml, cuts, true) }).toEqual({ xml, cuts, found: shared(xml, cuts, false) });
    }
    expect(taken).toBeGreaterThan(ROUNDS / 2);
  });
});
