import type { Request } from 'express';
import { formBody } from '../pages/form-body.js';
import { oauthError } from './errors.js';

/** Longer than any value of a program that works. */
const LONGEST = 2000;

/** The fields of a form or a query; in OAuth none comes twice. */
export class Fields {
  private constructor(private readonly given: URLSearchParams) {}

  /** Throws when a field comes twice or is endless. */
  static of(text: string): Fields {
    const given = new URLSearchParams(text);
    for (const [name, value] of given) {
      if (given.getAll(name).length > 1)
        throw oauthError('invalid_request', `The parameter ${shown(name)} is given more than once.`);
      if (value.length > LONGEST)
        throw oauthError('invalid_request', `The parameter ${shown(name)} has more than ${LONGEST} characters.`);
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

const shown = (name: string): string => name.replace(/[^\w.-]/g, '?').slice(0, 50);

/** A form that a program or a page sends; throws when it is none, or endless. */
export async function formOf(request: Request): Promise<string> {
  if (request.is('application/x-www-form-urlencoded') === false)
    throw oauthError('invalid_request', 'The content type must be application/x-www-form-urlencoded.');
  const body = await formBody(request);
  if (!body) throw oauthError('invalid_request', 'The form is too long.');
  return body.toString('utf8');
}
