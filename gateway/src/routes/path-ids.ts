import { isUuid, notFound } from '@candor/runtime';
import type { Request, RequestHandler } from 'express';

/** Parameters whose name is not what their service calls the thing. */
const NAMES: Record<string, string> = { subscription_id: 'subscriber' };

/** Parameters that are whole numbers from 1; all others are UUIDs. */
const NUMBERS: ReadonlySet<string> = new Set(['version']);
export const isNumber = (name: string): boolean => NUMBERS.has(name);
/** The highest that a number in a path may be. */
export const HIGHEST_NUMBER = 999_999_999;

const canBe = (name: string, value: unknown): boolean =>
  typeof value === 'string' && (isNumber(name) ? /^[1-9]\d{0,8}$/.test(value) : isUuid(value));

/** An identifier that cannot be one answers like one that does not exist. */
export const identifiers: RequestHandler = (request, _response, next) => {
  const malformed = malformedId(request);
  if (malformed !== undefined) throw notFound(NAMES[malformed] ?? malformed.replace(/_id$/, ''));
  next();
};

const malformedId = ({ params }: Request): string | undefined =>
  Object.entries(params).find(([name, value]) => !canBe(name, value))?.[0];

export const hasWellFormedIds = (request: Request): boolean => malformedId(request) === undefined;

/** The parameters, as the services write identifiers. */
export const lowerCased = (params: Request['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value).toLowerCase()]));
