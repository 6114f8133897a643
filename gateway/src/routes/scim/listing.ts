import { z } from 'zod';
import { wrongInput } from '../../scim/errors.js';
import { filterOf, type Filter } from '../../scim/filter.js';
import { LIST } from '../../scim/resources.js';
import type { Call } from '../route.js';
import { word } from '../schemas.js';

const DEFAULT_COUNT = 100;
const MOST = 1000;
const MOST_TEXT = 1000;
const MOST_NAME = 300;
const MOST_NUMBER = 999_999_999;

/** The parameters of one resource. */
export const oneQuery = z.object({
  attributes: word('Only these attributes, separated by commas'),
  excludedAttributes: word('Not these attributes').meta({ example: 'members' }),
});

/** Negative ones are taken (RFC 7644, 3.4.2.4). */
const number = (description: string, fallback: number) =>
  word(description).meta({ type: 'integer', minimum: -MOST_NUMBER, maximum: MOST_NUMBER, default: fallback });

/** The parameters of a list, with an example of its filter. */
export const listQuery = (filter: string) =>
  oneQuery.extend({
    filter: word('`attribute eq "value"`; absent: all').meta({ example: filter }),
    startIndex: number('Which one is the first, counted from 1', 1),
    count: number(`How many at most, up to ${MOST}`, DEFAULT_COUNT),
  });

export type ListQuery = z.output<ReturnType<typeof listQuery>>;

/** What a list needs of its call. */
export type ListCall = Pick<Call<unknown, unknown, unknown>, 'clients' | 'from' | 'origin'>;

const MOST_NAMES = 100;
const text = (description: string) =>
  z
    .string('must be a text')
    .max(MOST_TEXT, `must have at most ${MOST_TEXT.toLocaleString('en')} characters`)
    .nullish()
    .meta({ description });
const names = (description: string, example: string) =>
  z
    .array(z.string('must be a text').max(MOST_NAME, `must have at most ${MOST_NAME} characters`))
    .max(MOST_NAMES, `must have at most ${MOST_NAMES} entries`)
    .nullish()
    .meta({ description, example: [example] });
const whole = (description: string, example: number) =>
  z
    .int('must be a whole number')
    .min(-MOST_NUMBER, `must be at least ${-MOST_NUMBER}`)
    .max(MOST_NUMBER, `must be at most ${MOST_NUMBER}`)
    .nullish()
    .meta({ description, example });

/** The same in a body (RFC 7644, 3.4.3); other fields are passed over. */
export const searchInput = z
  .looseObject({
    schemas: names('Names of the schemas', 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'),
    filter: text('`attribute eq "value"`; absent: all'),
    startIndex: whole('Which one is the first, counted from 1', 1),
    count: whole(`How many at most, up to ${MOST}; absent: ${DEFAULT_COUNT}`, 100),
    attributes: names('Only these attributes', 'userName'),
    excludedAttributes: names('Not these attributes', 'members'),
  })
  .meta({ id: 'ScimSearch', description: 'What of users or groups is looked for' });

/** A body as the parameters of a list. */
export const queryOf = (body: z.output<typeof searchInput>): ListQuery => ({
  filter: body.filter ?? '',
  startIndex: body.startIndex?.toString() ?? '',
  count: body.count?.toString() ?? '',
  attributes: body.attributes?.join(',') ?? '',
  excludedAttributes: body.excludedAttributes?.join(',') ?? '',
});

export interface Listing {
  filter: Filter | undefined;
  limit: number;
  offset: number;
  /** No resources are asked for, only how many there are. */
  countsOnly: boolean;
}

/** What the parameters of a list ask for; a start before the first is the first (RFC 7644, 3.4.2.4). */
export function listingOf(query: ListQuery, known: readonly string[]): Listing {
  const count = numberOf(query.count, 'count', DEFAULT_COUNT);
  return {
    filter: filterOf(query.filter, known),
    limit: Math.min(MOST, Math.max(1, count)),
    offset: Math.max(1, numberOf(query.startIndex, 'startIndex', 1)) - 1,
    countsOnly: count <= 0,
  };
}

function numberOf(text: string, name: string, fallback: number): number {
  if (text === '') return fallback;
  if (!/^-?\d{1,9}$/.test(text)) throw wrongInput('invalidValue', `${name} must be a whole number.`);
  return Number(text);
}

/** A page of resources. */
export const pageOf = <Resource>(items: Resource[], total: number, { offset, countsOnly }: Listing) => {
  const resources = countsOnly ? [] : items;
  return {
    schemas: [LIST],
    totalResults: total,
    itemsPerPage: resources.length,
    startIndex: offset + 1,
    Resources: resources,
  };
};

/** What a body says; when that is wrong, it is told only of a thing that there is: a 404 comes before a 400. */
export async function readOf<Input>(read: () => Input, exists: () => Promise<unknown>): Promise<Input> {
  try {
    return read();
  } catch (error) {
    await exists();
    throw error;
  }
}
