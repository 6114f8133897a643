export { embeddedConfig, readConfig, type EmbeddedConfig } from './config.js';
export { databaseUrlFile, startCandor, type RunningCandor } from './start.js';
