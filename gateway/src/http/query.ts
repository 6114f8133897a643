import type { Request } from 'express';

const isGiven = (value: unknown): boolean => typeof value !== 'string' || value.trim() !== '';

/** The parameters of a query that say something: a blank value counts as absent, whatever the parameter is. */
export function givenParameters(query: Request['query']): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const values = (Array.isArray(value) ? value : [value]).filter(isGiven);
    if (values.length > 0) given[name] = values.length === 1 ? values[0] : values;
  }
  return given;
}
