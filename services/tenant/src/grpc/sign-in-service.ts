import {
  SignInServiceService,
  type SignIn as SignInMessage,
  type StartedSignIn as StartedMessage,
  type Visitor as VisitorMessage,
} from '@candor/proto/candor/tenant/v1/sign_in';
import { pageOf, requireCaller, type RpcService } from '@candor/runtime';
import type { Everywhere } from '../sign-in/everywhere.js';
import type { FirstAdmin } from '../sign-in/first-admin.js';
import type { Passwords } from '../sign-in/passwords.js';
import type { SignInMails } from '../sign-in/sign-in-mails.js';
import { endOf, type SignIns, type StartedSignIn } from '../sign-in/sign-ins.js';
import type { Visitor } from '../sign-in/visitor.js';
import type { SignIn } from '../store/sign-ins.js';
import type { HandlersOf } from './handlers.js';

export interface SignInServiceParts {
  signedIn: SignIns;
  passwords: Passwords;
  mails: SignInMails;
  firstAdmin: FirstAdmin;
  everywhere: Everywhere;
}

/** People who sign in, and what they see and end of it. */
export function signInService({ signedIn, passwords, mails, firstAdmin, everywhere }: SignInServiceParts): RpcService {
  const handlers: HandlersOf<typeof SignInServiceService> = {
    verifySignIn: async ({ token }) => {
      const { signIn, role, csrfToken } = await signedIn.verify(token);
      return { signIn: signInMessage(signIn), organizationId: signIn.organizationId, role, csrfToken };
    },
    listSignInMethods: () => Promise.resolve({ password: passwords.allowed, mail: mails.works }),
    signInWithPassword: async ({ email, password, organization, visitor }, { requestId }) =>
      startedMessage(await passwords.signIn({ email, password, organization }, visitorOf(visitor), requestId)),
    requestSignInMail: async ({ email, organization, returnTo, visitor }) => {
      await mails.request({ email, organization, returnTo }, visitorOf(visitor));
      return {};
    },
    redeemSignInMail: async ({ code, visitor }, { requestId }) =>
      startedMessage(await mails.redeem(code, visitorOf(visitor), requestId)),
    createFirstAdmin: async ({ code, name, email, password, visitor }, { requestId }) =>
      startedMessage(await firstAdmin.create({ code, name, email, password }, visitorOf(visitor), requestId)),
    signOut: async ({ token }, { requestId }) => {
      await signedIn.signOut(token, requestId);
      return {};
    },
    listSignIns: async ({ userId, ...page }, context) => {
      const list = await signedIn.list(requireCaller(context.caller), userId, pageOf(page));
      return { signIns: list.signIns.map(signInMessage), total: list.total };
    },
    revokeSignIn: async ({ id }, context) => {
      await signedIn.revoke(requireCaller(context.caller), id);
      return {};
    },
    signOutEverywhere: ({ userId, connected }, context) =>
      everywhere.signOut(requireCaller(context.caller), userId, connected),
    setPassword: async ({ current, password, visitor }, context) =>
      startedMessage(await passwords.set(requireCaller(context.caller), { current, password }, visitorOf(visitor))),
  };
  return { definition: SignInServiceService, handlers };
}

const visitorOf = (visitor: VisitorMessage | undefined): Visitor =>
  visitor ?? { userAgent: '', network: '', broughtToken: '' };

const signInMessage = (signIn: SignIn): SignInMessage => ({
  id: signIn.id,
  userId: signIn.userId,
  method: signIn.method,
  userAgent: signIn.userAgent,
  createdAt: signIn.createdAt,
  seenAt: signIn.seenAt,
  expiresAt: endOf(signIn),
});

const startedMessage = ({
  token,
  csrfToken,
  expiresAt,
  returnTo = '',
}: StartedSignIn & { returnTo?: string }): StartedMessage => ({ token, csrfToken, expiresAt, returnTo });
