export { createClient, type ClientOptions } from './client.js';
export type { components, operations, paths } from './gen/schema.js';
export { pages, whenProcessed, type PollOptions } from './polling.js';
export { CandorError, errorOf, type Problem } from './problem.js';
export type { Call, Input, OperationId, Operations, Reply } from './types.js';
