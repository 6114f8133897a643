import { unzipSync, zipSync } from 'fflate';
import {
  buildDocx,
  cell,
  control,
  legacyCheckBox,
  paragraph,
  run,
  table,
  textBox,
} from '../../services/questionnaire/src/documents/fixtures/docx.fixture.js';
import { buildPdf } from '../../services/questionnaire/src/documents/fixtures/pdf.fixture.js';
import { buildXls } from '../../services/questionnaire/src/documents/fixtures/xls.fixture.js';
import { buildXlsx, type CellFixture } from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';

export type Random = () => number;

/** A small seeded generator (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ASKED = Array.from({ length: 12 }, (_, i) => `Do you review control ${i + 1} at least once a year?`);

export async function seedFiles(): Promise<{ name: string; bytes: Uint8Array }[]> {
  const rows: CellFixture[][] = [
    [{ text: 'No.', isBold: true, fill: 'FF003366' }, 'Question', 'Answer', 'Comment'],
    ...ASKED.map((text, i): CellFixture[] => [
      { number: i + 1, numberFormat: '0.0' },
      text,
      null,
      { formula: `B${i + 2}`, sharedFormula: 0, text },
    ]),
  ];
  const validations = [
    { range: 'C2:C13', list: 'choices' },
    { range: 'D2:D13', list: 'Lists!$A:$A', x14: true },
  ];
  const sheets = [
    {
      name: 'Questions',
      rows,
      validations,
      merges: ['A15:D15'],
      hiddenRows: [4],
      hiddenColumns: ['E'],
      cells: { A15: 'end' },
    },
    {
      name: 'Lists',
      hidden: true,
      rows: [['Yes'], ['No'], [{ runs: [{ text: 'N/', isBold: true }, { text: 'A' }] }]] as CellFixture[][],
    },
  ];
  const names = [{ name: 'choices', formula: 'Lists!$A$1:$A$3' }];
  const answers = table([
    [cell('Question', { fill: '1F4E78' }), cell('Answer')],
    ...ASKED.map((text) => [cell(text), cell('☐ Yes ☐ No')]),
  ]);
  const text = [
    paragraph('Security', { style: 'Heading1' }),
    ...ASKED.slice(0, 4).map((question) => paragraph(question, { list: 1 })),
    paragraph([run('Name: '), control('text', { id: 7, prompt: true, content: run('Click here') })]),
    paragraph([run('Certified? '), legacyCheckBox('c', true), run(' Yes'), textBox(paragraph('boxed'))]),
    answers,
  ];
  const csv = ['Number;Question;Answer', ...ASKED.map((question, i) => `${i + 1};"${question}";`)].join('\r\n');
  const lines = ASKED.map((question, i) => ({ text: `${i + 1}. ${question}`, x: 72, y: 100 + i * 30 }));
  const grid = {
    xs: [72, 380, 520],
    ys: Array.from({ length: 8 }, (_, i) => 500 + i * 30),
    texts: [['Question', 'Answer'], ...ASKED.slice(0, 6).map((question) => [question, ''])],
  };
  return [
    { name: 'a.xlsx', bytes: buildXlsx({ sheets, names }) },
    { name: 'b.xlsx', bytes: buildXlsx({ sheets, names, prefix: 'x', inlineStrings: true, strict: true }) },
    { name: 'a.docx', bytes: buildDocx(text) },
    { name: 'a.csv', bytes: Buffer.from(csv) },
    { name: 'b.csv', bytes: Buffer.from(`\uFEFF${csv}`, 'utf16le') },
    {
      name: 'a.pdf',
      bytes: await buildPdf([
        { texts: lines, grid, fields: [{ name: 'f', type: 'text', x: 200, y: 480, value: 'x' }] },
      ]),
    },
    {
      name: 'a.xls',
      bytes: buildXls([
        { name: 'S', rows: [['No.', 'Question', 'Answer'], ...ASKED.map((question, i) => [i + 1, question, null])] },
      ]),
    },
    {
      name: 'a.md',
      bytes: Buffer.from(
        `# Security\n\n${ASKED.map((question, i) => `${i + 1}. ${question}`).join('\n')}\n\n| Q | A |\n|---|---|\n| Why? | x |\n`,
      ),
    },
    {
      name: 'a.html',
      bytes: Buffer.from(
        `<html><body><h1>Security</h1><ol>${ASKED.map((question) => `<li>${question}</li>`).join('')}</ol></body></html>`,
      ),
    },
  ];
}

/** Mutates the bytes themselves, or (of a package) the content of one part, so that readers are reached behind the zip. */
export function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isZip || random() < 0.3) return mutateBytes(bytes, random);
  const parts: Record<string, Uint8Array> = unzipSync(bytes);
  const names = Object.keys(parts);
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const name = pick(names, random);
    const part = parts[name] ?? new Uint8Array();
    parts[name] =
      random() < 0.7 ? Buffer.from(mutateXml(Buffer.from(part).toString('utf8'), random)) : mutateBytes(part, random);
    if (random() < 0.03) Reflect.deleteProperty(parts, name);
  }
  return zipSync(parts);
}

const TOKENS = [
  '<',
  '>',
  '/>',
  '"',
  '&',
  '&amp;',
  '&#0;',
  '&#xD800;',
  '<!DOCTYPE x>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '\u0000',
  '\uFFFF',
  '-1',
  '99999999999',
  '1e999',
  'NaN',
  'A1:XFD1048576',
  'XFD1048576',
  '0',
  '""',
  ' ',
  '=',
  '(((((',
  '%1%2%3',
];

function mutateXml(xml: string, random: Random): string {
  const at = Math.floor(random() * xml.length);
  const tags = [...xml.matchAll(/<[^>]+>/g)];
  const tag = tags.length === 0 ? undefined : pick(tags, random);
  const values = [...xml.matchAll(/="([^"]*)"/g)];
  const value = values.length === 0 ? undefined : pick(values, random);
  switch (Math.floor(random() * 6)) {
    case 0:
      return xml.slice(0, at) + pick(TOKENS, random) + xml.slice(at);
    case 1:
      return tag === undefined ? xml : xml.slice(0, tag.index) + xml.slice(tag.index + tag[0].length);
    case 2:
      return tag === undefined
        ? xml
        : xml.slice(0, tag.index) + tag[0].repeat(1 + Math.floor(random() * 5_000)) + xml.slice(tag.index);
    case 3:
      return value === undefined
        ? xml
        : `${xml.slice(0, value.index)}="${pick(TOKENS, random)}"${xml.slice(value.index + value[0].length)}`;
    case 4:
      return (
        xml.slice(0, at) + xml.slice(Math.floor(random() * xml.length)) + xml.slice(at, at + Math.floor(random() * 500))
      );
    default:
      return xml.slice(0, at);
  }
}

function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = Math.floor(random() * copy.length);
  const length = Math.floor(random() * random() * copy.length);
  switch (Math.floor(random() * 6)) {
    case 0:
      for (let n = 1 + Math.floor(random() * 20); n > 0; n--)
        copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
      return copy;
    case 1:
      return copy.subarray(0, at);
    case 2:
      return copy.fill(random() < 0.5 ? 0 : 0xff, at, Math.min(copy.length, at + length));
    case 3:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]);
    case 4:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at, at + length), copy.subarray(at)]);
    default:
      return Buffer.concat([
        copy.subarray(0, at),
        Buffer.from(pick(TOKENS, random).repeat(1 + Math.floor(random() * 100))),
        copy.subarray(at),
      ]);
  }
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}
