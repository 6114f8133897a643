/*
 * `npm run check:export -- FOLDER…`: answers every question of every file in the folders, exports, and holds what comes back
 * against the original: package parts, formulas one by one, every cell that the receipt does not name, and whether
 * LibreOffice opens it. For files that are not ours; ends with 1 when something is wrong.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { DocumentError } from '../../services/questionnaire/src/documents/errors.js';
import { readDocument } from '../../services/questionnaire/src/documents/read-document.js';
import { BytesSource, DEFAULT_READ_LIMITS } from '../../services/questionnaire/src/documents/source.js';
import { answerAll, changedParts, sampleAnswer, type Exported } from './round-trip.js';

/** Parts that may change: sheets or the document that were written to, what keeps account of formulas, and comments. */
const WRITTEN = /^(?:xl\/worksheets\/[^/]+\.xml|word\/document\d*\.xml|xl\/calcChain\.xml|content\.xml)$/i;
const OFFICE_MS = 120_000;

interface Findings {
  questions: number;
  written: number;
  skipped: Map<string, number>;
  formulas: number;
  wrong: string[];
}

/** Formulas of a workbook by sheet part and cell, as they stand in the file. */
function formulasOf(bytes: Uint8Array): Map<string, string> {
  const formulas = new Map<string, string>();
  const sheets = Object.entries(unzipSync(bytes)).filter(([name]) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name));
  for (const [name, part] of sheets)
    for (const cell of Buffer.from(part)
      .toString('utf8')
      .split(/<(?:\w+:)?c /)
      .slice(1)) {
      const reference = /^[^>]*\br="([A-Z]+\d+)"/.exec(cell)?.[1];
      const formula = /<(?:\w+:)?f[\s/>][\s\S]*?(?:\/>|<\/(?:\w+:)?f>)/.exec(cell)?.[0];
      if (reference !== undefined && formula !== undefined) formulas.set(`${name} ${reference}`, formula);
    }
  return formulas;
}

/** Shown texts of all cells, by sheet and cell; empty for documents without a grid. */
async function cellsOf(bytes: Uint8Array, fileName: string): Promise<Map<string, string>> {
  const model = await readDocument(new BytesSource(bytes), { fileName, mimeType: '' }, DEFAULT_READ_LIMITS);
  if (model.kind !== 'workbook') return new Map();
  return new Map(
    model.sheets.flatMap((sheet) =>
      sheet.cells.map(({ row, column, text }) => [`${sheet.name}!${lettersOf(column)}${row + 1}`, text] as const),
    ),
  );
}

function lettersOf(column: number): string {
  return (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));
}

async function compare(original: Uint8Array, name: string, result: Exported, findings: Findings): Promise<void> {
  const { places } = result.outcome.report;
  const isPackage = /^\.(?:xlsx|xlsm|ods|docx)$/i.test(extname(name));
  if (isPackage)
    for (const part of changedParts(original, result.bytes))
      if (!WRITTEN.test(part)) findings.wrong.push(`part ${part} differs`);
  if (isPackage) {
    const [before, after] = [formulasOf(original), formulasOf(result.bytes)];
    findings.formulas = before.size;
    for (const [cell, formula] of before)
      if (after.get(cell) !== formula) findings.wrong.push(`formula in ${cell} differs`);
  }
  const named = new Set(
    places.flatMap(({ location }) => ('cell' in location ? [`${location.sheet}!${location.cell}`] : [])),
  );
  const [before, after] = [await cellsOf(original, name), await cellsOf(result.bytes, name)];
  for (const cell of new Set([...before.keys(), ...after.keys()]))
    if ((before.get(cell) ?? '') !== (after.get(cell) ?? '') && !named.has(cell))
      findings.wrong.push(`cell ${cell} differs and is not in the receipt`);
}

/** Whether LibreOffice makes a PDF of it. */
function opens(path: string, folder: string, office: string): boolean {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  spawnSync(office, ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder, path], { timeout: OFFICE_MS });
  const pdf = path.replace(/\.[^.]+$/, '.pdf');
  return existsSync(pdf) && statSync(pdf).size > 500;
}

async function checkFile(path: string, name: string, folder: string, office: string | undefined): Promise<Findings> {
  const findings: Findings = { questions: 0, written: 0, skipped: new Map(), formulas: 0, wrong: [] };
  const original = readFileSync(path);
  let result: Awaited<ReturnType<typeof answerAll>>;
  try {
    result = await answerAll(original, name, sampleAnswer);
  } catch (error) {
    if (error instanceof DocumentError) findings.wrong.push(`refused: ${error.code}`);
    else findings.wrong.push(`failed: ${error instanceof Error ? error.message : 'unknown error'}`);
    return findings;
  }
  const { report, generated, extension } = result.outcome;
  findings.questions = result.questions.length;
  findings.written = report.places.length;
  for (const { reason } of report.skipped) findings.skipped.set(reason, (findings.skipped.get(reason) ?? 0) + 1);
  if (result.questions.length === 0) return findings;
  if (!generated) await compare(original, name, result, findings);
  if (office === undefined) return findings;
  const exported = join(folder, `export${generated ? `.${extension.replace(/^\./, '')}` : extname(name)}`);
  writeFileSync(exported, result.bytes);
  if (!opens(exported, folder, office)) findings.wrong.push('LibreOffice does not open it');
  return findings;
}

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('name at least one folder of questionnaires');
const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0);
if (office === undefined) process.stderr.write('SKIPPED: LibreOffice is not installed; exports are not opened.\n');
let wrong = 0;
let files = 0;
for (const source of folders)
  for (const name of readdirSync(source).sort()) {
    const folder = mkdtempSync(join(tmpdir(), 'candor-export-'));
    try {
      const findings = await checkFile(join(source, name), name, folder, office);
      const skipped = [...findings.skipped].map(([reason, count]) => `${reason} ${count}`).join(', ');
      process.stdout.write(
        `${name}: ${findings.questions} questions, ${findings.written} places, ${findings.formulas} formulas` +
          `${skipped === '' ? '' : `, not written: ${skipped}`}\n`,
      );
      for (const line of findings.wrong.slice(0, 10)) process.stdout.write(`  WRONG ${line}\n`);
      wrong += findings.wrong.length;
      files++;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
process.stdout.write(`${files} files, ${wrong} wrong\n`);
process.exitCode = wrong === 0 ? 0 : 1;
