import { describe, expect, it } from '@jest/globals';
import { MongoNetworkError } from 'mongodb';
import { z } from 'zod';
import { AppError, TerminalError } from '../errors.js';
import { silentLogger } from '../logger.js';
import { runAttempt, type Message, type Outcome } from './attempt.js';
import type { JobDefinition } from './job.js';

const job: JobDefinition<unknown> = {
  name: 'test.job',
  version: 2,
  schema: z.object({}),
  timeoutMs: 1000,
  attempts: 3,
  backoffMs: [10, 20],
  concurrency: 1,
};
const context = {
  logger: silentLogger(),
  tracing: { inject: () => ({}), run: <T>(_job: string, _headers: object, work: () => Promise<T>) => work() },
  observe: () => undefined,
  stopping: new AbortController().signal,
};

function attempt(error: Error | undefined, change: Partial<Message> = {}): Promise<Outcome> {
  const message = { organizationId: 'o', requestId: 'r', body: '{}', attempt: 3, version: 2, trace: {}, ...change };
  return runAttempt(job, () => (error ? Promise.reject(error) : Promise.resolve()), message, context);
}

describe('the last attempt at a job', () => {
  it('is done when the handler is', async () => {
    expect(await attempt(undefined)).toEqual({ kind: 'done' });
  });

  it('that fails ends in the dead letters', async () => {
    expect(await attempt(new Error('odd'))).toEqual({ kind: 'dead', error: 'Error: odd' });
    expect(await attempt(new TerminalError('bad', 'input'), { attempt: 1 })).toMatchObject({ kind: 'dead' });
  });

  it.each([
    ['the database is out', new MongoNetworkError('read ECONNRESET')],
    ['a service is out', new AppError('unavailable', 'service_unavailable', 'Try again.')],
  ])('is none when %s: it is tried again as often as it takes', async (_what, error) => {
    expect(await attempt(error)).toMatchObject({ kind: 'retry', attempt: 3, delayMs: 20 });
    expect(await attempt(error, { attempt: 1 })).toMatchObject({ kind: 'retry', attempt: 1, delayMs: 10 });
  });

  it('is left to a newer worker when a newer release asked for the job', async () => {
    expect(await attempt(undefined, { version: 3 })).toMatchObject({ kind: 'retry', attempt: 3 });
    expect(await attempt(undefined, { version: 1 })).toEqual({ kind: 'done' });
  });
});
