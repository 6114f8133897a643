import type { Dependency } from './health.js';
import type { RpcService } from './rpc/server.js';

/**
 * What a service's `compose` returns: the same for a process of its own, the embedded process and component tests.
 * Composing connects and makes indexes; nothing runs before `start`.
 */
export interface ComposedService {
  name: string;
  rpc: RpcService[];
  dependencies: Dependency[];
  /** Starts consuming jobs and sweeping. */
  start(): Promise<void>;
  /** Stops taking work, finishes or returns what is in hand. */
  close(): Promise<void>;
}
