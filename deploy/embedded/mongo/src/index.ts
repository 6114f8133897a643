export { startEmbeddedMongo } from './host/start.js';
export type { EmbeddedMongo, EmbeddedMongoOptions } from './host/start.js';
export { backupEmbeddedMongo, checkEmbeddedMongo } from './host/maintenance.js';
export type { BackupReport } from './storage/backup.js';
export type { CheckReport } from './storage/check.js';
export { DATA_FILE, DataDirectoryError, DataDirectoryLockedError } from './storage/data-file.js';
export type { LogEntry } from './commands/context.js';
