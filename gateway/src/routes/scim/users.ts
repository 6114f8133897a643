import { operationsOf } from '../../scim/patch.js';
import { scimUserJson, selected } from '../../scim/resources.js';
import { patchedUser, userOf } from '../../scim/user-change.js';
import { json, route } from '../route.js';
import { listingOf, listQuery, oneQuery, pageOf, readOf, type ListCall, type ListQuery } from './listing.js';
import { nothing, SCIM, scimPatch, scimUser, scimUserInput, scimUserList, TAG } from './resource.js';

const FILTERS = ['username', 'externalid', 'emails.value', 'emails', 'displayname', 'id'];

/** A page of users, as the parameters of a list say. */
export async function listedUsers({ clients, from, origin }: ListCall, query: ListQuery) {
  const listing = listingOf(query, FILTERS);
  const { items, total } = await clients.scim.users(from, listing);
  const chosen = { attributes: query.attributes, excluded: query.excludedAttributes };
  return pageOf(
    items.map((user) => selected(scimUserJson(user, origin), chosen)),
    total,
    listing,
  );
}

export const listScimUsers = route({
  method: 'get',
  path: '/scim/v2/Users',
  operationId: 'listScimUsers',
  summary: 'List users, or find one',
  description: 'A filter is `attribute eq "value"` with userName, externalId, emails.value, displayName or id.',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  query: listQuery('userName eq "ada@example.com"'),
  reply: scimUserList,
  handle: ({ query, ...call }) => listedUsers(call, query),
});

export const getScimUser = route({
  method: 'get',
  path: '/scim/v2/Users/{user_id}',
  operationId: 'getScimUser',
  summary: 'One user',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  query: oneQuery,
  reply: scimUser,
  exists: ({ clients, from, params }) => clients.scim.user(from, params.user_id),
  handle: async ({ clients, from, params, query, origin }) =>
    selected(scimUserJson(await clients.scim.user(from, params.user_id), origin), {
      attributes: query.attributes,
      excluded: query.excludedAttributes,
    }),
});

export const createScimUser = route({
  method: 'post',
  path: '/scim/v2/Users',
  operationId: 'createScimUser',
  summary: 'Make a user, who may sign in at once and gets no email',
  description:
    'The role is MEMBER; roles are given in Candor. The address is the primary one of `emails`, else the userName.',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  succeeds: 201,
  body: json(scimUserInput),
  reply: scimUser,
  failures: [409],
  headersOf: ({ meta }) => ({ Location: meta.location }),
  handle: async ({ clients, from, body, origin }) =>
    scimUserJson(await clients.scim.createUser(from, userOf(body, 'post')), origin),
});

export const replaceScimUser = route({
  method: 'put',
  path: '/scim/v2/Users/{user_id}',
  operationId: 'replaceScimUser',
  summary: 'Say all of a user anew; what is not said is gone',
  description: '`active` stays as it is when it is not said.',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  body: json(scimUserInput),
  reply: scimUser,
  failures: [409],
  exists: ({ clients, from, params }) => clients.scim.user(from, params.user_id),
  handle: async ({ clients, from, params, body, origin }) => {
    const change = await readOf(
      () => userOf(body, 'put'),
      () => clients.scim.user(from, params.user_id),
    );
    return scimUserJson(await clients.scim.changeUser(from, params.user_id, change), origin);
  },
});

export const patchScimUser = route({
  method: 'patch',
  path: '/scim/v2/Users/{user_id}',
  operationId: 'patchScimUser',
  summary: 'Change a user; `active: false` signs out, revokes keys and emails nobody',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  body: json(scimPatch),
  reply: scimUser,
  failures: [409],
  exists: ({ clients, from, params }) => clients.scim.user(from, params.user_id),
  handle: async ({ clients, from, params, body, origin }) => {
    const change = await readOf(
      () => patchedUser(operationsOf(body.Operations)),
      () => clients.scim.user(from, params.user_id),
    );
    return scimUserJson(await clients.scim.changeUser(from, params.user_id, change), origin);
  },
});

export const deleteScimUser = route({
  method: 'delete',
  path: '/scim/v2/Users/{user_id}',
  operationId: 'deleteScimUser',
  summary: 'Delete a user with all memberships; keys and sign-ins are revoked',
  tag: TAG,
  access: SCIM,
  family: 'scim',
  succeeds: 204,
  reply: nothing,
  handle: async ({ clients, from, params }) => {
    await clients.scim.deleteUser(from, params.user_id);
    return undefined;
  },
});
