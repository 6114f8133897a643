import { z } from 'zod';
import { json, route } from '../route.js';
import { deleted, identifier } from '../schemas.js';
import { READ, WRITE } from '../trust-portal-updates/access.js';
import { announcement, newSubprocessor, subprocessor, subprocessorChange, subprocessorList } from './resource.js';

const listSubprocessors = route({
  method: 'get',
  path: '/v1/trustportal/subprocessors',
  operationId: 'listSubprocessors',
  summary: 'List the subprocessors by name; those whose removal is not announced last',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  reply: subprocessorList,
  handle: async ({ clients, from }) => ({ subprocessors: await clients.portalPage.subprocessors(from) }),
});

const addSubprocessor = route({
  method: 'post',
  path: '/v1/trustportal/subprocessors',
  operationId: 'addSubprocessor',
  summary: 'Add a subprocessor; the portal shows it at once',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(newSubprocessor),
  reply: subprocessor,
  failures: [409],
  handle: ({ clients, from, body }) => clients.portalPage.addSubprocessor(from, body),
});

const getSubprocessor = route({
  method: 'get',
  path: '/v1/trustportal/subprocessors/{subprocessor_id}',
  operationId: 'getSubprocessor',
  summary: 'Read one subprocessor',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  reply: subprocessor,
  handle: ({ clients, from, params }) => clients.portalPage.subprocessor(from, params.subprocessor_id),
});

const editSubprocessor = route({
  method: 'patch',
  path: '/v1/trustportal/subprocessors/{subprocessor_id}',
  operationId: 'editSubprocessor',
  summary: 'Change a subprocessor; only the fields that are sent change',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(subprocessorChange),
  reply: subprocessor,
  failures: [409],
  exists: ({ clients, from, params }) => clients.portalPage.subprocessor(from, params.subprocessor_id),
  handle: ({ clients, from, params, body }) => clients.portalPage.editSubprocessor(from, params.subprocessor_id, body),
});

const removeSubprocessor = route({
  method: 'delete',
  path: '/v1/trustportal/subprocessors/{subprocessor_id}',
  operationId: 'removeSubprocessor',
  summary: 'Take a subprocessor off the portal',
  description: 'One that was announced stays in the list as removed until its removal is announced, too.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.portalPage.removeSubprocessor(from, params.subprocessor_id),
});

const announceSubprocessors = route({
  method: 'post',
  path: '/v1/trustportal/subprocessor-announcements',
  operationId: 'announceSubprocessors',
  summary: 'Tell subscribers all changes of subprocessors since the last announcement, in one update',
  description:
    'The update carries the category and is sent at once, unless it is a draft. `notice_days` says when the changes take effect: so many days from now.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      category_id: identifier(),
      notice_days: z
        .int('must be a whole number of days')
        .min(0, 'must be from 0 to 365')
        .max(365, 'must be from 0 to 365')
        .default(0),
      draft: z.boolean('must be true or false').default(false),
    }),
  ),
  reply: announcement,
  failures: [409],
  handle: ({ clients, from, body }) =>
    clients.portalPage.announceSubprocessors(from, {
      categoryId: body.category_id,
      noticeDays: body.notice_days,
      draft: body.draft,
    }),
});

export const subprocessorRoutes = [
  listSubprocessors,
  addSubprocessor,
  announceSubprocessors,
  getSubprocessor,
  editSubprocessor,
  removeSubprocessor,
];
