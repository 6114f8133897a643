// npm run eval:dependence [-- FOLDER …]: how well it is found what questions hang on, on labelled questionnaires: by default
// our own in test/bench/dependence. A file: {"file", "questions": [{"sheet", "section", "number", "stem", "text", "root": index or null, "kind"}]}.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dependencesOf } from '../../services/questionnaire/dist/extraction/dependence/dependence.js';

interface Labelled {
  file: string;
  questions: {
    sheet: string;
    section?: string;
    number: string;
    stem: string;
    text: string;
    root: number | null;
    kind: string;
  }[];
}

/** Of what is labelled, found, and found as labelled: by root alone, and by root and kind. */
interface Counts {
  labelled: number;
  found: number;
  right: number;
  sameKind: number;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const OWN = fileURLToPath(new URL('dependence', import.meta.url));

function counted({ questions }: Labelled, shows: boolean): Counts {
  const asked = questions.map(({ sheet, section = '', number, stem, text }, index) => ({
    _id: String(index),
    sheetId: sheet,
    section,
    number,
    stem,
    text,
  }));
  const found = dependencesOf(asked);
  const counts: Counts = { labelled: 0, found: found.size, right: 0, sameKind: 0 };
  questions.forEach(({ root, kind, number, text }, index) => {
    const own = found.get(String(index));
    if (root !== null) counts.labelled++;
    const isRight = root !== null && own?.questionId === String(root);
    if (isRight) counts.right++;
    if (isRight && own.kind === kind) counts.sameKind++;
    if (shows && (own?.questionId ?? null) !== (root === null ? null : String(root)))
      print(
        `    ${number} ${text.slice(0, 100)}: labelled ${root ?? '–'} ${kind}, found ${own ? `${own.questionId} ${own.kind}` : '–'}`,
      );
  });
  return counts;
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));
const told = ({ labelled, found, right, sameKind }: Counts): string =>
  `F1 ${percent(2 * right, labelled + found)} (P ${percent(right, found)} R ${percent(right, labelled)}), ` +
  `${right} of ${labelled} labelled, ${found} found, kind right ${sameKind}`;

const shows = process.argv.includes('--show');
const folders = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const all: Counts = { labelled: 0, found: 0, right: 0, sameKind: 0 };
for (const folder of folders.length > 0 ? folders : [OWN])
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    const counts = counted(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Labelled, shows);
    for (const key of ['labelled', 'found', 'right', 'sameKind'] as const) all[key] += counts[key];
    print(`${name}: ${told(counts)}`);
  }
print(`all: ${told(all)}`);
