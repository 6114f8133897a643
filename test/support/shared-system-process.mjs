// The one system that end-to-end suites of a run share, as a process of its own: node shared-system-process.mjs FOLDER RUNNER-PID
// It tells where it is in FOLDER/address.json, and ends with the run.
import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { embeddedConfig, startCandor } from '../../deploy/embedded/dist/index.js';
import { silentLogger } from '../../services/runtime/dist/index.js';

const [folder = '', runner = ''] = process.argv.slice(2);
const LOOKS_EVERY_MS = 1000;

/** Whoever finds a file finds all of it. */
const write = (name, value) => {
  const path = join(folder, name);
  writeFileSync(`${path}.new`, JSON.stringify(value));
  renameSync(`${path}.new`, path);
};

// Each mail is a file, for suites in other processes.
mkdirSync(join(folder, 'mails'));
let mails = 0;
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, { envelope }, done) => {
    const pieces = [];
    stream.on('data', (piece) => pieces.push(piece));
    stream.on('end', () => {
      const raw = Buffer.concat(pieces).toString();
      for (const { address } of envelope.rcptTo)
        write(join('mails', `${String(++mails).padStart(6, '0')}.json`), { to: address, raw });
      done();
    });
  },
});
mailServer.on('error', () => undefined);
await new Promise((resolve) => mailServer.listen(0, '127.0.0.1', resolve));

const key = `cnd_e2e00000_${randomBytes(24).toString('hex')}`;
const candor = await startCandor(
  embeddedConfig.parse({
    CANDOR_DATA_DIR: join(folder, 'data'),
    CANDOR_HTTP_PORT: '0',
    CANDOR_HTTP_HOST: '127.0.0.1',
    CANDOR_INTERNAL_PORT: '0',
    CANDOR_BOOTSTRAP_API_KEY: key,
    LOG_LEVEL: 'silent',
    SMTP_URL: `smtp://127.0.0.1:${mailServer.server.address().port}`,
    // Receivers of webhooks are started by suites.
    CANDOR_WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1/32',
    // Tests call and poll faster than clients.
    CANDOR_RATE_PER_MINUTE: '1000000',
    CANDOR_INSIGHTS_RATE_PER_MINUTE: '1000000',
  }),
  silentLogger(),
);

let ending;
const end = () => {
  ending ??= candor.close().then(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
};
process.once('SIGTERM', end);
// A run that is broken off ends nothing by itself.
setInterval(() => {
  try {
    process.kill(Number(runner), 0);
  } catch {
    end();
  }
}, LOOKS_EVERY_MS);

write('address.json', { url: candor.url, key, pid: process.pid });
