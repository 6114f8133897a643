/** A part of a JSON schema, as far as bounds need it. */
export interface BoundSchema {
  [key: string]: unknown;
  $ref?: string;
  properties?: Record<string, BoundSchema>;
  items?: BoundSchema;
  anyOf?: BoundSchema[];
  allOf?: BoundSchema[];
  oneOf?: BoundSchema[];
}

interface Described {
  path: string;
  method: string;
  parameters?: { in: string; name: string; schema?: BoundSchema }[];
  requestBody?: { content: Record<string, { schema: BoundSchema }> };
}

/** What a document of OpenAPI says of bounds. */
export interface BoundDocument {
  paths?: object;
  components?: { schemas?: object };
}

/**
 * Texts, numbers and lists of paths, queries and bodies for which the document names no bound ("POST /v1/tags body.name").
 * HTTP bounds headers; formats that have a length of their own, such as UUIDs, need none.
 */
export function unboundedFields(document: BoundDocument): string[] {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, BoundSchema>>;
  const found: string[] = [];
  const walk = (schema: BoundSchema, at: string, within: readonly string[]): void => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) {
      if (!within.includes(name)) walk(schemas[name] ?? {}, at, [...within, name]);
      return;
    }
    const types = [schema['type'] ?? []].flat() as string[];
    const isNamed = schema['enum'] !== undefined || schema['const'] !== undefined;
    if (types.includes('string') && !isNamed && !hasLength(schema)) found.push(at);
    if (types.some((type) => type === 'number' || type === 'integer') && !isNamed && !hasEnds(schema)) found.push(at);
    if (types.includes('array') && schema['maxItems'] === undefined) found.push(`${at}[]`);
    for (const one of [schema.anyOf, schema.allOf, schema.oneOf].flatMap((some) => some ?? [])) walk(one, at, within);
    if (schema.items) walk(schema.items, `${at}[]`, within);
    const further = schema['additionalProperties'];
    if (typeof further === 'object' && further !== null) walk(further as BoundSchema, `${at}{}`, within);
    for (const [field, part] of Object.entries(schema.properties ?? {})) walk(part, `${at}.${field}`, within);
  };
  for (const { method, path, parameters = [], requestBody } of operationsOf(document)) {
    for (const one of parameters) if (one.in !== 'header') walk(one.schema ?? {}, `${method} ${path} ${one.name}`, []);
    for (const { schema } of Object.values(requestBody?.content ?? {})) walk(schema, `${method} ${path} body`, []);
  }
  return found;
}

const operationsOf = (document: BoundDocument): Described[] =>
  Object.entries((document.paths ?? {}) as Record<string, Record<string, object>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
  );

const OF_ONE_LENGTH: readonly unknown[] = ['uuid', 'date', 'binary'];

const hasLength = (schema: BoundSchema): boolean =>
  schema['maxLength'] !== undefined ||
  OF_ONE_LENGTH.includes(schema['format']) ||
  (typeof schema['pattern'] === 'string' && /^\^.*\{(?:\d+,)?\d+\}\$$/.test(schema['pattern']));

const hasEnds = (schema: BoundSchema): boolean =>
  (schema['minimum'] ?? schema['exclusiveMinimum']) !== undefined &&
  (schema['maximum'] ?? schema['exclusiveMaximum']) !== undefined;
