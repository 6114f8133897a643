import { z } from 'zod';
import { domainName } from './addresses.js';

/** A variable such as "trust.example.com=acme,docs.example.com=beta": the name that each host stands for. */
export const namesByHost = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => pair.split('=').map((part) => part.trim())),
  )
  .refine(
    (pairs) =>
      pairs.every(
        ([host = '', name = '', ...rest]) =>
          rest.length === 0 && domainName(host) !== undefined && /^[a-z0-9-]{1,63}$/.test(name),
      ),
    'must be hosts with names, such as trust.example.com=acme, separated by commas',
  )
  .transform(
    (pairs): ReadonlyMap<string, string> =>
      new Map(pairs.map(([host = '', name = '']) => [domainName(host) ?? host, name] as const)),
  );
