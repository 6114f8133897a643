export { embeddedConfig, readConfig, type EmbeddedConfig } from './config.js';
export { databaseUrlFile } from './data-directory.js';
export { startCandor, type RunningCandor } from './start.js';
