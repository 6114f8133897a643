import { expect, it } from '@jest/globals';
import type { ApiResponse } from './api.js';
import { OpenApiChecker, type OpenApiDocument } from './openapi-checker.js';

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Shelf' } } };
const book = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const shelf = {
  type: 'object',
  properties: { books: { type: 'array', items: { $ref: '#/components/schemas/Book' } } },
};
const document: OpenApiDocument = {
  paths: { '/v1/shelf': { get: { responses: { '200': { content } } }, post: { responses: { '200': { content } } } } },
  components: { schemas: { Shelf: shelf, Book: book } },
  webhooks: {},
};

const reply = (body: unknown): ApiResponse => ({
  status: 200,
  headers: new Headers({ 'x-request-id': 'r', 'content-type': 'application/json' }),
  body,
  bytes: Buffer.alloc(0),
});

it.each(['GET', 'POST'])('refuses of %s what the document does not name, however deep it lies', (method) => {
  const checker = new OpenApiChecker(document);
  const check = (body: unknown) => () => checker.check(method, '/v1/shelf', reply(body));
  expect(check({ books: [{ name: 'A' }] })).not.toThrow();
  expect(check({ books: [{ name: 1 }] })).toThrow('must be string');
  expect(check({ books: [{}] })).toThrow("must have required property 'name'");
  expect(check({ books: [{ name: 'A', colour: 'red' }] })).toThrow('must NOT have additional properties');
  expect(check({ owner: 'A' })).toThrow('must NOT have additional properties');
});
