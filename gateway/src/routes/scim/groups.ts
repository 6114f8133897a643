import { operationsOf } from '../../scim/patch.js';
import { scimGroupJson, selected } from '../../scim/resources.js';
import { patchedGroup, groupOf } from '../../scim/group-change.js';
import { json, route } from '../route.js';
import { listingOf, listQuery, oneQuery, pageOf, readOf, type ListCall, type ListQuery } from './listing.js';
import { nothing, SCIM, scimPatch, scimGroup, scimGroupInput, scimGroupList, TAG } from './resource.js';

const FILTERS = ['displayname', 'externalid', 'id'];

/** A page of groups, as the parameters of a list say. */
export async function listedGroups({ clients, from, origin }: ListCall, query: ListQuery) {
  const listing = listingOf(query, FILTERS);
  const { items, total } = await clients.scim.groups(from, listing);
  const chosen = { attributes: query.attributes, excluded: query.excludedAttributes };
  return pageOf(
    items.map((group) => selected(scimGroupJson(group, origin), chosen)),
    total,
    listing,
  );
}

export const listScimGroups = route({
  method: 'get',
  path: '/scim/v2/Groups',
  operationId: 'listScimGroups',
  summary: 'List groups, or find one',
  description: 'A filter is `attribute eq "value"` with displayName, externalId or id.',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  query: listQuery('displayName eq "Security team"'),
  reply: scimGroupList,
  handle: ({ query, ...call }) => listedGroups(call, query),
});

export const getScimGroup = route({
  method: 'get',
  path: '/scim/v2/Groups/{group_id}',
  operationId: 'getScimGroup',
  summary: 'One group',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  query: oneQuery,
  reply: scimGroup,
  exists: ({ clients, from, params }) => clients.scim.group(from, params.group_id),
  handle: async ({ clients, from, params, query, origin }) =>
    selected(scimGroupJson(await clients.scim.group(from, params.group_id), origin), {
      attributes: query.attributes,
      excluded: query.excludedAttributes,
    }),
});

export const createScimGroup = route({
  method: 'post',
  path: '/scim/v2/Groups',
  operationId: 'createScimGroup',
  summary: 'Make a group of users',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  succeeds: 201,
  body: json(scimGroupInput),
  reply: scimGroup,
  failures: [409],
  headersOf: ({ meta }) => ({ Location: meta.location }),
  handle: async ({ clients, from, body, origin }) =>
    scimGroupJson(await clients.scim.createGroup(from, groupOf(body, 'post')), origin),
});

export const replaceScimGroup = route({
  method: 'put',
  path: '/scim/v2/Groups/{group_id}',
  operationId: 'replaceScimGroup',
  summary: 'Say all of a group anew; members that are not said are gone',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  body: json(scimGroupInput),
  reply: scimGroup,
  failures: [409],
  exists: ({ clients, from, params }) => clients.scim.group(from, params.group_id),
  handle: async ({ clients, from, params, body, origin }) => {
    const change = await readOf(
      () => groupOf(body, 'put'),
      () => clients.scim.group(from, params.group_id),
    );
    return scimGroupJson(await clients.scim.changeGroup(from, params.group_id, change), origin);
  },
});

export const patchScimGroup = route({
  method: 'patch',
  path: '/scim/v2/Groups/{group_id}',
  operationId: 'patchScimGroup',
  summary: 'Change a group; members come and go one by one',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  body: json(scimPatch),
  reply: scimGroup,
  failures: [409],
  exists: ({ clients, from, params }) => clients.scim.group(from, params.group_id),
  handle: async ({ clients, from, params, body, origin }) => {
    const change = await readOf(
      () => patchedGroup(operationsOf(body.Operations)),
      () => clients.scim.group(from, params.group_id),
    );
    return scimGroupJson(await clients.scim.changeGroup(from, params.group_id, change), origin);
  },
});

export const deleteScimGroup = route({
  method: 'delete',
  path: '/scim/v2/Groups/{group_id}',
  operationId: 'deleteScimGroup',
  summary: 'Delete a group; its members stay users',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  succeeds: 204,
  reply: nothing,
  handle: async ({ clients, from, params }) => {
    await clients.scim.deleteGroup(from, params.group_id);
    return undefined;
  },
});
