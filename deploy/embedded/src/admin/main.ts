import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { checkEmbeddedMongo, DataDirectoryError } from '@candor/embedded-mongo';
import {
  AppError,
  ConfigError,
  connectMongo,
  InProcessBus,
  silentLogger,
  StartError,
  systemClock,
  whyNotStarted,
} from '@candor/runtime';
import { endpointOf } from '@candor/questionnaire/answering/engine-config';
import { composeTenant, DEFAULT_ORGANIZATION_ID } from '@candor/tenant';
import { TenantOperator } from '../clients/tenant.js';
import { publicUrlOf, readConfig } from '../config.js';
import { filesDirectory } from '../files-directory.js';
import { backup as backUp } from './backup.js';
import { checkServices } from './check.js';
import { reachDatabase } from './database.js';
import { UPDATE_ORGANIZATION, updateOrganization } from './organization.js';
import { deadLetters, deadLettersAsked, JOB_NAMES } from './dead-letters.js';

const USAGE = `Usage: npm run admin -- COMMAND

  create-organization NAME [--tenant-name NAME]       makes a child organization
  ${UPDATE_ORGANIZATION}
  create-key --name NAME [--role ADMIN|MEMBER|VIEWER] [--organization ID]   shows the key once
  create-user --email ADDRESS --name NAME [--role ROLE] [--organization ID]   shows a link that signs the person in, once,
                            within a day
  sign-in-link [--role ROLE] [--organization ID]   opens the console signed in: works once, within ten minutes
  list-keys [--organization ID]
  revoke-key ID [--organization ID] [--yes]     asks before it revokes the last key of an admin
  backup DIRECTORY          copies all data of an embedded Candor while it runs; start on the copy to restore it
  check                     reads the database, counts everything again, finds orphans, lost files and stuck work; exit 1
                            when it finds any
  check-engine              asks the endpoint of the variables three questions, and says what works; exit 1 when it does not
  show-prompt --questionnaire ID --question ID [--organization ID]   prints what would be sent to the endpoint for the
                            question, without the key; sends nothing
  dead-letters list|redrive [JOB] [--limit N]         messages that were given up: shows them, or publishes them again
                            (needs RABBITMQ_URL)

Without --organization, the default organization. Reads the same environment as npm start.
JOB is one of ${JOB_NAMES.join(', ')}; without it, all of them.
`;

class UsageError extends Error {}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(args: string[]): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case 'update-organization':
      return withTenant((operator) => change(operator, rest));
    case 'create-organization':
    case 'create-key':
    case 'create-user':
    case 'sign-in-link':
    case 'list-keys':
    case 'revoke-key':
      return withTenant((operator) => tenantCommand(operator, command, rest));
    case 'backup':
      return backup(rest);
    case 'check':
      return check();
    case 'check-engine':
      return engine();
    case 'show-prompt':
      return prompt(rest);
    case 'dead-letters':
      return letters(rest);
    default:
      throw new UsageError(USAGE);
  }
}

async function withTenant(use: (operator: TenantOperator) => Promise<void>): Promise<number> {
  const database = await reachDatabase(readConfig());
  const mongo = await connectMongo(database.url, 'candor-admin');
  const logger = silentLogger();
  // Its work is only stored: the running service sends it.
  const bus = new InProcessBus({ logger });
  const tenant = await composeTenant({ db: mongo.db('candor_tenant'), bus, clock: systemClock, logger });
  const operator = await TenantOperator.open(tenant, randomBytes(32).toString('hex'), logger);
  try {
    if ((await mongo.db('candor_tenant').collection('organizations').findOne({})) === null)
      throw new StartError(
        'There is no installation of Candor in this database. Correct MONGODB_URL, or start Candor once to make one.',
      );
    await use(operator);
    return 0;
  } finally {
    await operator.close();
    await mongo.close();
    await database.close();
  }
}

