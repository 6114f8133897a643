import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { AppError } from '@candor/runtime';
import { z } from 'zod';
import { invalidStatus, problem, problemOf } from '../http/problem.js';
import { scimErrorOf } from '../scim/errors.js';
import { isNumber } from '../routes/path-ids.js';
import { paramNames, type Route } from '../routes/route.js';
import { ID } from './glossary/glossary.js';

interface Meaning {
  description: string;
  /** Of the example: a code that such a failure may have, and what it says. */
  code: string;
  detail: string;
}

const MEANING: Readonly<Record<number, Meaning>> = {
  400: {
    description: 'The input is wrong or cannot be read, or the file type is unsupported',
    code: 'unparseable_body',
    detail: 'The body is not valid JSON in UTF-8.',
  },
  401: {
    description: 'The API key is missing, unknown, revoked or expired; or the person is not, or no more, signed in',
    code: 'invalid_api_key',
    detail: 'The API key is missing, invalid or expired. Verify the key.',
  },
  403: {
    description: 'The role or the scopes of the key do not suffice',
    code: 'insufficient_role',
    detail: "This needs the role ADMIN; the key's role is VIEWER.",
  },
  404: {
    description: 'There is no such thing in this organization',
    code: 'organization_not_found',
    detail: 'No such organization. Check the identifier.',
  },
  408: {
    description: 'The body arrives too slowly',
    code: 'body_too_slow',
    detail:
      'The body arrives at less than 1000 bytes a second. Send it again over a faster connection, or in smaller parts.',
  },
  409: {
    description:
      'The current state does not allow this, a call with the same Idempotency-Key is running, or the organization of the session was deleted',
    code: 'session_organization_deleted',
    detail: 'The organization that this session worked in was deleted. Switch the session to another organization.',
  },
  412: {
    description: 'It has changed since it was read',
    code: 'version_mismatch',
    detail: 'The question was changed meanwhile. Read it again.',
  },
  413: {
    description: 'The body or the file is too large, or what has to be read to answer',
    code: 'body_too_large',
    detail: 'The body is larger than 2 MB.',
  },
  415: {
    description: 'The form is compressed',
    code: 'unsupported_content_encoding',
    detail: 'A form is not compressed. Send it as it is.',
  },
  422: {
    description: 'The input is wrong, or the Idempotency-Key was used for another call',
    code: 'invalid_input',
    detail: 'limit: must be a whole number from 1 to 1000',
  },
  429: {
    description: 'The key has used its calls of this minute; retry after the time in Retry-After',
    code: 'rate_limit_exceeded',
    detail: 'The key has used its calls of this minute. Retry after 17 s.',
  },
  431: {
    description: 'The address and the headers are longer than 16 KB together',
    code: 'headers_too_large',
    detail: 'The address and the headers are too long together. Send fewer or shorter parameters.',
  },
  500: {
    description: 'An error on our side; retry with exponential backoff',
    code: 'internal_error',
    detail: 'Something went wrong on our side. Retry with exponential backoff.',
  },
  503: {
    description: 'A service is out of reach; retry after the time in Retry-After',
    code: 'service_unavailable',
    detail: 'A service is out of reach. Retry in a moment.',
  },
};

/** What can go wrong follows from what a route takes; only conflicts are declared. */
export function failuresOf({ method, access, family, body, leadsOut, failures = [] }: Route): number[] {
  if (access === 'public') return [...new Set([431, 500, ...failures])].sort((a, b) => a - b);
  const unreadable = body && (body.kind === 'multipart' || family === 'general') ? [400] : [];
  const tooLargeOrSlow = body ? (body.kind === 'multipart' ? [408, 413, 415] : [408, 413]) : [];
  const refusable = method === 'post' || !leadsOut ? [409] : [];
  const ofKeyed = [401, 403, 404, 429, 431, 500, 503];
  const all = [...ofKeyed, invalidStatus(family), ...refusable, ...unreadable, ...tooLargeOrSlow, ...failures];
  return [...new Set(all)].sort((a, b) => a - b);
}

const scimError = z
  .object({
    schemas: z.array(z.string()).meta({ description: 'Name of the schema of errors' }),
    status: z.string().meta({ description: 'HTTP status', example: '400' }),
    scimType: z.string().optional().meta({ description: 'Kind of wrong input', example: 'invalidValue' }),
    detail: z.string().meta({ description: 'What is wrong and what to do about it' }),
  })
  .meta({ id: 'ScimError', description: 'Why a request failed (RFC 7644, 3.12)' });

const retryAfter = z.object({
  'Retry-After': z.int().meta({ description: 'Whole seconds to wait, at least 1', example: 17 }),
});

export function failureOf(route: Route, status: number): RouteConfig['responses'][number] {
  if (route.path === '/readyz' && status === 503) {
    return { description: 'A service is out of reach', content: { 'application/json': { schema: route.reply } } };
  }
  const { description, code, detail } = meaningOf(route, status);
  const headers = status === 429 || status === 503 ? { headers: retryAfter } : {};
  // What is too long is refused before its path is looked at.
  if (route.family === 'scim' && status !== 431) {
    const example = scimErrorOf(status, new AppError('internal', code, detail));
    return { description, ...headers, content: { 'application/scim+json': { schema: scimError, example } } };
  }
  const example = problemOf({
    status,
    code,
    detail,
    instance: route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => (isNumber(name) ? '2' : ID)),
    requestId: '0d3a1f5c-5d0c-4b5e-9a55-6a7b1f0c2d11',
  });
  return {
    description,
    ...headers,
    content: { 'application/problem+json': { schema: problem, example } },
  };
}

function meaningOf({ path }: Route, status: number): Meaning {
  const meaning = MEANING[status] ?? { description: 'An error', code: 'error', detail: 'An error.' };
  const named = paramNames(path).at(-1)?.replace(/_id$/, '');
  if (status !== 404 || named === undefined) return meaning;
  const what = named === 'subscription' ? 'subscriber' : named;
  const detail = `No such ${what.replaceAll('_', ' ')}. Check the identifier.`;
  return { ...meaning, code: `${what}_not_found`, detail };
}
