import { SlackServiceService, type SlackChannel as ChannelMessage } from '@candor/proto/candor/insights/v1/slack';
import { AppError, requireCaller, type CallContext, type Caller, type RpcService } from '@candor/runtime';
import type { SlackConnections } from '../slack/connections.js';
import type { SlackTaking } from '../slack/taking.js';
import { manifestOf } from '../slack/manifest.js';
import type { SlackConnection, SlackExpert } from '../store/slack-connections.js';
import type { HandlersOf } from './handlers.js';

export interface SlackServiceParts {
  connections: SlackConnections;
  taking: SlackTaking;
}

/** The Slack workspace of an organization, and what comes from it. */
export function slackService({ connections, taking }: SlackServiceParts): RpcService {
  const handlers: HandlersOf<typeof SlackServiceService> = {
    takeFromSlack: ({ tenantName, kind, body, signature, timestamp }) =>
      taking.take(tenantName, kind, { body, signature, timestamp }),
    getSlackChannel: async (_request, context) =>
      channelMessage(await connections.find(adminOf(context).organizationId)),
    setSlackChannel: async ({ expert, ...given }, context) => {
      const settings = { ...given, expert: expertOf(expert) };
      return channelMessage(await connections.set(adminOf(context), settings));
    },
    removeSlackChannel: async (_request, context) => {
      await connections.remove(adminOf(context).organizationId);
      return {};
    },
    testSlackChannel: async (_request, context) => {
      const { ok, error, identity } = await connections.test(adminOf(context).organizationId);
      const { teamId, teamName, botUserId, missingScopes } = identity;
      return { ok, error, teamId, teamName, botUserId, missingScopes };
    },
    getSlackManifest: (addresses, context) => {
      adminOf(context);
      return Promise.resolve({ manifest: manifestOf(addresses) });
    },
  };
  return { definition: SlackServiceService, handlers };
}

const expertOf = (expert: { id: string; type: string } | undefined): SlackExpert | undefined =>
  expert && { id: expert.id, type: expert.type === 'GROUP' ? 'GROUP' : 'USER' };

function adminOf({ caller }: CallContext): Caller {
  const known = requireCaller(caller);
  if (known.role !== 'ADMIN') throw new AppError('forbidden', 'admin_required', 'This needs the ADMIN role.');
  return known;
}

const channelMessage = (connection: SlackConnection | undefined): ChannelMessage => ({
  connected: connection !== undefined,
  teamId: connection?.teamId ?? '',
  teamName: connection?.teamName ?? '',
  botUserId: connection?.botUserId ?? '',
  hasSigningSecret: (connection?.sealedSigningSecret ?? '') !== '',
  hasBotToken: (connection?.sealedBotToken ?? '') !== '',
  hasAppToken: (connection?.sealedAppToken ?? '') !== '',
  channelIds: connection?.channelIds ?? [],
  userGroupIds: connection?.userGroupIds ?? [],
  allowGuests: connection?.allowGuests ?? false,
  allowSharedChannels: connection?.allowSharedChannels ?? false,
  expert: connection?.expert,
  missingScopes: connection?.missingScopes ?? [],
  lastEventAt: connection?.lastEventAt ?? 0,
  lastError: connection?.lastError ?? '',
  lastErrorAt: connection?.lastErrorAt ?? 0,
  updatedAt: connection?.updatedAt ?? 0,
});
