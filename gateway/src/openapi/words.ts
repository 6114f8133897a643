import { glossary, pathWords, schemaWords } from './glossary/glossary.js';
import type { OpenApiDocument } from './document.js';

export interface Schema {
  [key: string]: unknown;
  $ref?: string;
  description?: string;
  example?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema; example?: unknown }> }>;
}

/** Puts the glossary's words where a schema has none. Returns the names of the entries that were of use. */
export function putWords(document: OpenApiDocument): Set<string> {
  const used = new Set<string>();
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const [name, schema] of Object.entries(schemas)) {
    const words = schemaWords[name];
    if (words !== undefined && schema.description === undefined) schema.description = words;
    putIntoFields(schema, name, used);
  }
  for (const operation of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      const words = pathWords[parameter.name];
      if (parameter.in === 'path' && words !== undefined) parameter.description ??= words;
    }
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map((one) => one?.content ?? {});
    for (const { schema } of contents.flatMap((content) => Object.values(content))) {
      if (schema && schema.$ref === undefined) putIntoFields(schema, operation.operationId, used);
    }
  }
  return used;
}

export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.values(document.paths ?? {}).flatMap((path) => Object.values(path as Record<string, Operation>));

/** `owner`: the named schema or operation, or the field that holds the object. */
function putIntoFields(schema: Schema, owner: string, used: Set<string>): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    putIntoField(field, name, owner, used);
    for (const inner of [field, ...(field.anyOf ?? [])]) putIntoFields(inner, name, used);
    if (field.items) putIntoFields(field.items, `${name}[]`, used);
  }
  if (schema.items && !schema.properties) putIntoFields(schema.items, `${owner}[]`, used);
}

function putIntoField(field: Schema, name: string, owner: string, used: Set<string>): void {
  const key = [`${owner}.${name}`, name].find((one) => glossary[one] !== undefined);
  if (key === undefined) return;
  const [description, example] = glossary[key] ?? [''];
  const silent = field.description === undefined;
  const bare = field.example === undefined && example !== undefined;
  // A reference says itself what it is; an example of it belongs to what it refers to.
  if (silent) field.description = description;
  if (bare && !refers(field)) field.example = example;
  if (silent || bare) used.add(key);
}

export const refers = ({ $ref, items, anyOf, allOf }: Schema): boolean =>
  $ref !== undefined ||
  items?.$ref !== undefined ||
  [...(anyOf ?? []), ...(allOf ?? [])].some((one) => one.$ref !== undefined);
