import { domainName } from '@candor/runtime';
import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { list } from '../schemas.js';

const domain = z
  .string('must be a text')
  .max(253, 'must be a domain name')
  .overwrite((given) => domainName(given) ?? '')
  .refine((given) => given !== '', 'must be a domain name')
  .meta({ format: 'hostname', example: 'acme.example' });

/** Email domains, in lower-case ASCII. */
export const domains = list(domain, MOST_ITEMS.domains);

/** An http or https address. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(MOST.url, 'is too long');
