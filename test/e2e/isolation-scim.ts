import { SECRET, type Entry } from './isolation-world.js';

/** How the endpoints of SCIM are tried with what belongs to another organization. */
export const scimEntries: Record<string, Entry> = {
  getScimConfig: { kind: 'lists' },
  listScimResourceTypes: { kind: 'lists' },
  getScimUserType: { kind: 'lists' },
  getScimGroupType: { kind: 'lists' },
  listScimSchemas: { kind: 'lists' },
  getScimUserSchema: { kind: 'lists' },
  getScimGroupSchema: { kind: 'lists' },
  listScimUsers: { kind: 'lists' },
  createScimUser: { kind: 'creates', options: () => ({ json: { userName: `directory-${SECRET}@example.com` } }) },
  getScimUser: { kind: 'hidden' },
  replaceScimUser: { kind: 'hidden', options: () => ({ json: { userName: 'stolen@example.com' } }) },
  patchScimUser: {
    kind: 'hidden',
    options: () => ({ json: { Operations: [{ op: 'replace', path: 'active', value: false }] } }),
  },
  deleteScimUser: { kind: 'hidden' },
  listScimGroups: { kind: 'lists', query: `?filter=displayName%20eq%20%22${SECRET}%22` },
  createScimGroup: { kind: 'creates', options: () => ({ json: { displayName: SECRET } }) },
  getScimGroup: { kind: 'hidden' },
  replaceScimGroup: { kind: 'hidden', options: () => ({ json: { displayName: 'Stolen' } }) },
  patchScimGroup: {
    kind: 'hidden',
    options: () => ({ json: { Operations: [{ op: 'remove', path: 'members' }] } }),
  },
  deleteScimGroup: { kind: 'hidden' },
  searchScimUsers: { kind: 'lists', json: { filter: `displayName eq "${SECRET}"` } },
  searchScimGroups: { kind: 'lists', json: { filter: `displayName eq "${SECRET}"` } },
};
