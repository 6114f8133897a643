import { AppError } from '@candor/runtime';
import { z } from 'zod';
import { resourceTypes, schemaDefinitions, serviceProviderConfig } from '../../scim/discovery.js';
import { route } from '../route.js';
import { pageOf } from './listing.js';
import { listOf, SCIM, TAG } from './resource.js';

/** What clients read by the rules of RFC 7643; its fields are described there. */
const described = (id: string, description: string) => z.looseObject({}).meta({ id, description });
const resourceType = described('ScimResourceType', 'A kind of resource (RFC 7643, 6)');
const schemaDefinition = described('ScimSchema', 'What a kind of resource is made of (RFC 7643, 7)');
const whole = { filter: undefined, limit: 1000, offset: 0, countsOnly: false };
const access = { tag: TAG, access: SCIM, family: 'scim' } as const;

export const getScimConfig = route({
  method: 'get',
  path: '/scim/v2/ServiceProviderConfig',
  operationId: 'getScimConfig',
  summary: 'What of SCIM 2.0 this server does',
  ...access,
  reply: described('ScimConfig', 'What of SCIM this server does (RFC 7643, 5)'),
  handle: ({ origin }) => Promise.resolve(serviceProviderConfig(origin)),
});

export const listScimResourceTypes = route({
  method: 'get',
  path: '/scim/v2/ResourceTypes',
  operationId: 'listScimResourceTypes',
  summary: 'Kinds of resources: users and groups',
  ...access,
  reply: listOf(resourceType).meta({ id: 'ScimResourceTypeList', description: 'All kinds of resources' }),
  handle: ({ origin }) => {
    const types = resourceTypes(origin);
    return Promise.resolve(pageOf(types, types.length, whole));
  },
});

export const listScimSchemas = route({
  method: 'get',
  path: '/scim/v2/Schemas',
  operationId: 'listScimSchemas',
  summary: 'What users and groups are made of',
  ...access,
  reply: listOf(schemaDefinition).meta({ id: 'ScimSchemaList', description: 'All schemas' }),
  handle: ({ origin }) => {
    const definitions = schemaDefinitions(origin);
    return Promise.resolve(pageOf(definitions, definitions.length, whole));
  },
});

/** Of a name in a path that is no identifier of ours. */
const one = <Item extends { id: string }>(items: Item[], id: string): Promise<Item> => {
  const found = items.find((item) => item.id.toLowerCase() === id.toLowerCase());
  if (found) return Promise.resolve(found);
  throw new AppError('not_found', 'path_not_found', 'SCIM knows no such name here. List all of them.');
};

const NAMES = [
  ['User', 'urn:ietf:params:scim:schemas:core:2.0:User'],
  ['Group', 'urn:ietf:params:scim:schemas:core:2.0:Group'],
] as const;

/** One route each: identifiers in paths are UUIDs, and these are names. */
export const scimDescriptions = NAMES.flatMap(([name, urn]) => [
  route({
    method: 'get',
    path: `/scim/v2/ResourceTypes/${name}`,
    operationId: `getScim${name}Type`,
    summary: `The kind of resource ${name}`,
    ...access,
    reply: resourceType,
    handle: ({ origin }) => one(resourceTypes(origin), name),
  }),
  route({
    method: 'get',
    path: `/scim/v2/Schemas/${urn}`,
    operationId: `getScim${name}Schema`,
    summary: `What a ${name} is made of`,
    ...access,
    reply: schemaDefinition,
    handle: ({ origin }) => one(schemaDefinitions(origin), urn),
  }),
]);
