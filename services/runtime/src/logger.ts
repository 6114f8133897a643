import { createRequire } from 'node:module';
import pino, { type DestinationStream, type Logger } from 'pino';
import type pretty from 'pino-pretty';
import { tracing } from './tracing/tracing.js';

export type { Logger } from 'pino';

/** Loaded only at a terminal: a service under a supervisor should not pay for it at each start. */
const loadPretty = (): typeof pretty => createRequire(import.meta.url)('pino-pretty') as typeof pretty;

/**
 * JSON lines on standard error; readable ones on a terminal. Standard output stays free for the one line that names the
 * address. Never log document text, prompts, keys or mail addresses.
 */
export function createLogger(service: string, level: string): Logger {
  const options = {
    level,
    base: { service },
    mixin: () => tracing().ids(),
    redact: { paths: ['key', 'token', 'authorization', 'email', '*.key', '*.token', '*.email'], censor: '[redacted]' },
  };
  const stream: DestinationStream = process.stderr.isTTY
    ? loadPretty()({ destination: 2, ignore: 'pid,hostname', sync: true })
    : pino.destination({ dest: 2, sync: false });
  return pino(options, stream);
}

/** For tests and tools: says nothing. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
