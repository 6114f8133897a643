import { ApiKeyServiceService } from '@candor/proto/candor/tenant/v1/api_keys';
import { pageOf, requireCaller, type RpcService } from '@candor/runtime';
import type { ApiKeys, IssuedKey } from '../api-keys.js';
import type { Extensions } from '../extensions.js';
import type { SignInLinks } from '../sign-in-links.js';
import type { HandlersOf } from './handlers.js';
import { apiKeyMessage } from './mapping.js';

export function apiKeyService(keys: ApiKeys, links: SignInLinks, extensions: Extensions): RpcService {
  const handlers: HandlersOf<typeof ApiKeyServiceService> = {
    issueKey: async ({ name, role, scopes, ownerId, expiresAt }, context) =>
      issuedMessage(await keys.issue(requireCaller(context.caller), { name, role, scopes, ownerId, expiresAt })),
    listKeys: async (request, context) => {
      const list = await keys.list(requireCaller(context.caller), pageOf(request));
      return { keys: list.keys.map(apiKeyMessage), total: list.total };
    },
    rotateKey: async ({ id }, context) => issuedMessage(await keys.rotate(requireCaller(context.caller), id)),
    revokeKey: async ({ id }, context) => apiKeyMessage(await keys.revoke(requireCaller(context.caller), id)),
    allowExtension: ({ challenge }, context) => extensions.allow(requireCaller(context.caller), challenge),
    redeemExtensionCode: async ({ code, verifier }, { requestId }) =>
      issuedMessage(await extensions.redeem(code, verifier, requestId)),
    listExtensions: async (_request, context) => ({
      keys: (await extensions.list(requireCaller(context.caller))).map(apiKeyMessage),
    }),
    endExtension: async ({ id }, context) => {
      const caller = requireCaller(context.caller);
      return apiKeyMessage(await (id === '' ? extensions.end(caller) : extensions.endOwn(caller, id)));
    },
    redeemSignInCode: async ({ code }, { requestId }) => issuedMessage(await links.redeem(code, requestId)),
  };
  return { definition: ApiKeyServiceService, handlers };
}

const issuedMessage = ({ apiKey, key }: IssuedKey) => ({ apiKey: apiKeyMessage(apiKey), key });
