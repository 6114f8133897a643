import {
  buildXlsx,
  type CellFixture,
  type SheetFixture,
} from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';

const SUBJECTS = [
  'customer data',
  'backups',
  'production access',
  'source code',
  'laptops',
  'audit logs',
  'sub-processors',
  'encryption keys',
];
const VERBS = ['encrypt', 'review', 'restrict', 'monitor', 'document', 'test', 'classify', 'back up'];
const HEAD = ['ID', 'Domain', 'Question', 'Answer', 'Comments', 'Evidence requested', 'Owner', 'Weight'].map(
  (text) => ({ text, isBold: true, fill: 'FF1F4E78' }),
);

/** A questionnaire sheet of eight columns with a drop-down for the answers. */
function sheet(name: string, rows: number): SheetFixture {
  const body = Array.from({ length: rows }, (_, i): CellFixture[] => [
    `${name}-${String(i + 1).padStart(5, '0')}`,
    `Domain ${1 + Math.floor(i / 50)}`,
    `Do you ${VERBS[i % 8] ?? ''} ${SUBJECTS[Math.floor(i / 8) % 8] ?? ''} at least every ${1 + (i % 24)} months, and who approves control ${name} ${i + 1}?`,
    i % 3 === 0 ? 'Yes' : null,
    i % 5 === 0 ? `See policy section ${i % 97}.${i % 11} for details.` : null,
    'Policy or screenshot',
    ['Security', 'IT', 'Legal', 'HR'][i % 4] ?? '',
    1 + (i % 5),
  ]);
  return { name, rows: [HEAD, ...body], validations: [{ range: `D2:D${rows + 1}`, list: '"Yes,No,N/A"' }] };
}

export const WORKBOOKS: Record<string, () => Uint8Array> = {
  '10 sheets x 2,000 rows x 8 columns': () =>
    buildXlsx({ sheets: Array.from({ length: 10 }, (_, i) => sheet(`S${i + 1}`, 2_000)) }),
  '1 sheet x 50,000 rows x 8 columns': () => buildXlsx({ sheets: [sheet('S', 50_000)] }),
};

const few = (): CellFixture[][] => [
  ['Question', 'Answer'],
  ['Do you encrypt data at rest?', null],
  ['Do you test your backups?', null],
];

/** Small files that keep other readers busy for minutes. */
export const TRAPS: Record<string, () => Uint8Array> = {
  'drop-down on N1:XFD1048576': () =>
    buildXlsx({ sheets: [{ name: 'S', rows: few(), validations: [{ range: 'N1:XFD1048576', list: '"a,b"' }] }] }),
  'a styled empty cell at XFD1048576': () =>
    buildXlsx({ sheets: [{ name: 'S', rows: few(), cells: { XFD1048576: { fill: 'FFFFFF00' } } }] }),
  'a text at XFD1048576': () => buildXlsx({ sheets: [{ name: 'S', rows: few(), cells: { XFD1048576: 'far' } }] }),
  '50,000 merges': () =>
    buildXlsx({
      sheets: [
        { name: 'S', rows: few(), merges: Array.from({ length: 50_000 }, (_, i) => `D${i * 2 + 1}:F${i * 2 + 2}`) },
      ],
    }),
  '50,000 merges as wide as the sheet': () =>
    buildXlsx({
      sheets: [{ name: 'S', rows: few(), merges: Array.from({ length: 50_000 }, (_, i) => `A${i + 10}:XFD${i + 10}`) }],
    }),
  '2,000 drop-downs from whole columns': () =>
    buildXlsx({
      sheets: [
        {
          name: 'S',
          rows: few(),
          validations: Array.from({ length: 2_000 }, (_, i) => ({ range: `B${i + 2}`, list: `L!$A:$A` })),
        },
        { name: 'L', rows: Array.from({ length: 200 }, (_, i) => [`Option ${i}`]) },
      ],
    }),
  'rows of 16,384 styled empty cells': () =>
    buildXlsx({
      sheets: [
        {
          name: 'S',
          sheetData: Array.from(
            { length: 20 },
            (_, r) => `<row r="${r + 1}">${'<c s="0"/>'.repeat(16_384)}</row>`,
          ).join(''),
        },
      ],
    }),
  'elements nested 100,000 deep': () => buildXlsx({ sheets: [{ name: 'S', sheetData: '<row>'.repeat(100_000) }] }),
  'an attribute of 20 MB': () =>
    buildXlsx({ sheets: [{ name: 'S', sheetData: `<row r="1"><c r="A1" t="${'x'.repeat(20_000_000)}"/></row>` }] }),
  'a sheet of 500 MB of zeros': () =>
    buildXlsx({
      sheets: [{ name: 'S', rows: few() }],
      parts: { 'xl/worksheets/sheet1.xml': new Uint8Array(500_000_000) },
    }),
};
