import { AsyncResource } from 'node:async_hooks';

let mended = false;

/**
 * Takes a burden off every HTTP/2 request of Node 20: it binds a function to an `AsyncResource`, and each bound function
 * gets two accessors for a deprecated property, made by giving a function another prototype. V8 keeps such a function, and
 * with it the request and all it leads to, until a collection of the whole heap; the small collections then copy several MB
 * and pause all calls for milliseconds. Bound functions here lack that property, which nothing that we use reads. Newer
 * releases of Node dropped it; there this does nothing.
 */
export function bindWithoutDeprecatedProperty(): void {
  if (mended || !AsyncResource.prototype.bind.toString().includes('deprecate')) return;
  mended = true;
  const bind = function (this: AsyncResource, work: (...args: unknown[]) => unknown, thisArg?: unknown) {
    const run = this.runInAsyncScope.bind(this);
    const bound = function (this: unknown, ...args: unknown[]): unknown {
      return run(work, thisArg ?? this, ...args);
    };
    Object.defineProperty(bound, 'length', { configurable: true, value: work.length });
    return bound;
  };
  AsyncResource.prototype.bind = bind as typeof AsyncResource.prototype.bind;
}
