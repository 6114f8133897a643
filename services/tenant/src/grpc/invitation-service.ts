import { InvitationServiceService } from '@candor/proto/candor/tenant/v1/invitations';
import { requireCaller, type RpcService } from '@candor/runtime';
import type { Invitations } from '../invitations/invitations.js';
import type { UserStatuses } from '../user-status.js';
import type { HandlersOf } from './handlers.js';
import { userMessage } from './mapping.js';

/** Inviting people, and letting them go. */
export function invitationService(invitations: Invitations, statuses: UserStatuses): RpcService {
  const handlers: HandlersOf<typeof InvitationServiceService> = {
    inviteUser: async (request, context) =>
      userMessage(await invitations.invite(requireCaller(context.caller), request)),
    resendInvitation: async ({ userId }, context) =>
      userMessage(await invitations.resend(requireCaller(context.caller), userId)),
    withdrawInvitation: async ({ userId }, context) => {
      await invitations.withdraw(requireCaller(context.caller), userId);
      return {};
    },
    deactivateUser: async ({ userId }, context) =>
      userMessage(await statuses.deactivate(requireCaller(context.caller), userId)),
    reactivateUser: async ({ userId }, context) =>
      userMessage(await statuses.reactivate(requireCaller(context.caller), userId)),

    showInvitation: async ({ code }) => {
      const { user, organization, expiresAt } = await invitations.show(code);
      return { email: user.email, name: user.name, organizationName: organization.name, expiresAt };
    },
    acceptInvitation: async ({ code, name, visitor }, { requestId }) => {
      const { userAgent = '', broughtToken = '' } = visitor ?? {};
      const { token, csrfToken, expiresAt } = await invitations.accept(code, {
        name,
        userAgent,
        broughtToken,
        requestId,
      });
      return { token, csrfToken, expiresAt, returnTo: '' };
    },
  };
  return { definition: InvitationServiceService, handlers };
}
