import type { Route } from '../route.js';
import { getScimConfig, listScimResourceTypes, listScimSchemas, scimDescriptions } from './discovery.js';
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from './groups.js';
import { searchScimGroups, searchScimUsers } from './search.js';
import { createScimUser, deleteScimUser, getScimUser, listScimUsers, patchScimUser, replaceScimUser } from './users.js';

/** SCIM 2.0, for identity providers. */
export const scimRoutes: readonly Route[] = [
  getScimConfig,
  listScimResourceTypes,
  listScimSchemas,
  ...scimDescriptions,
  listScimUsers,
  createScimUser,
  getScimUser,
  replaceScimUser,
  patchScimUser,
  deleteScimUser,
  listScimGroups,
  createScimGroup,
  getScimGroup,
  replaceScimGroup,
  patchScimGroup,
  deleteScimGroup,
  searchScimUsers,
  searchScimGroups,
];
