import type { Request } from 'express';
import type { CallFor } from '@candor/runtime';
import type { RequestContext } from '../http/context.js';
import { originOf } from '../http/origin.js';
import { sessionCookie } from '../http/session-cookie.js';
import { always } from '../idempotency/once.js';
import { isHttps } from '../middleware/signed-in.js';
import type { MountOptions } from './mount.js';
import { lowerCased } from './path-ids.js';
import type { Call } from './route.js';

/** What a route is given of a request, before its query and its body are read. */
export const newCall = (
  request: Request,
  context: RequestContext,
  from: CallFor,
  { clients, maxUploadBytes, publicUrl }: Pick<MountOptions, 'clients' | 'maxUploadBytes' | 'publicUrl'>,
): Call<unknown, unknown, unknown> => ({
  params: lowerCased(request.params),
  query: {},
  body: undefined,
  clients,
  from,
  context,
  request,
  maxUploadBytes,
  cookie: sessionCookie(request, isHttps(publicUrl)),
  once: always,
  origin: originOf(request, publicUrl),
});
