import { AmqpBus, ConfigError, connectMongo, createLogger, systemClock, type DeadLetters } from '@candor/runtime';
import { JOBS } from '../jobs/catalogue.js';
import { readAdminConfig } from '../config.js';
import { check } from './check.js';

const USAGE = `Usage:
  admin check                                  counts everything again, finds orphans and stuck work; exit 1 when it finds any
  admin dead-letters list [JOB] [--limit N]    shows messages that were given up, with error and attempt, a JSON object a line
  admin dead-letters redrive [JOB] [--limit N] publishes them again as first attempts

JOB is a job's name (${Object.values(JOBS)
  .map((job) => job.name)
  .join(', ')}); without it, all of them.
Reads MONGODB_URL for check and RABBITMQ_URL for dead-letters.
`;

class UsageError extends Error {}

/** `npm run admin -- …`: what an operator asks of the questionnaire service's data and queues. */
async function main(args: string[]): Promise<number> {
  const [command, action, ...rest] = args;
  if (command === 'check' && action === undefined) return runCheck();
  if (command === 'dead-letters' && (action === 'list' || action === 'redrive')) return deadLetters(action, rest);
  throw new UsageError(USAGE);
}

async function runCheck(): Promise<number> {
  const { MONGODB_URL: url } = readAdminConfig();
  if (url === undefined) throw new ConfigError(['MONGODB_URL: must be set']);
  const mongo = await connectMongo(url, 'candor-admin');
  try {
    const findings = await check(mongo.db('candor_questionnaire'), systemClock);
    for (const finding of findings) process.stdout.write(`${JSON.stringify(finding)}\n`);
    process.stdout.write(findings.length === 0 ? 'check: nothing found\n' : `check: ${findings.length} findings\n`);
    return findings.length === 0 ? 0 : 1;
  } finally {
    await mongo.close();
  }
}

async function deadLetters(action: 'list' | 'redrive', args: string[]): Promise<number> {
  const at = args.indexOf('--limit');
  const limit = at < 0 ? 100 : Number(args[at + 1]);
  const names = at < 0 ? args : args.toSpliced(at, 2);
  const known: string[] = Object.values(JOBS).map((job) => job.name);
  if (!Number.isSafeInteger(limit) || limit < 1 || names.length > 1 || !names.every((name) => known.includes(name)))
    throw new UsageError(USAGE);
  const { RABBITMQ_URL: url } = readAdminConfig();
  if (url === undefined) throw new ConfigError(['RABBITMQ_URL: must be set']);
  const bus = new AmqpBus({ url, logger: createLogger('admin', 'error'), name: 'candor admin' });
  try {
    for (const job of names.length > 0 ? names : known)
      await (action === 'list' ? list(bus, job, limit) : redrive(bus, job, limit));
    return 0;
  } finally {
    await bus.close();
  }
}

async function list(bus: DeadLetters, job: string, limit: number): Promise<void> {
  for (const { diedAt, ...letter } of await bus.listDeadLetters(job, limit))
    process.stdout.write(`${JSON.stringify({ ...letter, diedAt: new Date(diedAt).toISOString() })}\n`);
}

async function redrive(bus: DeadLetters, job: string, limit: number): Promise<void> {
  const count = await bus.redriveDeadLetters(job, limit);
  if (count > 0) process.stdout.write(`${job}: ${count} redriven\n`);
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const known = error instanceof ConfigError || error instanceof UsageError;
    process.stderr.write(`${known ? error.message : error instanceof Error ? (error.stack ?? '') : 'unknown error'}\n`);
    process.exitCode = 2;
  },
);
