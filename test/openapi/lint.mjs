#!/usr/bin/env node
// `npm run lint:openapi`: lints the OpenAPI document with Redocly's strictest rules. Exits 1 when it finds anything.
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import { openApiDocument, routes } from '@candor/gateway';

/** What the contract asks for, though the linter would not. */
const EXCEPTIONS = {
  'no-path-trailing-slash': ['/v1/tags/'],
  // Fixed parts of a path come first in the router, and "subscribers" is no identifier.
  'no-ambiguous-paths': ['/v1/trustportal/updates/'],
  // They take no input and no key.
  'operation-4xx-response': ['/healthz', '/readyz'],
  // They send a browser on, to the provider and back, whatever came of it.
  'operation-2xx-response': ['/auth/oidc/start', '/auth/oidc/callback'],
};

const document = openApiDocument(routes, undefined);
const text = JSON.stringify(document, undefined, 2);
const problems = await lintDocument({
  document: makeDocumentFromString(text, 'openapi.json'),
  externalRefResolver: new BaseResolver(),
  config: (await createConfig({ extends: ['recommended-strict'] })).styleguide,
});
const isException = ({ ruleId, location }) => {
  const pointer = (location[0]?.pointer ?? '').replaceAll('~1', '/');
  return (EXCEPTIONS[ruleId] ?? []).some((path) => pointer.startsWith(`#/paths/${path}`));
};
const found = problems.filter((problem) => !isException(problem));
for (const { severity, ruleId, message, location } of found)
  console.log(`${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`);
const operations = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
console.log(
  `${operations} operations, ${Object.keys(document.components.schemas).length} schemas, ${found.length} problems (recommended-strict), ${problems.length - found.length} exceptions`,
);
process.exit(found.length === 0 ? 0 : 1);
