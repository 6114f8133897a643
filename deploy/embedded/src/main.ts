import { DataDirectoryError } from '@candor/embedded-mongo';
import { ConfigError, createLogger } from '@candor/runtime';
import { readConfig } from './config.js';
import { startCandor } from './start.js';

/** `npm start`: all of Candor in one process. Prints one line with the address when it is ready. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('candor', config.LOG_LEVEL);
  const candor = await startCandor(config, logger);
  if (candor.newKey !== undefined) {
    process.stdout.write(`Admin key of the default organization, shown this once: ${candor.newKey}\n`);
  }
  process.stdout.write(`Candor is ready on ${candor.url}\n`);
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    void candor.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  const message =
    error instanceof ConfigError
      ? `The configuration is wrong:\n${error.message}`
      : error instanceof DataDirectoryError
        ? error.message
        : error;
  process.stderr.write(`${message instanceof Error ? (message.stack ?? message.message) : String(message)}\n`);
  process.exit(1);
});
