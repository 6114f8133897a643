import { json, route } from '../route.js';
import { listedGroups } from './groups.js';
import { queryOf, searchInput } from './listing.js';
import { SCIM, scimGroupList, scimUserList, TAG } from './resource.js';
import { listedUsers } from './users.js';

const description =
  'The same as the list, for filters that should not stand in an address (RFC 7644, 3.4.3); `sortBy` and `sortOrder` are passed over.';
const search = { method: 'post', tag: TAG, access: SCIM, family: 'scim', body: json(searchInput) } as const;

export const searchScimUsers = route({
  ...search,
  path: '/scim/v2/Users/.search',
  operationId: 'searchScimUsers',
  summary: 'List users by a body',
  description,
  reply: scimUserList,
  handle: ({ body, ...call }) => listedUsers(call, queryOf(body)),
});

export const searchScimGroups = route({
  ...search,
  path: '/scim/v2/Groups/.search',
  operationId: 'searchScimGroups',
  summary: 'List groups by a body',
  description,
  reply: scimGroupList,
  handle: ({ body, ...call }) => listedGroups(call, queryOf(body)),
});
