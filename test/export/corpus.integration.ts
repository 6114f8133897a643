import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { buildDocx, cell, paragraph, table } from '../../services/questionnaire/src/documents/fixtures/docx.fixture.js';
import { buildOds } from '../../services/questionnaire/src/documents/fixtures/ods.fixture.js';
import { readDocument } from '../../services/questionnaire/src/documents/read-document.js';
import { BytesSource, DEFAULT_READ_LIMITS } from '../../services/questionnaire/src/documents/source.js';
import { placeReader } from '../../services/questionnaire/src/export/receipt/place-reader.js';
import type { ExportedQuestion } from '../../services/questionnaire/src/export/model.js';
import { richWorkbook } from './rich-workbook.js';
import { answerAll, changedParts, extract, questionsOf, sampleAnswer, type Exported } from './round-trip.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const corpus = join(root, '..', 'shared', 'corpus', 'extraction');
const KINDS = ['xlsx', 'xlsm', 'ods', 'docx', 'csv'];
const files = KINDS.flatMap((kind) => {
  const folder = join(corpus, kind);
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
});
const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0);
const folder = mkdtempSync(join(tmpdir(), 'candor-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Parts that may change: the sheets or the document that were written to, and what keeps account of formulas. */
const WRITTEN = /^(?:xl\/worksheets\/[^/]+\.xml|word\/document\d*\.xml|xl\/calcChain\.xml|content\.xml)$/i;

const ownFiles: [string, () => Uint8Array][] = [
  ['rich.xlsx', () => richWorkbook()],
  ['rich.xlsm', () => richWorkbook({ macros: true })],
  ['protected.xlsx', () => richWorkbook({ protected: true })],
  [
    'sheet.ods',
    () =>
      buildOds({
        sheets: [
          {
            name: 'Asked',
            rows: [
              ['Question', 'Answer'],
              ...[1, 2, 3].map((n) => [`Do you review control ${n} every year?`, { text: '', style: 'framed' }]),
            ],
          },
        ],
      }),
  ],
  [
    'table.docx',
    () =>
      buildDocx([
        paragraph('Security questions', { style: 'Heading1' }),
        table([
          [cell('Question'), cell('Answer')],
          ...[1, 2, 3].map((n) => [cell(`Do you review control ${n} every year?`), cell('')]),
        ]),
      ]),
  ],
  [
    'list.csv',
    () =>
      Buffer.from(
        ['No.;Question;Answer', ...[1, 2, 3].map((n) => `${n};Do you review control ${n} every year?;`)].join('\r\n'),
      ),
  ],
];
const all: [string, () => Uint8Array][] = [
  ...ownFiles,
  ...files.map((path): [string, () => Uint8Array] => [path.slice(corpus.length + 1), () => readFileSync(path)]),
];

const found = { answered: 0, questions: 0 };
const exported = new Map<string, Exported>();

/** Questions whose answer stands where they do: tables and sheets. In running text the answer follows in a paragraph. */
const standsInTable = ({ location, answerLocation }: ExportedQuestion): boolean =>
  'cell' in location || ('table' in location && answerLocation !== null);

(files.length > 0 ? describe : describe.skip)('the shared corpus', () => {
  it('is there', () => expect(files.length).toBeGreaterThan(5));
});
if (files.length === 0) process.stderr.write(`SKIPPED: no shared corpus at ${corpus}; own fixtures only.\n`);

describe.each(all)('%s', (name, bytes) => {
  it('comes back with our answers and nothing else changed', async () => {
    const original = bytes();
    const result = await answerAll(original, name, sampleAnswer);
    exported.set(name, result);
    expect(result.outcome.generated).toBe(false);
    expect(result.outcome.report.skipped).toEqual([]);
    if (extname(name) !== '.csv')
      expect(changedParts(original, result.bytes).filter((part) => !WRITTEN.test(part))).toEqual([]);
    const after = questionsOf(await extract(result.bytes, name));
    expect(after).toHaveLength(result.questions.length);
    const inTables = result.questions.flatMap((question, i) => (standsInTable(question) ? [i] : []));
    expect(inTables.map((i) => after[i]?.text)).toEqual(inTables.map((i) => result.questions[i]?.text));
    const filled = placeReader(
      await readDocument(new BytesSource(result.bytes), { fileName: name, mimeType: '' }, DEFAULT_READ_LIMITS),
    );
    const missing = result.outcome.report.places.filter(
      (place) => filled.holding(place.location, place.text) === undefined,
    );
    expect(missing).toEqual([]);
    const answered = result.questions.filter(({ answer }, i) => after[i]?.existingAnswer === answer).length;
    found.answered += answered;
    found.questions += result.questions.length;
    process.stdout.write(`${name}: ${answered} of ${result.questions.length} questions found answered again\n`);
  }, 60_000);
});

describe('extraction of the exports', () => {
  it('finds our answers as existing answers', () => {
    process.stdout.write(`all: ${found.answered} of ${found.questions} found answered again\n`);
    expect(found.answered / found.questions).toBeGreaterThanOrEqual(0.99);
  });
});

(office === undefined ? describe.skip : describe)('LibreOffice', () => {
  it('converts every export to PDF without an error', () => {
    const paths = [...exported].map(([name, { bytes }], i) => {
      const path = join(folder, `${i}-${name.replace(/[^\w.-]/g, '_')}`);
      writeFileSync(path, bytes);
      return path;
    });
    const args = [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      'pdf',
      '--outdir',
      folder,
      ...paths,
    ];
    const { status, stderr } = spawnSync(office ?? '', args, { timeout: 280_000 });
    expect([status, stderr.toString().match(/error/i)]).toEqual([0, null]);
    const failed = paths.filter((path) => {
      const pdf = path.replace(/\.[^.]+$/, '.pdf');
      return !existsSync(pdf) || statSync(pdf).size < 500;
    });
    expect(failed).toEqual([]);
  }, 300_000);
});
if (office === undefined)
  process.stderr.write(
    'SKIPPED: LibreOffice is not installed (apt-get install libreoffice-calc libreoffice-writer --no-install-recommends).\n',
  );
