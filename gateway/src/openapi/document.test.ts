import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { paramNames } from '../routes/route.js';
import { routes } from '../routes/table.js';
import { openApiDocument, type OpenApiDocument } from './document.js';
import { glossary, pathWords, schemaWords } from './glossary/glossary.js';
import { operationsOf, putWords, refers, type Schema } from './words.js';

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
    expect(Object.keys(responses ?? {})).toEqual([
      '200',
      '304',
      '401',
      '403',
      '404',
      '409',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]);
    expect(JSON.stringify(responses?.['422'])).toContain('application/problem+json');
  });

  it('says what a server answers that is not ready', () => {
    const { responses } = document.paths?.['/readyz']?.get ?? {};
    expect(JSON.stringify(responses?.['503'])).toContain('#/components/schemas/Readiness');
  });

  it.each(['listSuggestions', 'listLibraryConflicts', 'regenerateAnswer', 'ask'])(
    'says of %s, which evidence is read for, that this may be too much',
    (operationId) => {
      const found = operationsOf(document).find((one) => one.operationId === operationId);
      expect(Object.keys(found?.responses ?? {})).toContain('413');
    },
  );

  it('asks for an existence check wherever both the path and the input can be wrong', () => {
    const lacking = routes.filter((one) => paramNames(one.path).length > 0 && (one.query ?? one.body) && !one.exists);
    expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
  });
});

/** Every field of every schema, as "owner.field". */
function* fieldsOf(schema: Schema, at: string): Generator<[string, Schema]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [`${at}.${name}`, field];
    for (const inner of [field, ...(field.anyOf ?? [])]) yield* fieldsOf(inner, `${at}.${name}`);
    if (field.items) yield* fieldsOf(field.items, `${at}.${name}[]`);
  }
  if (schema.items && !schema.properties) yield* fieldsOf(schema.items, `${at}[]`);
}

const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
const contents = operationsOf(document).flatMap(({ operationId, requestBody, responses }) =>
  [['body', requestBody] as const, ...Object.entries(responses)].flatMap(([name, one]) =>
    Object.entries(one?.content ?? {}).map(([type, content]) => ({ at: `${operationId} ${name}`, type, ...content })),
  ),
);

describe('what a client sends', () => {
  it('in headers that a route refuses has a pattern', () => {
    const refused = ['X-Organization-Id', 'X-Session-Id', 'Idempotency-Key'];
    for (const { operationId, parameters = [] } of operationsOf(document))
      for (const one of parameters.filter(({ name }) => refused.includes(name)))
        expect([operationId, one.name, typeof (one as { schema?: Schema }).schema?.['pattern']]).toEqual([
          operationId,
          one.name,
          'string',
        ]);
  });
});

/** Of what requests hold: parameters and fields of bodies, as "operation.name". */
const sentFields = operationsOf(document).flatMap(({ operationId, parameters = [], requestBody }) => [
  ...parameters.map((one): [string, Schema] => [
    `${operationId}.${one.name}`,
    (one as { schema?: Schema }).schema ?? {},
  ]),
  ...Object.values(requestBody?.content ?? {}).flatMap(({ schema = {} }) => [
    ...fieldsOf(schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema, operationId),
  ]),
]);
const texts = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? [])];

