#!/usr/bin/env node
// `npm run rehearse:docker`: docker-compose.yml on a real engine, where no image can be pulled. Starts an engine of its own,
// makes stand-ins for the images of others, builds ours with the Dockerfile, brings everything up from nothing, lets the
// demo's upload run through it, kills each container during an upload, backs up, destroys, restores, and takes it down.
//
//   npm run rehearse:docker [-- --quick] [--once] [--keep FOLDER] [--built]
//     --quick         a worker, the database and the broker die, once; nothing is backed up: for the checks before a landing
//     --once          each container dies once instead of twice
//     --keep FOLDER   the engine's data stay there, so that the next run may be with
//     --built         the images that are there, for work on the rehearsal itself
//
// Everything runs in namespaces of its own (processes, network, mounts), which end with it; nothing else is touched. Needs
// Linux, root and Debian's packages, and says so loudly where it has to skip.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareRootFileSystems } from './root-file-systems.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const { values } = parseArgs({
  options: {
    keep: { type: 'string' },
    once: { type: 'boolean' },
    quick: { type: 'boolean' },
    built: { type: 'boolean' },
  },
});

const PACKAGES = ['docker.io', 'docker-compose', 'debootstrap', 'iptables', 'iproute2'];
const NEEDED = ['/usr/sbin/dockerd', '/usr/bin/docker-compose', '/usr/sbin/debootstrap', '/usr/bin/unshare'];
const NAMESPACES = ['--mount', '--net', '--pid', '--fork', '--mount-proc'];

/** Why it cannot run here; undefined when it can. */
function obstacle() {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid() !== 0) return 'it needs root, for an engine of its own';
  const missing = () => NEEDED.filter((path) => !existsSync(path));
  if (missing().length > 0 && existsSync('/usr/bin/apt-get')) {
    // Debian starts what it installs; with this run level it does not.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    const apt = (...args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
    if (!apt('update', '-qq') || !apt('install', '-y', '-qq', '--no-install-recommends', ...PACKAGES))
      return `could not install ${PACKAGES.join(', ')}`;
  }
  if (missing().length > 0) return `there is no ${missing().join(', ')}`;
  const unshared = spawnSync('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, 'true']);
  if (unshared.status !== 0) return `namespaces cannot be made here: ${unshared.stderr.toString().trim()}`;
  return undefined;
}

const reason = obstacle();
if (reason !== undefined) {
  console.error(`\n*** SKIPPED: the rehearsal of the containers (${reason}).\n`);
  process.exit(0);
}
const systems = prepareRootFileSystems(join(root, 'node_modules', '.cache', 'candor-rehearsal'));
const work = mkdtempSync(join(tmpdir(), 'candor-rehearsal-'));
const data = values.keep === undefined ? join(work, 'engine') : resolve(values.keep);
const inside = [
  join(here, 'inside.mjs'),
  work,
  data,
  systems,
  values.quick ? 'quick' : values.once ? 'once' : 'twice',
  values.built ? '' : 'build',
];
// The first process of a process namespace takes all others with it when it ends, and ends itself with this one.
const { status } = spawnSync(
  'setpriv',
  ['--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, '--kill-child', '--', process.execPath, ...inside],
  { cwd: root, stdio: 'inherit' },
);
rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
process.exit(status ?? 1);