async function tenantCommand(operator: TenantOperator, command: string, args: string[]): Promise<void> {
  const options = {
    organization: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string' },
    'tenant-name': { type: 'string' },
    yes: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const organizationId = values.organization ?? DEFAULT_ORGANIZATION_ID;
  const [first] = positionals;
  if (command === 'create-organization' && first !== undefined) {
    const made = await operator.createOrganization(DEFAULT_ORGANIZATION_ID, first, values['tenant-name'] ?? '');
    print(`${made.id}  ${made.tenantName}`);
  } else if (command === 'create-key' && values.name !== undefined) {
    const { id, key } = await operator.createKey(organizationId, values.name, values.role ?? 'ADMIN');
    print(`${id}  ${key}\nThe key is shown this once.`);
  } else if (command === 'create-user' && values.email !== undefined && values.name !== undefined) {
    const { email, name, role = 'ADMIN' } = values;
    const { id, code } = await operator.createUser(organizationId, { email, name, role });
    print(`${id}  ${role}  ${email}\n${publicUrlOf(readConfig())}/console#sign-in-mail=${code}`);
    print('The link signs this person in, once, within a day.');
  } else if (command === 'sign-in-link') {
    const code = await operator.signInCode(organizationId, values.role ?? 'ADMIN');
    print(`${publicUrlOf(readConfig())}/console#sign-in=${code}`);
    print('It works once, within ten minutes, and signs you in for twelve hours.');
  } else if (command === 'list-keys') {
    for (const key of await operator.listKeys(organizationId)) {
      print(`${key.id}  ${key.prefix}…  ${key.role.padEnd(6)}  ${key.revoked ? 'revoked' : 'works  '}  ${key.name}`);
    }
  } else if (command === 'revoke-key' && first !== undefined) {
    if (values.yes !== true && (await isLastAdminKey(operator, organizationId, first)) && !(await confirmed()))
      throw new UsageError('Nothing was revoked. `--yes` revokes it without asking.\n');
    await operator.revokeKey(organizationId, first);
    print(`${first} is revoked; it is refused everywhere within 5 seconds.`);
  } else throw new UsageError(USAGE);
}

/** Whether nobody could administer the organization by a key any more. */
async function isLastAdminKey(operator: TenantOperator, organizationId: string, id: string): Promise<boolean> {
  const admins = (await operator.listKeys(organizationId)).filter(({ role, revoked }) => role === 'ADMIN' && !revoked);
  return admins.length === 1 && admins[0]?.id === id;
}

async function confirmed(): Promise<boolean> {
  print('This is the last admin key of the organization. Only `create-key` on this machine can make another one then.');
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await terminal.question('Revoke it? (yes/no) ')).trim());
  } finally {
    terminal.close();
  }
}

async function change(operator: TenantOperator, args: string[]): Promise<void> {
  const changed = await updateOrganization(operator, args, DEFAULT_ORGANIZATION_ID);
  if (!changed) throw new UsageError(USAGE);
  print(`${changed.id}  ${changed.tenantName}  ${changed.name}`);
}

async function backup([target]: string[]): Promise<number> {
  if (target === undefined) throw new UsageError(USAGE);
  const config = readConfig();
  if (config.MONGODB_URL !== undefined)
    throw new ConfigError([
      'backup copies the embedded database and its files; back up a MongoDB server with its own tools (mongodump)',
    ]);
  const { directory, bytes, collections, files, lost } = await backUp(config.CANDOR_DATA_DIR, target);
  print(
    `${directory}: ${(bytes / (1024 * 1024)).toFixed(1)} MB, ${collections} collections, ${files} files. To restore, start with CANDOR_DATA_DIR=${directory}`,
  );
  for (const id of lost) print(`lost or damaged, and not in the copy: file ${id}; see check`);
  return lost.length > 0 ? 1 : 0;
}

async function check(): Promise<number> {
  const config = readConfig();
  let damaged = false;
  if (config.MONGODB_URL === undefined) {
    const { ok, problems } = await checkEmbeddedMongo(config.CANDOR_DATA_DIR);
    for (const problem of problems) print(`database: ${problem}`);
    print(ok ? 'database: no damage found' : `database: ${problems.length} problems`);
    damaged = !ok;
  }
  const database = await reachDatabase(config);
  try {
    const findings = await checkServices(
      database.url,
      config.MONGODB_URL === undefined ? filesDirectory(config.CANDOR_DATA_DIR) : undefined,
    );
    for (const finding of findings) print(JSON.stringify(finding));
    print(findings.length === 0 ? 'check: nothing found' : `check: ${findings.length} findings`);
    return damaged || findings.length > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
}

/** The models are loaded for this command alone. */
async function engine(): Promise<number> {
  const config = readConfig();
  const options = endpointOf(config);
  const { checkEngine } = await import('@candor/questionnaire/answering/check-engine');
  const code = await checkEngine(options, print);
  if (code === 0 && config.CANDOR_ANSWER_ENGINE === 'local')
    print('Nothing is drafted with it yet: set CANDOR_ANSWER_ENGINE to openai, and start Candor again.');
  return code;
}

async function prompt(args: string[]): Promise<number> {
  const options = {
    organization: { type: 'string' },
    questionnaire: { type: 'string' },
    question: { type: 'string' },
  } as const;
  const { organization = DEFAULT_ORGANIZATION_ID, questionnaire, question } = parseArgs({ args, options }).values;
  if (questionnaire === undefined || question === undefined) throw new UsageError(USAGE);
  const config = readConfig();
  const endpoint = endpointOf(config);
  const database = await reachDatabase(config);
  const mongo = await connectMongo(database.url, 'candor-admin');
  try {
    const { showPrompt } = await import('@candor/questionnaire/admin/show-prompt');
    const wanted = { organizationId: organization, questionnaireId: questionnaire, questionId: question };
    await showPrompt(mongo.db('candor_questionnaire'), systemClock, endpoint, wanted, print);
    return 0;
  } finally {
    await mongo.close();
    await database.close();
  }
}

async function letters(args: string[]): Promise<number> {
  const asked = deadLettersAsked(args);
  if (!asked) throw new UsageError(USAGE);
  await deadLetters(asked, readConfig().RABBITMQ_URL, print);
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isKnown = [UsageError, AppError, DataDirectoryError, TypeError].some((kind) => error instanceof kind);
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const text = isKnown && error instanceof Error ? error.message : (whyNotStarted(error, {}) ?? stack);
    process.stderr.write(`${text}\n`);
    process.exit(2);
  },
);
