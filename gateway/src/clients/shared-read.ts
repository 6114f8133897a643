import type { CallFor } from '@candor/runtime';
import { shared } from '../http/context.js';
import { coalesce } from './coalesce.js';

export type Read<Request, Reply> = (from: CallFor, request: Request) => Promise<Reply>;

/**
 * A read that clients poll. Equal reads of one key in one organization that come while one is under way share the next
 * call to the service, so that a crowd of pollers costs what one costs, and none is told what was read before it asked.
 * A shared call is not cancelled when one of those who wait for it goes away.
 */
export function sharedRead<Request, Reply>(read: Read<Request, Reply>): Read<Request, Reply> {
  const ask = coalesce<{ from: CallFor; request: Request }, Reply>(
    ({ from: { caller }, request }) => JSON.stringify([{ ...caller, requestId: '' }, request]),
    ({ from, request }) => read(shared(from), request),
  );
  return (from, request) => ask({ from, request });
}
