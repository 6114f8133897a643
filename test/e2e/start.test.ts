import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unknownVariables, whyNotStarted } from '@candor/runtime';
import { embeddedConfig } from '@candor/embedded';
import { CONFIGS } from '../support/configs.js';

/** Starts as an operator makes them: the built program in a process of its own. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PROGRAM = join(root, 'deploy', 'embedded', 'dist', 'main.js');
const ADMIN = join(root, 'deploy', 'embedded', 'dist', 'admin', 'main.js');

let folder: string;
let taken: Server;
let takenPort: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor-start-'));
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  takenPort = String((taken.address() as AddressInfo).port);
});
afterAll(async () => {
  await new Promise((resolve) => taken.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}
interface Started {
  /** Resolves when standard output holds the text. */
  says(text: string): Promise<string>;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<Ended>;
  ended: Promise<Ended>;
}

function start(program: string, args: string[], variables: Record<string, string>): Started {
  const env = {
    PATH: process.env['PATH'] ?? '',
    LOG_LEVEL: 'silent',
    CANDOR_HTTP_HOST: '127.0.0.1',
    CANDOR_HTTP_PORT: '0',
    CANDOR_INTERNAL_PORT: '0',
    ...variables,
  };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  let listener: (() => void) | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    listener?.();
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output, errors })));
  return {
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        listener = () => output.includes(text) && resolve(output);
        listener();
        void ended.then(() => reject(new Error(`it ended: ${errors}`)));
      }),
    signal: (name) => void child.kill(name),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const admin = (args: string[], variables: Record<string, string>): Promise<Ended> =>
  start(ADMIN, args, variables).ended;

describe('a start that cannot succeed', () => {
  const own = (name: string): string => join(folder, name);
  const faults: [string, () => Record<string, string>, RegExp][] = [
    [
      'a busy port of the API',
      () => ({ CANDOR_HTTP_PORT: takenPort }),
      /^Port \d+ is in use by another program\..* set CANDOR_HTTP_PORT to a free one\.$/,
    ],
    [
      'a busy internal port',
      () => ({ CANDOR_INTERNAL_PORT: takenPort }),
      /^Port \d+ is in use by another program\..* set CANDOR_INTERNAL_PORT to a free one\.$/,
    ],
    [
      'an address of another machine',
      () => ({ CANDOR_HTTP_HOST: '192.0.2.1' }),
      /^The address to listen on is not one of this machine\. Correct .+\.$/,
    ],
    [
      'a data directory where the system takes none',
      () => ({ CANDOR_DATA_DIR: '/proc/candor/data' }),
      /^the data directory \/proc\/candor\/data cannot be used .*set CANDOR_DATA_DIR to another directory\.$/,
    ],
    [
      'a data directory that is a file',
      () => {
        writeFileSync(own('a-file'), '');
        return { CANDOR_DATA_DIR: own('a-file') };
      },
      /^the data directory .*a-file cannot be used .*set CANDOR_DATA_DIR to another directory\.$/,
    ],
    [
      'an endpoint without a key',
      () => ({ CANDOR_ANSWER_ENGINE: 'openai' }),
      /^The configuration is wrong:\nOPENAI_API_KEY: must be set when/,
    ],
    [
      'a sender that is no address',
      () => ({ MAIL_FROM: 'Acme security' }),
      /^The configuration is wrong:\nMAIL_FROM: must be an address/,
    ],
    [
      'a database that is out of reach',
      () => ({ MONGODB_URL: 'mongodb://operator:secret@127.0.0.1:1/' }),
      /^The database cannot be reached \(ECONNREFUSED 127\.0\.0\.1:1\)\. Start it, or correct MONGODB_URL\.$/,
    ],
    [
      'an address of a database that is none',
      () => ({ MONGODB_URL: 'postgres://127.0.0.1/candor' }),
      /^MONGODB_URL cannot be used: .*/,
    ],
  ];

  it.each(faults)('says in one line what to do about %s', async (what, variables, line) => {
    const dataDir = own(what.replaceAll(' ', '-'));
    const { code, output, errors } = await start(PROGRAM, [], { CANDOR_DATA_DIR: dataDir, ...variables() }).ended;
    expect(errors.trim()).toMatch(line);
    expect([code, errors, output]).toEqual([1, expect.not.stringMatching(/^ {2,}at |secret/m), '']);
  });

  it('made no key that nobody was told: the next start tells it', async () => {
    const dataDir = own('a-busy-port-of-the-API');
    expect(readdirSync(dataDir)).toContain('data.sqlite');
    const candor = start(PROGRAM, [], { CANDOR_DATA_DIR: dataDir });
    expect(await candor.says('create-key')).toMatch(
      /Admin key .*: cnd_\S+\nCandor is ready on http.*\n {2}console .*\/console\n[^]*\nBecome the first administrator, .*#first-admin=\S+\n/,
    );
    expect((await candor.stop()).code).toBe(0);
  });
});

