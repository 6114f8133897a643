import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupReport } from '../storage/backup.js';
import type { CheckReport } from '../storage/check.js';
import { builtModule } from './built-module.js';

export type MaintenanceTask =
  | { readonly kind: 'check'; readonly dataDir: string }
  | { readonly kind: 'backup'; readonly dataDir: string; readonly target: string };

/** In a thread of its own: SQLite's calls block, and reading all data takes seconds. */
async function run(task: MaintenanceTask): Promise<unknown> {
  const worker = new Worker(builtModule('maintenance-worker.js'), { workerData: task });
  return new Promise((done, failed) => {
    worker.once('message', done);
    worker.once('error', failed);
    worker.once('exit', (code) => failed(new Error(`the maintenance thread ended (code ${code})`)));
  });
}

/**
 * Copies the data of `dataDir` to `target` (new or empty) while a server may be running on it, in this process or
 * another. The copy is checked before it gets its name, and is itself a data directory: to restore, start on it.
 */
export async function backupEmbeddedMongo(options: { dataDir: string; target: string }): Promise<BackupReport> {
  const { dataDir, target } = options;
  return (await run({ kind: 'backup', dataDir: resolve(dataDir), target: resolve(target) })) as BackupReport;
}

/** Reads all data of `dataDir`, also while a server is running on it, and reports every damage. */
export async function checkEmbeddedMongo(dataDir: string): Promise<CheckReport> {
  return (await run({ kind: 'check', dataDir: resolve(dataDir) })) as CheckReport;
}
