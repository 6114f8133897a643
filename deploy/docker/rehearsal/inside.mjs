// The rehearsal itself, in the namespaces that main.mjs made: node inside.mjs WORK DATA ROOT-FILE-SYSTEMS quick|once|twice BUILD
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backUpAndRestore } from './backup.mjs';
import { commandIn, startEngine } from './engine.mjs';
import { buildStandIns, importBases } from './images.mjs';
import { isolation } from './isolation.mjs';
import { killEach } from './kills.mjs';
import { Candor } from './candor.mjs';
import { check, failed, say } from './report.mjs';

const [work, data, systems, times, build] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** What is in the repository, and what would be: as a clone would have it. */
function copyOfTheRepository() {
  const copy = join(work, 'candor');
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of list.stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  return copy;
}

async function rehearse(engine) {
  const copy = copyOfTheRepository();
  const env = {
    ...engine.env,
    COMPOSE_PROJECT_NAME: 'candor-rehearsal',
    COMPOSE_PROFILES: 'mail',
    SMTP_URL: 'smtp://mail:1025',
    CANDOR_RATE_PER_MINUTE: '1000000',
    // What is rehearsed are starts, deaths and restores, on whatever processor there is.
    CANDOR_ANSWER_READING: 'once',
  };
  const sh = commandIn(env, 'sh', copy);
  const compose = (...args) => sh('deploy/docker/compose.sh', ...args);
  compose.try = (...args) => sh.try('deploy/docker/compose.sh', ...args);

  sh('deploy/docker/secrets.sh');
  if (build === 'build') {
    importBases(engine, systems);
    say('base images are there');
    compose('--profile', 'admin', 'build');
    say('our images are built');
  }
  for (const name of ['gateway', 'tenant', 'questionnaire', 'trust-portal', 'insights', 'admin']) {
    const bytes = engine
      .docker('run', '--rm', '--entrypoint', 'du', `candor/${name}:local`, '-sm', '/app')
      .split('\t')[0];
    say(`  candor/${name}: ${bytes} MB on top of Node`);
  }
  buildStandIns(engine, work);
  say(`stand-ins are there; ${compose('version', '--short').trim()} reads the compose file`);

  const began = Date.now();
  const up = () => commandIn({ ...env, CANDOR_BUILD: 'no' }, 'sh', copy)('deploy/docker/up.sh');
  try {
    up();
    check(`up from nothing, all healthy after ${((Date.now() - began) / 1000).toFixed(0)} s`, true);
    const candor = new Candor(copy, engine.docker, compose);
    await candor.demo();
    await isolation(candor, engine.docker);
    await candor.pages();
    await candor.mail();
    const moments = times === 'twice' ? ['sent', 'answering'] : ['answering'];
    await killEach(candor, moments, times === 'quick' ? ['mongo', 'rabbitmq', 'worker 1'] : undefined);
    await candor.audit();
    if (times !== 'quick') await backUpAndRestore(candor, { sh, compose, up, file: join(work, 'backup.archive.gz') });
  } catch (error) {
    for (const line of compose('ps').split('\n')) say(line);
    for (const line of compose('logs', '--tail=25').split('\n')) say(line.slice(0, 400));
    throw error;
  } finally {
    compose('down', '-v', '--remove-orphans', '-t', '10');
  }
  const ours = ['--filter', 'label=com.docker.compose.project=candor-rehearsal', '-q'];
  const left = ['container ls -a', 'volume ls', 'network ls'].map((list) => engine.docker(...list.split(' '), ...ours));
  check('taken down: no container, volume or network left', left.join('').trim() === '');
}

const engine = await startEngine(work, data);
say(
  `engine ${engine.docker('version', '--format', '{{.Server.Version}}').trim()}, storage ${engine.docker('info', '--format', '{{.Driver}}').trim()}`,
);
try {
  await rehearse(engine);
} catch (error) {
  check(`rehearsal: ${error.stack}`, false);
} finally {
  await engine.close();
}
const wrong = failed();
say(wrong.length === 0 ? 'rehearsal: everything held' : `rehearsal: ${wrong.length} wrong`);
process.exit(wrong.length === 0 ? 0 : 1);