describe('an installation', () => {
  let candor: Started;
  const variables = (): Record<string, string> => ({ CANDOR_DATA_DIR: join(folder, 'own'), CANDOR_HTP_PORT: '1' });
  beforeAll(async () => {
    candor = start(PROGRAM, [], variables());
    await candor.says('create-key');
  });

  it('leads from its bare address to the console', async () => {
    const url = /ready on (\S+)/.exec(await candor.says('create-key'))?.[1] ?? '';
    const response = await fetch(url);
    expect([response.status, response.url, response.headers.get('content-type')]).toEqual([
      200,
      `${url}/console`,
      'text/html; charset=utf-8',
    ]);
  });

  it('is refused to a second start on its data directory', async () => {
    const { code, errors } = await start(PROGRAM, [], variables()).ended;
    expect([code, errors]).toEqual([1, expect.stringMatching(/in use by another process\. .*CANDOR_DATA_DIR/)]);
  });

  it('is not made by the admin command in a directory that is mistyped', async () => {
    const mistyped = join(folder, 'onw');
    const { code, errors } = await admin(['list-keys'], { CANDOR_DATA_DIR: mistyped });
    expect([code, errors]).toEqual([2, expect.stringMatching(/^There is no installation of Candor in .*onw\. .*\n$/)]);
    expect(readdirSync(folder)).not.toContain('onw');
  });

  it('keeps its last admin key until the operator says so', async () => {
    const listed = await admin(['list-keys'], variables());
    const id = listed.output.split(' ')[0] ?? '';
    expect(await admin(['revoke-key', id], variables())).toMatchObject({
      code: 2,
      output: expect.stringContaining('This is the last admin key'),
      errors: expect.stringContaining('Nothing was revoked'),
    });
    await admin(['create-key', '--name', 'second'], variables());
    expect((await admin(['revoke-key', id], variables())).code).toBe(0);
    const second = (await admin(['list-keys'], variables())).output.split('\n').find((line) => line.includes('works'));
    expect((await admin(['revoke-key', second?.split(' ')[0] ?? '', '--yes'], variables())).code).toBe(0);
  });

  it('ends cleanly when a stop reaches it twice at once, as from a terminal and from npm', async () => {
    const own = start(PROGRAM, [], { CANDOR_DATA_DIR: join(folder, 'stopped-twice') });
    await own.says('Candor is ready');
    own.signal('SIGINT');
    own.signal('SIGINT');
    expect(await own.ended).toMatchObject({ code: 0 });
  });

  it('warns of a variable that nothing reads, and names the one that was meant', async () => {
    const { errors } = await candor.stop();
    expect(errors).toBe(
      'CANDOR_HTP_PORT is not a variable of Candor and changes nothing. Did you mean CANDOR_HTTP_PORT?\n',
    );
  });
});

describe('variables', () => {
  it('that any process reads are known', () => {
    const read = [...Object.values(CONFIGS), embeddedConfig].flatMap(({ shape }) => Object.keys(shape));
    expect(unknownVariables(Object.fromEntries(read.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('that Kubernetes sets for services, or that hold a path of a secret, are not warned of', () => {
    const set = ['CANDOR_SERVICE_TOKEN_FILE', 'CANDOR_GATEWAY_SERVICE_HOST', 'CANDOR_INSIGHTS_PORT_50054_TCP_ADDR'];
    expect(unknownVariables(Object.fromEntries(set.map((name) => [name, 'x'])))).toEqual([]);
    expect(unknownVariables({ CANDOR_COLOUR: 'red', OTHER: 'x' })).toEqual([
      'CANDOR_COLOUR is not a variable of Candor and changes nothing.',
    ]);
  });
});

describe('what only we can mend', () => {
  it('is left to its stack', () => {
    expect(whyNotStarted(new Error('a defect'), {})).toBeUndefined();
    expect(whyNotStarted('a defect', {})).toBeUndefined();
  });
});
