import type { Route } from '../route.js';
import { createGroup } from './create.js';
import { deleteGroup } from './delete.js';
import { getGroup } from './get.js';
import { listGroups } from './list.js';
import { updateGroup } from './update.js';

/** Users under one name. */
export const groupRoutes: readonly Route[] = [createGroup, listGroups, getGroup, updateGroup, deleteGroup];
