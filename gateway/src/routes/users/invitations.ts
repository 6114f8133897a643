import { z } from 'zod';
import { role } from '../api-keys/resource.js';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { json, route, type Route } from '../route.js';
import { address, deleted, identifier, list, microseconds, name } from '../schemas.js';
import { code, FAILURES, noStore, started } from '../sign-in/fields.js';
import { signInHere, visitorOf } from '../sign-in/starting.js';
import { WRITE } from './access.js';
import { user } from './resource.js';

const TAG = 'Users and groups';
const written = { tag: TAG, access: WRITE, family: 'general', reply: user } as const;

const inviteUser = route({
  method: 'post',
  path: '/v1/users/invite',
  operationId: 'inviteUser',
  summary: 'Invite a person by email; the link works once, within seven days',
  description:
    'Makes a user who is invited until the person accepts. The same address again is another email, and the link before ends. When the email cannot be sent (503), the invitation is kept: repeat the call.',
  ...written,
  body: json(
    z.strictObject({
      email: address('Address of the person'),
      name: name(MOST.name, 'Name that people read; absent: the address until the person says').nullish(),
      role: role.nullish().meta({ description: 'MEMBER when absent; not above your own' }),
      group_ids: list(identifier(), MOST_ITEMS.groups)
        .nullish()
        .meta({
          description: 'Groups that the person is in from the start',
          example: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
        }),
    }),
  ),
  failures: [409],
  handle: ({ clients, from, body }) =>
    clients.invitations.invite(from, {
      email: body.email,
      name: body.name ?? '',
      role: body.role ?? '',
      groupIds: body.group_ids ?? [],
    }),
});

const resendInvitation = route({
  method: 'post',
  path: '/v1/users/{user_id}/invitation',
  operationId: 'resendInvitation',
  summary: 'Email a new link to an invited person; the link before ends',
  ...written,
  failures: [409],
  exists: ({ clients, from, params }) => clients.directory.user(from, params.user_id),
  handle: ({ clients, from, params }) => clients.invitations.resend(from, params.user_id),
});

const withdrawInvitation = route({
  method: 'delete',
  path: '/v1/users/{user_id}/invitation',
  operationId: 'withdrawInvitation',
  summary: 'Withdraw an invitation: its user and its link are gone',
  ...written,
  reply: deleted,
  failures: [409],
  handle: ({ clients, from, params }) => clients.invitations.withdraw(from, params.user_id),
});

const deactivateUser = route({
  method: 'post',
  path: '/v1/users/{user_id}/deactivate',
  operationId: 'deactivateUser',
  summary: 'Let a user do nothing any more; what they did stays',
  description: 'Ends sign-ins and an open invitation, and revokes the keys that the user owns. Repeats are harmless.',
  ...written,
  failures: [409],
  exists: ({ clients, from, params }) => clients.directory.user(from, params.user_id),
  handle: ({ clients, from, params }) => clients.invitations.deactivate(from, params.user_id),
});

const reactivateUser = route({
  method: 'post',
  path: '/v1/users/{user_id}/reactivate',
  operationId: 'reactivateUser',
  summary: 'Let a deactivated user sign in again; revoked keys stay revoked',
  ...written,
  exists: ({ clients, from, params }) => clients.directory.user(from, params.user_id),
  handle: ({ clients, from, params }) => clients.invitations.reactivate(from, params.user_id),
});

const invitation = z
  .object({
    email: z.string().meta({ description: 'Whom the invitation is for', example: 'ada@example.com' }),
    name: z.string().meta({ description: 'As the inviter called the person', example: 'Ada Byron' }),
    organization_name: z.string().meta({ description: 'Who invites', example: 'Harbor Metrics' }),
    expires_at: microseconds,
  })
  .meta({ id: 'Invitation', description: 'Who invites whom' });
export type Invitation = z.infer<typeof invitation>;

const open = { tag: 'Signing in', access: 'public', ownSiteOnly: true, family: 'general', headersOf: noStore } as const;

/** The code comes in a body, so that no log has it; and nothing that only reads accepts. */
const showInvitation = route({
  method: 'post',
  path: '/auth/invitation',
  operationId: 'showInvitation',
  summary: 'What an invitation is about; changes nothing',
  ...open,
  body: json(z.strictObject({ code }).meta({ id: 'InvitationCode', description: 'The code of an invitation' })),
  reply: invitation,
  failures: [401, ...FAILURES],
  handle: ({ clients, from, body }) => clients.invitations.show(from, body.code),
});

const acceptInvitation = route({
  method: 'post',
  path: '/auth/invitation/accept',
  operationId: 'acceptInvitation',
  summary: 'Accept an invitation, once, and be signed in',
  ...open,
  body: json(
    z
      .strictObject({
        code,
        name: name(MOST.name, 'Your name; absent: what the inviter gave').nullish().meta({ example: 'Ada Byron' }),
      })
      .meta({ id: 'InvitationAcceptance', description: 'Who accepts' }),
  ),
  reply: started,
  failures: [401, ...FAILURES],
  handle: async (call) => {
    const input = { code: call.body.code, name: call.body.name ?? '' };
    return signInHere(call, await call.clients.invitations.accept(call.from, visitorOf(call), input));
  },
});

export const invitationRoutes: readonly Route[] = [
  inviteUser,
  resendInvitation,
  withdrawInvitation,
  deactivateUser,
  reactivateUser,
  showInvitation,
  acceptInvitation,
];
