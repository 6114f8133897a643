import { isUuid, notFound } from '@candor/runtime';
import type { Request, RequestHandler } from 'express';

/** Parameters whose name is not what their service calls the thing. */
const NAMES: Record<string, string> = { subscription_id: 'subscriber' };

/** An identifier that cannot be one answers like one that does not exist. */
export const identifiers: RequestHandler = (request, _response, next) => {
  const malformed = malformedId(request);
  if (malformed !== undefined) throw notFound(NAMES[malformed] ?? malformed.replace(/_id$/, ''));
  next();
};

const malformedId = ({ params }: Request): string | undefined =>
  Object.entries(params).find(([, value]) => typeof value !== 'string' || !isUuid(value))?.[0];

export const hasWellFormedIds = (request: Request): boolean => malformedId(request) === undefined;

/** The parameters, as the services write identifiers. */
export const lowerCased = (params: Request['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value).toLowerCase()]));
