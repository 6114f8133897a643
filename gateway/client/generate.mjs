#!/usr/bin/env node
// Generates the client's types and its table of operations from the OpenAPI document of the built gateway, when that is
// newer. Run by deploy/setup/prepare.mjs; what is generated is not kept in git.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const gen = join(here, 'src', 'gen');
const source = join(here, '..', 'dist', '.tsbuildinfo');
const target = join(gen, 'operations.ts');
const time = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
if (time(target) > Math.max(time(source), time(fileURLToPath(import.meta.url)))) process.exit(0);

const { openApiDocument, routes } = await import('@candor/gateway');
const { default: openapiTS, astToString } = await import('openapi-typescript');
const { default: ts } = await import('typescript');

// Identity providers bring their own clients of SCIM.
const document = openApiDocument(
  routes.filter(({ family }) => family !== 'scim'),
  undefined,
);
const file = ts.factory.createTypeReferenceNode('Blob');
/** A choice whose parts only name fields: it says which go together, which the types would tell as anything at all. */
const isRule = (name, part) =>
  (name === 'anyOf' || name === 'oneOf') &&
  Array.isArray(part) &&
  part.every((one) => Object.keys(one).join() === 'required');
/** The types say what there is; examples would be most of their text. */
const forTypes = (value) =>
  JSON.parse(JSON.stringify(value, (name, part) => (name === 'example' || isRule(name, part) ? undefined : part)));
const types = await openapiTS(forTypes(document), {
  transform: (schema) => (schema.format === 'binary' ? file : undefined),
});
const header = '// Generated from the OpenAPI document by generate.mjs.\n';
mkdirSync(gen, { recursive: true });
writeFileSync(join(gen, 'schema.ts'), `${header}${astToString(types)}`);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, requestBody }]) => {
    const body = requestBody ? Object.keys(requestBody.content)[0] : '';
    return `  ${operationId}: ['${method.toUpperCase()}', '${path}', '${body}'],`;
  }),
);
writeFileSync(
  target,
  `${header}/** Operation → method, path, and type of the body ('': none). */\nexport const OPERATIONS = {\n${operations.join('\n')}\n} as const;\n`,
);
process.stderr.write(`Generated the client of ${operations.length} operations\n`);
