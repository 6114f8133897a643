import { OidcServiceService, type OidcConnection as ConnectionMessage } from '@candor/proto/candor/tenant/v1/oidc';
import { notFound, requireCaller, type RpcService } from '@candor/runtime';
import type { OidcConnections, ShownConnection } from '../oidc/connections.js';
import type { OidcSignIn } from '../oidc/sign-in.js';
import type { HandlersOf } from './handlers.js';

export interface OidcServiceParts {
  connections: OidcConnections;
  signIn: OidcSignIn;
}

/** Signing in by an OpenID provider, and which one an organization has. */
export function oidcService({ connections, signIn }: OidcServiceParts): RpcService {
  const handlers: HandlersOf<typeof OidcServiceService> = {
    startOidc: (request) => signIn.start(request),
    finishOidc: async ({ query, browser, visitor }, { requestId }) => {
      const { userAgent = '', broughtToken = '' } = visitor ?? {};
      const { token, csrfToken, expiresAt, returnTo } = await signIn.finish({
        query,
        browser,
        userAgent,
        broughtToken,
        requestId,
      });
      return { token, csrfToken, expiresAt, returnTo };
    },
    findOidcName: async ({ organization }) => ({ name: await signIn.nameOf(organization) }),

    getOidcConnection: async (_request, context) => {
      const shown = await connections.shown(requireCaller(context.caller));
      if (!shown) throw notFound('sign_in_provider');
      return connectionMessage(shown);
    },
    setOidcConnection: async (request, context) =>
      connectionMessage(await connections.set(requireCaller(context.caller), request)),
    removeOidcConnection: async (_request, context) => {
      await connections.remove(requireCaller(context.caller));
      return {};
    },
    testOidcConnection: (_request, context) => connections.test(requireCaller(context.caller)),
  };
  return { definition: OidcServiceService, handlers };
}

const connectionMessage = (connection: ShownConnection): ConnectionMessage => connection;
