import { AppError } from '@candor/runtime';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Route } from '../routes/route.js';
import { routes } from '../routes/table.js';
import { givenParameters } from './query.js';
import { isStrict, validate } from './validate.js';

/** Identity providers send attributes that are not kept, and are not refused for it (RFC 7644, 3.3). */
const OF_SCIM = ['User', 'Group'].flatMap((name) => [
  ...['create', 'replace', 'patch'].map((what) => `${what}Scim${name}`),
  `searchScim${name}s`,
]);

/** What the specification describes: what it does not name is ignored there. */
const SPECIFIED = [
  'uploadQuestionnaireFile',
  'uploadQuestionnaireText',
  'createTrustPortalUpdate',
  'editTrustPortalUpdate',
  'createTrustPortalCategory',
  'renameTrustPortalCategory',
  'createOrganization',
  'switchOrganization',
];

/** Every object in a schema, with its place. */
function* objectsIn(schema: z.core.$ZodType, at: string): Generator<[string, z.ZodObject]> {
  if (schema instanceof z.ZodObject) {
    yield [at, schema];
    for (const [name, field] of Object.entries(schema.shape)) yield* objectsIn(field as z.ZodType, `${at}.${name}`);
  } else if (schema instanceof z.ZodArray) yield* objectsIn(schema.element, `${at}[]`);
  else if (schema instanceof z.ZodUnion) for (const one of schema.options) yield* objectsIn(one, at);
  else if (schema instanceof z.ZodPipe) yield* objectsIn(schema.in, at);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    yield* objectsIn(schema.unwrap(), at);
}

const bodies = routes.flatMap((one) => (one.body ? [[one.operationId, one.body.schema] as const] : []));

function mistakes(schema: z.ZodType, value: unknown): { path: string; message: string }[] {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    if (error instanceof AppError && error.errors) return error.errors;
    throw error;
  }
}

describe('an unknown field', () => {
  it('is refused at every depth, except on the paths of the specification', () => {
    const open = bodies.flatMap(([operation, schema]) =>
      [...objectsIn(schema, operation)].filter(([, object]) => !isStrict(object)).map(() => operation),
    );
    expect([...new Set(open)].sort()).toEqual([...SPECIFIED, ...OF_SCIM].sort());
    const closed = bodies.flatMap(([operation, schema]) =>
      [...objectsIn(schema, operation)].filter(([, object]) => isStrict(object)).map(() => operation),
    );
    expect(closed.filter((operation) => SPECIFIED.includes(operation))).toEqual([]);
  });

  it('is named, however deep it stands, and its name is cut', () => {
    const schema = z.strictObject({ list: z.array(z.strictObject({ a: z.string() })).optional() });
    expect(mistakes(schema, { colour: 1, list: [{ a: 'x', size: 2 }], ['y'.repeat(5000)]: 3 })).toEqual([
      { path: 'list.0.size', message: 'is not a field of this call; check its spelling' },
      { path: 'colour', message: 'is not a field of this call; check its spelling' },
      { path: 'y'.repeat(100), message: 'is not a field of this call; check its spelling' },
    ]);
  });

  it('is named where a field may also be null', () => {
    const schema = z.strictObject({ columns: z.union([z.strictObject({ a: z.string().optional() }), z.null()]) });
    expect(mistakes(schema, { columns: { b: 1 } })).toMatchObject([{ path: 'columns.b' }]);
  });
});

describe('what is said of a wrong field', () => {
  const WRONG = [undefined, null, 5, 1.5, -1, 1e300, true, '', 'x', 'x'.repeat(300_000), [], [5], [{}], {}, { x: 1 }];
  /** Words of the library, not ours. */
  const FOREIGN = /invalid|expected|received|unrecognized|zod/i;

  it.each(bodies)('is in our words: %s', (_operation, schema) => {
    const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const values = [...WRONG, ...names.flatMap((name) => WRONG.map((wrong) => ({ [name]: wrong })))];
    const said = values.flatMap((value) => mistakes(schema, value));
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter(({ message }) => FOREIGN.test(message) || message === '')).toEqual([]);
    expect(said.filter(({ path, message }) => path === '' && !/^[A-Z].*\.$/.test(message))).toEqual([]);
  });
});

describe('a blank parameter', () => {
  const queried = routes.flatMap((one: Route) => (one.query ? [[one.operationId, one.query] as const] : []));

  it.each(queried)('counts as absent, whichever it is: %s', (_operation, query) => {
    const blank = Object.fromEntries(Object.keys(query.shape).map((name, n) => [name, ['', '  ', ['', '']][n % 3]]));
    const read = validate(query, givenParameters(blank as Record<string, string>));
    expect(read).toEqual(validate(query, {}));
  });

  it('beside one that says something leaves that one, and two that do are two', () => {
    expect(givenParameters({ limit: ['', '5'], query: ['a', 'b'] })).toEqual({ limit: '5', query: ['a', 'b'] });
  });
});

describe('an identifier in a body', () => {
  it('is the same in upper case where it may also be a name', () => {
    const body = routes.find(({ operationId }) => operationId === 'regenerateQuestionnaire')?.body;
    const sheetOf = (sheet: string): unknown => body && validate(body.schema, { filter: { sheet } });
    const id = 'abcdefab-1111-4111-8111-111111111111';
    expect(sheetOf(id.toUpperCase())).toEqual({ filter: { sheet: id } });
    expect(sheetOf('Controls A')).toEqual({ filter: { sheet: 'Controls A' } });
  });
});
