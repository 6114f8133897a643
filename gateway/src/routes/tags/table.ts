import type { Route } from '../route.js';
import { createTag } from './create.js';
import { deleteTag } from './delete.js';
import { listTags } from './list.js';
import { updateTag } from './update.js';

/** Topics of questionnaires. */
export const tagRoutes: readonly Route[] = [listTags, createTag, updateTag, deleteTag];
