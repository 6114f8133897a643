import { z } from 'zod';
import { wrongInput } from '../../scim/errors.js';
import { filterOf, type Filter } from '../../scim/filter.js';
import { LIST } from '../../scim/resources.js';
import { word } from '../schemas.js';

const DEFAULT_COUNT = 100;
const MOST = 1000;

/** The parameters of one resource. */
export const oneQuery = z.object({
  attributes: word('Only these attributes, separated by commas'),
  excludedAttributes: word('Not these attributes').meta({ example: 'members' }),
});

/** Negative ones are taken (RFC 7644, 3.4.2.4). */
const MOST_NUMBER = 999_999_999;
const number = (description: string, fallback: number) =>
  word(description).meta({ type: 'integer', minimum: -MOST_NUMBER, maximum: MOST_NUMBER, default: fallback });

/** The parameters of a list, with an example of its filter. */
export const listQuery = (filter: string) =>
  oneQuery.extend({
    filter: word('`attribute eq "value"`; absent: all').meta({ example: filter }),
    startIndex: number('Which one is the first, counted from 1', 1),
    count: number(`How many at most, up to ${MOST}`, DEFAULT_COUNT),
  });

export interface Listing {
  filter: Filter | undefined;
  limit: number;
  offset: number;
  /** No resources are asked for, only how many there are. */
  countsOnly: boolean;
}

/** What the parameters of a list ask for; a start before the first is the first (RFC 7644, 3.4.2.4). */
export function listingOf(query: z.output<ReturnType<typeof listQuery>>, known: readonly string[]): Listing {
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
