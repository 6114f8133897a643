#!/usr/bin/env node
// Measures the export of a workbook of 50,000 rows with 5,000 answers, and exceljs's load and save of the same file beside it,
// each in a process of its own: milliseconds (CPU and wall) and peak memory. Usage: node test/bench/export.mjs [rows] [answers]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tellFigures } from './figures.mjs';

const here = fileURLToPath(import.meta.url);
const dist = join(dirname(here), '..', '..', 'services', 'questionnaire', 'dist');
const [mode, ...rest] = process.argv[2] === 'child' ? process.argv.slice(3) : ['parent', ...process.argv.slice(2)];

const measured = async (work) => {
  const cpu = process.cpuUsage();
  const from = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    wall_ms: Math.round(performance.now() - from),
    cpu_ms: Math.round((user + system) / 1000),
    peak_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
};

const children = {
  async patch(path, output, answers, rows) {
    const [{ patchXlsx }, { ReadBudget }, { FileSource, DEFAULT_READ_LIMITS }, { FileSink }] = await Promise.all(
      ['export/xlsx/patch-xlsx.js', 'documents/budget.js', 'documents/source.js', 'export/sinks.js'].map(
        (file) => import(join(dist, file)),
      ),
    );
    const step = Math.floor(rows / answers);
    const questions = Array.from({ length: answers }, (_, i) => ({
      questionId: String(i),
      location: { sheet: 'Questions', cell: `B${2 + i * step}` },
      answerLocation: { sheet: 'Questions', cell: `D${2 + i * step}` },
      commentLocation: null,
      optionLocations: [],
      answer: 'Yes. All customer data at rest is encrypted with AES-256 & reviewed every year.',
      comment: '',
      answerType: 'text',
      options: [],
      text: 'Is it reviewed?',
      existingAnswer: '',
    }));
    let report;
    const result = await measured(async () => {
      const sink = new FileSink(output);
      report = await patchXlsx(FileSource.open(path), questions, sink, new ReadBudget(DEFAULT_READ_LIMITS));
      sink.close();
    });
    return { ...result, written: report.places.length, bytes: statSync(output).size };
  },
  async exceljs(path, output) {
    const { default: exceljs } = await import('exceljs');
    return measured(async () => {
      const workbook = new exceljs.Workbook();
      await workbook.xlsx.readFile(path);
      await workbook.xlsx.writeFile(output);
    });
  },
};

if (mode === 'parent') {
  const [rows = 50_000, answers = 5_000] = rest.map(Number);
  const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'));
  try {
    const path = join(folder, 'questions.xlsx');
    writeFileSync(path, await workbook(rows));
    console.log(`${rows} rows, ${answers} answers, file of ${(statSync(path).size / 1e6).toFixed(1)} MB`);
    const results = {};
    for (const name of ['patch', 'exceljs']) {
      const args = [here, 'child', name, path, join(folder, `${name}.xlsx`), String(answers), String(rows)];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { maxBuffer: 1e8 });
      if (status === 0) results[name] = JSON.parse(stdout.toString());
      console.log(
        name.padEnd(8),
        status === 0 ? stdout.toString().trim() : `failed: ${stderr.toString().slice(0, 400)}`,
      );
    }
    readFileSync(join(folder, 'patch.xlsx'));
    tell(rows, answers, results);
  } finally {
    rmSync(folder, { recursive: true });
  }
} else {
  const [path, output, answers, rows] = rest;
  console.log(JSON.stringify(await children[mode](path, output, Number(answers), Number(rows))));
}

function tell(rows, answers, { patch, exceljs }) {
  if (!patch || !exceljs) throw new Error('one of them failed');
  tellFigures(`export ${answers} answers into ${rows} rows`, 'exceljs load + save', [
    { what: '× faster than exceljs', value: exceljs.wall_ms / patch.wall_ms, unit: '×', least: 5 },
    { what: '× the memory of exceljs', value: patch.peak_mb / exceljs.peak_mb, unit: '×', most: 1 / 3 },
    { what: 'ours', value: patch.wall_ms, unit: 'ms' },
    { what: 'exceljs', value: exceljs.wall_ms, unit: 'ms' },
    { what: 'peak memory', value: patch.peak_mb, unit: 'MB' },
  ]);
}

/** A sheet of eight columns, all texts shared strings of their own, the answers' column styled and empty. */
async function workbook(rows) {
  const { zipSync, strToU8 } = await import('fflate');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const strings = [];
  const lines = [];
  for (let row = 1; row <= rows + 1; row++) {
    const cells = [...'ABCDEFGH'].map((column) => {
      if (column === 'D' && row > 1) return `<c r="D${row}" s="1"/>`;
      strings.push(
        `<si><t>Control ${row} in area ${column}: is it reviewed at least every year, and who signs it?</t></si>`,
      );
      return `<c r="${column}${row}" t="s"><v>${strings.length - 1}</v></c>`;
    });
    lines.push(`<row r="${row}" spans="1:8">${cells.join('')}</row>`);
  }
  const relationships = (list) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const part = (name, type) => `<Override PartName="/xl/${name}.xml" ContentType="${content}.${type}+xml"/>`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('sharedStrings', 'sharedStrings')}${part('styles', 'styles')}</Types>`,
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><dimension ref="A1:H${rows + 1}"/><sheetData>${lines.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}" count="${strings.length}" uniqueCount="${strings.length}">${strings.join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" applyAlignment="1"><alignment wrapText="1"/></xf></cellXfs></styleSheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { level: 6 });
}
