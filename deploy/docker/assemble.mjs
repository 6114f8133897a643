// Runs in the image's build after `deploy/setup/prepare.mjs`: `node assemble.mjs OUT` makes OUT/NAME for each process, with
// the packages that it needs at run time (by the lock file, no development ones) and its built files without tests, types
// and maps.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('Usage: node assemble.mjs OUT');

/** The workspace of each process; the processes of one workspace share an image. */
const PROCESSES = {
  gateway: 'gateway',
  tenant: 'services/tenant',
  questionnaire: 'services/questionnaire',
  'trust-portal': 'services/trust-portal',
  insights: 'services/insights',
  admin: 'deploy/embedded',
};
/** What a workspace reads at run time besides its build. */
const EXTRA = {
  gateway: ['ask-page/index.html', 'ask-page/ask.css', 'ask-page/chat.css'],
  'services/questionnaire': ['data'],
};

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const workspaces = read('package.json').workspaces;
const folderOf = new Map(workspaces.map((folder) => [read(join(folder, 'package.json')).name, folder]));

/** A workspace and those that it depends on. */
function closure(folder, seen = new Set()) {
  if (seen.has(folder)) return seen;
  seen.add(folder);
  for (const name of Object.keys(read(join(folder, 'package.json')).dependencies ?? {}))
    if (folderOf.has(name)) closure(folderOf.get(name), seen);
  return seen;
}

/** Nothing at run time reads types, maps and manuals, which are a third of the packages. Licences stay. */
const leftOut = (name) =>
  /\.(map|d\.[mc]?ts|md|markdown|flow)$/i.test(name) && !/licen[cs]e|notice|copying/i.test(name);
/** A runtime's binaries for systems that the image is not. */
function stripBinaries(target) {
  const folder = join(target, 'node_modules', 'onnxruntime-node', 'bin');
  if (!existsSync(folder)) return;
  for (const api of readdirSync(folder))
    for (const system of readdirSync(join(folder, api)))
      for (const architecture of readdirSync(join(folder, api, system)))
        if (system !== process.platform || architecture !== process.arch)
          rmSync(join(folder, api, system, architecture), { recursive: true });
}

/** Of the engine for scans only its network is used: neither the data of the older engine nor the copies for browsers. */
function stripLanguages(target) {
  const data = join(target, 'node_modules', '@tesseract.js-data');
  if (!existsSync(data)) return;
  for (const language of readdirSync(data)) rmSync(join(data, language, '4.0.0'), { recursive: true, force: true });
  const core = join(target, 'node_modules', 'tesseract.js-core');
  for (const file of readdirSync(core)) if (file.endsWith('.wasm.js')) rmSync(join(core, file));
}

function strip(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) strip(path);
    else if (entry.isFile() && leftOut(entry.name)) rmSync(path);
  }
}

const shipped = (path) => !/\.(d\.ts|map|tsbuildinfo)$|\.(test|fixture|integration)\.js$/.test(basename(path));

function assemble(name, workspace) {
  const target = join(out, name);
  mkdirSync(target, { recursive: true });
  const manifests = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    ...workspaces.map((one) => join(one, 'package.json')),
  ];
  for (const file of manifests) cpSync(join(root, file), join(target, file), { recursive: true });
  const install = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '-w',
    workspace,
  ];
  const { status } = spawnSync('npm', [...install, '--loglevel=error'], { cwd: target, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm failed for ${name}`);
  const needed = closure(workspace);
  for (const folder of workspaces) {
    if (!needed.has(folder)) {
      if (![...needed].some((one) => one.startsWith(`${folder}/`)))
        rmSync(join(target, folder), { recursive: true, force: true });
      continue;
    }
    for (const part of ['dist', ...(EXTRA[folder] ?? [])]) {
      const from = join(root, folder, part);
      if (existsSync(from)) cpSync(from, join(target, folder, part), { recursive: true, filter: shipped });
    }
  }
  strip(join(target, 'node_modules'));
  stripBinaries(target);
  stripLanguages(target);
  rmSync(join(target, 'package-lock.json'));
  rmSync(join(target, '.npmrc'));
  // Links to workspaces that are not here would point nowhere; so would folders that hold none.
  for (const [scoped, folder] of folderOf)
    if (!needed.has(folder)) rmSync(join(target, 'node_modules', scoped), { force: true, recursive: true });
}

for (const [name, workspace] of Object.entries(PROCESSES)) assemble(name, workspace);
