import { describe, expect, it } from '@jest/globals';
import { paramNames } from '../routes/route.js';
import { routes } from '../routes/table.js';
import { openApiDocument } from './document.js';

const document = openApiDocument(routes, undefined);
const text = JSON.stringify(document);

describe('the OpenAPI document', () => {
  it('describes every route of the table, each under a name of its own', () => {
    const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.keys(path as object));
    expect(operations).toHaveLength(routes.length);
    expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });

  it('refers to nothing that it does not define', () => {
    const schemas = Object.keys(document.components?.schemas ?? {});
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) expect(schemas).toContain(name);
  });

  it('gives every failure of a keyed route as a problem', () => {
    const { responses } = document.paths?.['/v1/questionnaire/list']?.get ?? {};
    expect(Object.keys(responses ?? {})).toEqual(['200', '304', '401', '403', '404', '422', '429', '500', '503']);
    expect(JSON.stringify(responses?.['422'])).toContain('application/problem+json');
  });

  it('asks for an existence check wherever both the path and the input can be wrong', () => {
    const lacking = routes.filter((one) => paramNames(one.path).length > 0 && (one.query ?? one.body) && !one.exists);
    expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
  });
});