describe('what the document tells of the contents of a field', () => {
  const patternsOf = (end: string): RegExp[] =>
    sentFields
      .filter(([name]) => name.endsWith(end))
      .map(
        ([, schema]) =>
          new RegExp((texts(schema).find((one) => one['pattern'])?.['pattern'] as string | undefined) ?? '^never$'),
      );

  it.each(['.expires_at', '.expires_before', '.update_date', '.scheduled_at'])(
    'is what a time %s looks like',
    (end) => {
      const patterns = patternsOf(end);
      expect(patterns.length).toBeGreaterThan(0);
      for (const pattern of patterns) {
        for (const time of ['2027-01-31', '2027-01-31T09:00:00+02:00', '2028-02-29 09:00', '2027-03-01T09:00:00.123z'])
          expect([time, pattern.test(time)]).toEqual([time, true]);
        for (const text of ['', 'soon', '2027-02-30', '2027-13-01', '2027-04-31', '0001-01-01', '2027-01-31T24:00'])
          expect([text, pattern.test(text)]).toEqual([text, false]);
      }
    },
  );

  it('is that a header without a value counts as absent, as the gateway has it', () => {
    for (const name of ['.X-Organization-Id', '.X-Session-Id'])
      for (const pattern of patternsOf(name)) expect(pattern.test('')).toBe(true);
    for (const pattern of patternsOf('.Idempotency-Key')) expect(pattern.test('')).toBe(false);
  });

  it('is an email address, where another text is refused for not being one', () => {
    // Signing in answers every text alike.
    const open = /^(requestSignInMail|signInWithPassword|createFirstAdmin)\./;
    const addresses = sentFields.filter(([name]) => /\.(email|to)$/.test(name) && !open.test(name));
    expect(addresses.length).toBeGreaterThan(4);
    for (const [name, schema] of addresses) expect([name, schema['format']]).toEqual([name, 'email']);
  });

  it('is that a number in a query is one, also in SCIM', () => {
    for (const [name, schema] of sentFields)
      if (/\.(count|startIndex|limit|offset|page|page_size)$/.test(name))
        expect([name, [schema['type']].flat()[0]]).toEqual([name, 'integer']);
  });

  it('is that one of two fields is asked for, and not both', () => {
    const json = operationsOf(document).find((one) => one.operationId === 'markNotificationsRead')?.requestBody;
    const accepts = new Ajv2020({ strict: false }).compile(json?.content['application/json']?.schema ?? {});
    expect([{ ids: [] }, { until: 5 }, {}, { ids: [], until: 5 }].map((body) => accepts(body))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a reader of the document', () => {
  it('finds words for every schema, field, parameter and heading', () => {
    const silent = [
      ...Object.entries(schemas).filter(([, schema]) => !schema.description),
      ...Object.entries(schemas).flatMap(([name, schema]) =>
        [...fieldsOf(schema, name)].filter(([, field]) => !field.description && !refers(field)),
      ),
      ...contents.flatMap(({ at, schema }) =>
        schema && !schema.$ref
          ? [...fieldsOf(schema, at)].filter(([, field]) => !field.description && !refers(field))
          : [],
      ),
    ].map(([at]) => at);
    expect(silent).toEqual([]);
    for (const { operationId, parameters = [] } of operationsOf(document))
      for (const { name, description } of parameters)
        expect([operationId, name, typeof description]).toEqual([operationId, name, 'string']);
    const headings = document.tags?.map(({ name }) => name);
    for (const { tag } of routes) expect(headings).toContain(tag);
  });

  it('finds an example of every body and every answer, and it is one', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const inside = (text: string): string => text.replaceAll('"#/components', '"openapi#/components');
    ajv.addSchema(JSON.parse(inside(JSON.stringify({ $id: 'openapi', components: { schemas } }))) as object);
    const wrong: string[] = [];
    for (const { at, type, schema, example } of contents) {
      if (!type.endsWith('json') || !schema) continue;
      // A file of JSON, and a service that is out of reach.
      if (/^(exportQuestionnaire|getExportReceipt) 200|^readyz 503/.test(at)) continue;
      if (example === undefined) wrong.push(`${at}: none`);
      const validate = ajv.compile(JSON.parse(inside(JSON.stringify(schema))) as object);
      if (!validate(example)) wrong.push(`${at}: ${ajv.errorsText(validate.errors)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is sent nothing as an example that the route itself refuses', () => {
    const refused = routes.flatMap(({ operationId, body }) => {
      if (body?.kind !== 'json') return [];
      const example = contents.find(({ at }) => at === `${operationId} body`)?.example;
      const parsed = body.schema.safeParse(example);
      return parsed.success ? [] : [`${operationId}: ${parsed.error.message}`];
    });
    expect(refused).toEqual([]);
  });

  it('finds what webhooks are sent', () => {
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual([
      'portal.access_requested',
      'portal.document_downloaded',
      'portal.nda_accepted',
      'questionnaire.completed',
      'questionnaire.failed',
      'questionnaire.status_changed',
      'subscriber.unsubscribed',
      'update.sent',
    ]);
  });
});

describe('the glossary', () => {
  it('has no words that nothing uses', () => {
    const bare = JSON.parse(JSON.stringify(openApiDocument(routes, undefined, 'without words'))) as OpenApiDocument;
    const used = putWords(bare);
    expect(Object.keys(glossary).filter((key) => !used.has(key))).toEqual([]);
    expect(Object.keys(schemaWords).filter((name) => !schemas[name])).toEqual([]);
    const params = new Set(routes.flatMap(({ path }) => paramNames(path)));
    expect(Object.keys(pathWords).filter((name) => !params.has(name))).toEqual([]);
  });
});
