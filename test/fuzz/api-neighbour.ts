import { setTimeout as pause } from 'node:timers/promises';
import type { FuzzedSystem } from './api-system.js';

const MOST_MS = 2_000;
const EVERY_MS = 250;

/**
 * Calls as another organization all the time, and tells of each call that waits for more than 2 s. The time for which the
 * machine gave the system's threads no processor does not count.
 */
export function watchNeighbour(
  system: FuzzedSystem,
  organization: string,
  waited: (ms: number, what: string) => void,
): { stop(): Promise<{ calls: number; longestMs: number }> } {
  const headers = { 'x-api-key': system.key, 'x-organization-id': organization, 'content-type': 'application/json' };
  const kinds: readonly (readonly [string, RequestInit])[] = [
    ['/v1/questionnaire/list', {}],
    ['/v1/tags/', {}],
    ['/v1/tags/', { method: 'POST' }],
    ['/v1/questionnaire/search?query=backup', {}],
    ['/v1/trustportal/updates', {}],
  ];
  const end = new AbortController();
  let calls = 0;
  let longestMs = 0;
  const watching = (async () => {
    while (!end.signal.aborted) {
      const [path, init] = kinds[calls++ % kinds.length]!;
      const name = { name: `Tag ${calls % 40}` };
      const body = init.method === 'POST' ? { body: JSON.stringify(name) } : {};
      const before = await system.waitedMs();
      const started = performance.now();
      const response = await fetch(system.url + path, { ...init, ...body, headers }).catch(() => undefined);
      const status = response === undefined ? 'no answer' : String(response.status);
      await response?.arrayBuffer();
      const took = performance.now() - started - ((await system.waitedMs()) - before);
      longestMs = Math.max(longestMs, took);
      if (took > MOST_MS || response === undefined || response.status >= 500)
        waited(took, `${init.method ?? 'GET'} ${path} → ${status}`);
      await pause(EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      end.abort();
      await watching;
      return { calls, longestMs };
    },
  };
}
