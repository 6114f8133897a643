// Images: stand-ins for those of others, and ours, built by the Dockerfile.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');

/** The name of the image that a service of the compose file uses. */
const imageOf = (service) =>
  new RegExp(`^ {2}${service}:\\n(?: {4}.*\\n)*? {4}image: (\\S+)`, 'm').exec(
    readFileSync(join(root, 'docker-compose.yml'), 'utf8'),
  )[1];
const nodeImage = /^ARG NODE_IMAGE=(\S+)/m.exec(readFileSync(join(here, '..', 'Dockerfile'), 'utf8'))[1];
const buildImage = /^ARG BUILD_IMAGE=(\S+)/m.exec(readFileSync(join(here, '..', 'Dockerfile'), 'utf8'))[1];

/** A root file system becomes an image. */
function importImage(env, folder, name, changes) {
  const options = changes.map((change) => `--change '${change}'`).join(' ');
  const { status, stderr } = spawnSync('sh', ['-c', `tar -C '${folder}' -c . | docker import ${options} - '${name}'`], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
}

/** What our Dockerfile starts from, and the broker. */
export function importBases({ env, docker }, systems) {
  const PATH = 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  importImage(env, join(systems, 'node'), nodeImage, [PATH]);
  importImage(env, join(systems, 'rabbitmq'), imageOf('rabbitmq'), [
    PATH,
    'ENV HOME=/var/lib/rabbitmq',
    'VOLUME /var/lib/rabbitmq',
    'USER rabbitmq',
    // Makes the start script become the broker, so that a signal meets the broker.
    'ENV RUNNING_UNDER_SYSTEMD=true',
    'ENTRYPOINT ["/usr/lib/rabbitmq/bin/rabbitmq-server"]',
  ]);
  // Packages come from this machine's cache: the network of the rehearsal has no way out.
  const npm = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();
  const file = join(here, 'build-image.Dockerfile');
  docker('build', '-q', '-t', buildImage, '--build-arg', `FROM=${nodeImage}`, '-f', file, npm);
}

/** Stand-ins that are made from our own images. */
export function buildStandIns({ docker }, work) {
  const context = join(work, 'stand-ins');
  const modules = join(root, 'node_modules');
  for (const name of ['mongo', 'mail']) {
    const folder = join(context, name);
    mkdirSync(folder, { recursive: true });
    cpSync(join(here, name), join(folder, 'stand-in'), { recursive: true });
    if (name === 'mail')
      for (const dependency of ['smtp-server', 'nodemailer', 'base32.js', 'ipv6-normalize', 'punycode.js'])
        if (existsSync(join(modules, dependency)))
          cpSync(join(modules, dependency), join(folder, 'stand-in', 'node_modules', dependency), { recursive: true });
    docker('build', '-q', '-t', imageOf(name), '-f', join(here, name, 'Dockerfile'), folder);
  }
}
