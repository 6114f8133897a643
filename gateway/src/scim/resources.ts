import type { z } from 'zod';
import type { scimGroup, scimUser } from '../routes/scim/resource.js';

export interface ScimUserFacts {
  id: string;
  userName: string;
  externalId: string;
  displayName: string;
  givenName: string;
  familyName: string;
  email: string;
  active: boolean;
  /** Microseconds. */
  createdAt: number;
  updatedAt: number;
}

export interface ScimGroupFacts {
  id: string;
  externalId: string;
  displayName: string;
  members: { id: string; name: string }[];
  createdAt: number;
  updatedAt: number;
}

type User = z.input<typeof scimUser>;
type Group = z.input<typeof scimGroup>;

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** `origin`: how clients reach the server, without a slash at the end. */
export const scimUserJson = (user: ScimUserFacts, origin: string): User => ({
  schemas: [USER],
  id: user.id,
  ...given('externalId', user.externalId),
  userName: user.userName,
  displayName: user.displayName,
  ...(user.givenName + user.familyName === ''
    ? {}
    : {
        name: {
          ...given('givenName', user.givenName),
          ...given('familyName', user.familyName),
        },
      }),
  emails: [{ value: user.email, type: 'work', primary: true }],
  active: user.active,
  meta: metaOf('User', user, `${origin}/scim/v2/Users/${user.id}`),
});

export const scimGroupJson = (group: ScimGroupFacts, origin: string): Group => ({
  schemas: [GROUP],
  id: group.id,
  ...given('externalId', group.externalId),
  displayName: group.displayName,
  members: group.members.map(({ id, name }) => ({
    value: id,
    display: name,
    type: 'User' as const,
    $ref: `${origin}/scim/v2/Users/${id}`,
  })),
  meta: metaOf('Group', group, `${origin}/scim/v2/Groups/${group.id}`),
});

function metaOf<Type extends 'User' | 'Group'>(
  resourceType: Type,
  { createdAt, updatedAt }: { createdAt: number; updatedAt: number },
  location: string,
) {
  const timeOf = (micros: number): string => new Date(micros / 1000).toISOString();
  return { resourceType, created: timeOf(createdAt), lastModified: timeOf(updatedAt), location };
}

/** What has no value is left out. */
const given = <Name extends string>(name: Name, value: string): Partial<Record<Name, string>> =>
  value === '' ? {} : ({ [name]: value } as Record<Name, string>);

/** Only what the client wants to see; `id`, `schemas` and `meta` are always there (RFC 7644, 3.9). */
export function selected<Resource extends object>(
  resource: Resource,
  { attributes, excluded }: { attributes: string; excluded: string },
): Resource {
  const named = (list: string): string[] =>
    list
      .split(',')
      .map((one) => (one.trim().split(/[.[]/)[0] ?? '').replace(/^urn:.*:/i, '').toLowerCase())
      .filter(Boolean);
  const [wanted, unwanted] = [named(attributes), named(excluded)];
  const stays = (name: string): boolean =>
    ['id', 'schemas', 'meta'].includes(name) ||
    (wanted.length > 0 ? wanted.includes(name.toLowerCase()) : !unwanted.includes(name.toLowerCase()));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => stays(name))) as Resource;
}
