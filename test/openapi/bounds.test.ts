import { describe, expect, it } from '@jest/globals';
import { openApiDocument, routes } from '@candor/gateway';
import { unboundedFields, type BoundSchema } from './unbounded-fields.js';

/** A document of one operation whose body is this. */
const bodyOf = (schema: BoundSchema, schemas: Record<string, BoundSchema> = {}): string[] =>
  unboundedFields({
    paths: { '/x': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    components: { schemas },
  });

describe('what a client sends', () => {
  it('has its bounds in the document: every text, number and list', () => {
    expect(unboundedFields(openApiDocument(routes, undefined))).toEqual([]);
  });
});

describe('the walk over bounds', () => {
  const ends = { minimum: 0, maximum: 9 };

  it.each<[string, BoundSchema]>([
    ['a text', { type: 'string' }],
    ['a text that may be null', { type: ['string', 'null'] }],
    ['a text of a format without a length', { type: 'string', format: 'date-time' }],
    ['a number', { type: 'number' }],
    ['a number without an end', { type: 'integer', minimum: 1 }],
    ['a number without a beginning', { type: 'integer', maximum: 1 }],
    ['a list', { type: 'array', items: { type: 'boolean' } }],
    ['what a list holds', { type: 'array', maxItems: 3, items: { type: 'integer' } }],
    ['one of several', { anyOf: [{ type: 'null' }, { type: 'integer' }] }],
    ['what a map holds', { type: 'object', additionalProperties: { type: 'number' } }],
    ['a named schema', { $ref: '#/components/schemas/Named' }],
  ])('finds %s', (_what, field) => {
    const schema = { type: 'object', properties: { field } };
    const found = bodyOf(schema, { Named: { type: 'object', properties: { number: { type: 'integer' } } } });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^POST \/x body\.field/);
  });

  it.each<[string, BoundSchema]>([
    ['a bounded text', { type: 'string', maxLength: 5 }],
    ['a bounded number', { type: 'integer', ...ends }],
    ['a bounded list of them', { type: 'array', maxItems: 2, items: { type: 'number', ...ends } }],
    ['a few words', { type: 'string', enum: ['a'] }],
    ['a UUID', { type: 'string', format: 'uuid' }],
    ['a schema that holds itself', { $ref: '#/components/schemas/Loop' }],
  ])('leaves %s alone', (_what, field) => {
    const Loop = { type: 'object', properties: { next: { $ref: '#/components/schemas/Loop' } } };
    expect(bodyOf(field, { Loop })).toEqual([]);
  });
});
