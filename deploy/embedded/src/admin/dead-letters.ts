import { parseArgs } from 'node:util';
import { JOBS as INSIGHTS_JOBS } from '@candor/insights';
import { JOBS as QUESTIONNAIRE_JOBS } from '@candor/questionnaire';
import { AmqpBus, ConfigError, createLogger, type DeadLetters } from '@candor/runtime';
import { JOBS as TENANT_JOBS } from '@candor/tenant';
import { JOBS as TRUST_PORTAL_JOBS } from '@candor/trust-portal';

/** Every job of every service. */
export const JOB_NAMES: string[] = [
  ...Object.values(QUESTIONNAIRE_JOBS),
  ...Object.values(INSIGHTS_JOBS),
  ...Object.values(TENANT_JOBS),
  ...Object.values(TRUST_PORTAL_JOBS),
].map(({ name }) => name);

/** What is asked for; undefined when the arguments make no sense. */
export function deadLettersAsked(
  args: string[],
): { action: 'list' | 'redrive'; jobs: string[]; limit: number } | undefined {
  const { values, positionals } = parseArgs({ args, options: { limit: { type: 'string' } }, allowPositionals: true });
  const [action, job, ...rest] = positionals;
  const limit = Number(values.limit ?? 100);
  const known = job === undefined || JOB_NAMES.includes(job);
  if ((action !== 'list' && action !== 'redrive') || !known || rest.length > 0) return undefined;
  if (!Number.isSafeInteger(limit) || limit < 1) return undefined;
  return { action, jobs: job === undefined ? JOB_NAMES : [job], limit };
}

/** Shows messages that were given up, a JSON object a line, or publishes them again as first attempts. */
export async function deadLetters(
  { action, jobs, limit }: NonNullable<ReturnType<typeof deadLettersAsked>>,
  url: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  if (url === undefined) throw new ConfigError(['RABBITMQ_URL: must be set']);
  const bus = new AmqpBus({ url, logger: createLogger('admin', 'error'), name: 'candor admin' });
  try {
    for (const job of jobs) await (action === 'list' ? list(bus, job, limit, print) : redrive(bus, job, limit, print));
  } finally {
    await bus.close();
  }
}

async function list(bus: DeadLetters, job: string, limit: number, print: (line: string) => void): Promise<void> {
  for (const { diedAt, ...letter } of await bus.listDeadLetters(job, limit))
    print(JSON.stringify({ ...letter, diedAt: new Date(diedAt).toISOString() }));
}

async function redrive(bus: DeadLetters, job: string, limit: number, print: (line: string) => void): Promise<void> {
  const count = await bus.redriveDeadLetters(job, limit);
  if (count > 0) print(`${job}: ${count} redriven`);
}
