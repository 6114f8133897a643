import type { Request } from 'express';
import { formBody } from '../pages/form-body.js';
import { oauthError } from './errors.js';

/** Longer than any value of a program that works. */
const LONGEST = 2000;
/** More than any request of OAuth has. */
const MOST_FIELDS = 30;
/** Longer than any form of OAuth; the longest is a consent with the request that it answers. */
const MOST_BYTES = 16 * 1024;

/** The fields of a form or a query; in OAuth none comes twice. */
export class Fields {
  private constructor(private readonly given: ReadonlyMap<string, string>) {}

  /** Throws when there are many, or one comes twice or is endless. Strangers send these: the time grows with the length alone. */
  static of(text: string): Fields {
    const given = new Map<string, string>();
    for (const [name, value] of parametersOf(text)) {
      if (given.has(name)) throw oauthError('invalid_request', `The parameter ${shown(name)} is given more than once.`);
      if (value.length > LONGEST)
        throw oauthError('invalid_request', `The parameter ${shown(name)} has more than ${LONGEST} characters.`);
      given.set(name, value);
    }
    return new Fields(given);
  }

  /** '' when it is absent. */
  get(name: string): string {
    return this.given.get(name) ?? '';
  }

  /** Throws when it is absent. */
  need(name: string): string {
    const value = this.get(name);
    if (value === '') throw oauthError('invalid_request', `The parameter ${name} is missing.`);
    return value;
  }
}

/** The parameters of a form or a query; throws before it reads any when there are many. */
export function parametersOf(text: string): URLSearchParams {
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS)
    throw oauthError('invalid_request', `Send ${MOST_FIELDS} parameters at most.`);
  return new URLSearchParams(text);
}

const shown = (name: string): string => name.replace(/[^\w.-]/g, '?').slice(0, 50);

/** A form that a program or a page sends; throws when it is none, or endless. */
export async function formOf(request: Request): Promise<string> {
  if (request.is('application/x-www-form-urlencoded') === false)
    throw oauthError('invalid_request', 'The content type must be application/x-www-form-urlencoded.');
  const body = await formBody(request, MOST_BYTES);
  if (!body) throw oauthError('invalid_request', `The form has more than ${MOST_BYTES / 1024} KB.`);
  return body.toString('utf8');
}
