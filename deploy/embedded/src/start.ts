import { writeFile } from 'node:fs/promises';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import {
  processMetrics,
  Shutdown,
  startTracing,
  tracingSettings,
  type Logger,
  type ProcessMetrics,
} from '@candor/runtime';
import type { EmbeddedConfig } from './config.js';
import { databaseUrlFile, lookAtDataDirectory } from './data-directory.js';

export interface RunningCandor {
  /** Of the public API. */
  url: string;
  /** The first admin key, when it was made at this start. */
  newKey: string | undefined;
  /** Leads to the page on which the first person becomes an administrator; of the first start. */
  firstAdminLink: string | undefined;
  close(): Promise<void>;
}

/**
 * Starts every service and the gateway in this process, over the embedded database and bus unless the configuration names
 * others. The services are loaded while the database's thread starts: each takes a second core most of the way.
 */
export async function startCandor(config: Readonly<EmbeddedConfig>, logger: Logger): Promise<RunningCandor> {
  const shutdown = new Shutdown(logger);
  const metrics = processMetrics();
  try {
    shutdown.add('traces', await startTracing({ ...tracingSettings(config), service: 'candor', logger }));
    const [databaseUrl, { startServices }] = await Promise.all([
      config.MONGODB_URL ?? startDatabase(config.CANDOR_DATA_DIR, logger, shutdown, metrics),
      import('./services.js'),
    ]);
    const { url, newKey, firstAdminLink } = await startServices({ config, databaseUrl, logger, shutdown, metrics });
    return { url, newKey, firstAdminLink, close: () => shutdown.close() };
  } catch (error) {
    await shutdown.close();
    throw error;
  }
}

async function startDatabase(
  dataDir: string,
  logger: Logger,
  shutdown: Shutdown,
  metrics: ProcessMetrics,
): Promise<string> {
  await lookAtDataDirectory(dataDir);
  const database = await startEmbeddedMongo({
    dataDir,
    onLog: ({ level, message, fields }) => {
      if (fields['docsExamined'] !== undefined) metrics.scanned();
      logger[level]({ ...fields, part: 'embedded database' }, message);
    },
    onFatal: (error) => {
      logger.fatal({ err: error }, 'the embedded database failed');
      process.exitCode = 1;
      void shutdown.close().then(() => process.exit(1));
    },
  });
  shutdown.add('embedded database', () => database.close());
  // Where the admin command finds a database that is running; the address is useless without access to the folder.
  await writeFile(databaseUrlFile(dataDir), database.url, { mode: 0o600 });
  return database.url;
}
