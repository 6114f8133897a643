import {
  SlackServiceClient,
  type SetSlackChannelRequest,
  type SlackChannel as ChannelMessage,
  type TakeFromSlackReply,
  type TakeFromSlackRequest,
} from '@candor/proto/candor/insights/v1/slack';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { SlackChannel, SlackManifest, SlackTest } from '../routes/channels/slack-resource.js';

/** How Slack reaches an organization here. */
export interface SlackAddress {
  /** Of this server, without a slash at the end. */
  origin: string;
  tenantName: string;
}

/** Questions that people ask in Slack, and the workspace of an organization. */
export class SlackClient {
  private readonly rpc: RpcClient<SlackServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(SlackServiceClient, address, token);
  }

  /** Hands on what Slack sent; rejects when it is not from the organization's workspace. */
  take(from: CallFor, sent: TakeFromSlackRequest): Promise<TakeFromSlackReply> {
    return this.rpc.unary(this.rpc.stub.takeFromSlack, sent, from);
  }

  async channel(from: CallFor, address: SlackAddress): Promise<SlackChannel> {
    return channelJson(await this.rpc.unary(this.rpc.stub.getSlackChannel, {}, from), address);
  }

  async setChannel(from: CallFor, address: SlackAddress, channel: SetSlackChannelRequest): Promise<SlackChannel> {
    return channelJson(await this.rpc.unary(this.rpc.stub.setSlackChannel, channel, from), address);
  }

  async removeChannel(from: CallFor): Promise<{ removed: true }> {
    await this.rpc.unary(this.rpc.stub.removeSlackChannel, {}, from);
    return { removed: true };
  }

  async testChannel(from: CallFor): Promise<SlackTest> {
    const reply = await this.rpc.unary(this.rpc.stub.testSlackChannel, {}, from);
    return {
      ok: reply.ok,
      error: reply.error || null,
      team_id: reply.teamId || null,
      team_name: reply.teamName || null,
      bot_user_id: reply.botUserId || null,
      missing_scopes: reply.missingScopes,
    };
  }

  async manifest(from: CallFor, address: SlackAddress): Promise<SlackManifest> {
    const urls = addressesOf(address);
    const { manifest } = await this.rpc.unary(
      this.rpc.stub.getSlackManifest,
      { eventsUrl: urls.events_url, commandsUrl: urls.commands_url, interactionsUrl: urls.interactions_url },
      from,
    );
    const createUrl = `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(manifest)}`;
    return { manifest, create_url: createUrl, ...urls };
  }

  close(): void {
    this.rpc.close();
  }
}

function addressesOf({ origin, tenantName }: SlackAddress) {
  const at = (kind: string): string => `${origin}/channels/slack/${encodeURIComponent(tenantName)}/${kind}`;
  return { events_url: at('events'), commands_url: at('commands'), interactions_url: at('interactions') };
}

const channelJson = (channel: ChannelMessage, address: SlackAddress): SlackChannel => ({
  connected: channel.connected,
  team_id: channel.teamId || null,
  team_name: channel.teamName || null,
  bot_user_id: channel.botUserId || null,
  has_signing_secret: channel.hasSigningSecret,
  has_bot_token: channel.hasBotToken,
  has_app_token: channel.hasAppToken,
  channel_ids: channel.channelIds,
  user_group_ids: channel.userGroupIds,
  allow_guests: channel.allowGuests,
  allow_shared_channels: channel.allowSharedChannels,
  expert: channel.expert ? { id: channel.expert.id, type: channel.expert.type === 'GROUP' ? 'GROUP' : 'USER' } : null,
  missing_scopes: channel.missingScopes,
  last_event_at: channel.lastEventAt || null,
  last_error: channel.lastError || null,
  last_error_at: channel.lastErrorAt || null,
  updated_at: channel.updatedAt || null,
  ...addressesOf(address),
});
