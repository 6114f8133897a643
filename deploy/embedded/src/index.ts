export { embeddedConfig, readConfig, type EmbeddedConfig } from './config.js';
export { startCandor, type RunningCandor } from './start.js';
