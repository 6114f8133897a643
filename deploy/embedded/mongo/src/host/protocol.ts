import type { LogEntry } from '../commands/context.js';
import type { ServeOptions } from './serve.js';

/** What the host sends to the thread or process that serves. */
export type ToServer = { readonly type: 'start'; readonly options: ServeOptions } | { readonly type: 'close' };

/** What it answers. */
export type FromServer =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'failed'; readonly message: string; readonly name: string }
  | { readonly type: 'log'; readonly entry: LogEntry }
  | { readonly type: 'closed' };
