export { startEmbeddedMongo } from './host/start.js';
export type { EmbeddedMongo, EmbeddedMongoOptions } from './host/start.js';
export { DataDirectoryLockedError } from './storage/data-directory.js';
export type { LogEntry } from './commands/context.js';
