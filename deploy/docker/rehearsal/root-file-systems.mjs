// Root file systems of the stand-ins: Debian's base with this machine's Node, and Debian's RabbitMQ. Made once, kept in the
// cache.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${`${stdout}${stderr}`.slice(-2000)}`);
}

/** Makes what is missing in `cache`; returns it: a folder with `node` and `rabbitmq`. */
export function prepareRootFileSystems(cache) {
  mkdirSync(cache, { recursive: true });
  const suite = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'bookworm';
  bootstrap(cache, 'node', suite, ['libstdc++6', 'ca-certificates'], (root) => {
    copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
    const npm = npmFolder();
    cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node']);
  });
  bootstrap(cache, 'rabbitmq', suite, ['rabbitmq-server'], () => undefined);
  return cache;
}

function bootstrap(cache, name, suite, packages, finish) {
  const target = join(cache, name);
  if (existsSync(target)) return;
  const making = `${target}.making`;
  rmSync(making, { recursive: true, force: true });
  console.log(`stand-ins: making the root file system of ${name} …`);
  const archives = join(cache, 'archives');
  mkdirSync(archives, { recursive: true });
  // In a mount namespace: what it mounts into the folder goes with it, also when it is killed.
  const options = ['--variant=minbase', `--include=${packages.join(',')}`, `--cache-dir=${archives}`];
  run('unshare', ['--mount', 'debootstrap', ...options, suite, making]);
  finish(making);
  rmSync(join(making, 'var/cache/apt/archives'), { recursive: true, force: true });
  rmSync(join(making, 'var/lib/apt/lists'), { recursive: true, force: true });
  renameSync(making, target);
}

function npmFolder() {
  const { stdout } = spawnSync('npm', ['root', '-g'], { encoding: 'utf8' });
  const folder = join(stdout.trim(), 'npm');
  if (existsSync(folder)) return realpathSync(folder);
  return join(dirname(realpathSync(process.execPath)), '..', 'lib', 'node_modules', 'npm');
}
