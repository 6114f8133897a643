import { AppError, invalid, micros, notFound, type Caller, type Clock, type Sealing } from '@candor/runtime';
import type { People } from '../clients/people.js';
import type { SlackConnection, SlackConnectionStore, SlackExpert } from '../store/slack-connections.js';
import type { SlackInboxStore } from '../store/slack-inbox.js';
import { SlackFailure, type OpenSlack, type SlackIdentity } from './api.js';

/** What an administrator says; '' keeps the secret that is kept already. */
export interface NewSlackSettings {
  signingSecret: string;
  botToken: string;
  appToken: string;
  channelIds: string[];
  userGroupIds: string[];
  allowGuests: boolean;
  allowSharedChannels: boolean;
  expert: SlackExpert | undefined;
}

/** What Slack says of the app. */
export interface SlackTestResult {
  ok: boolean;
  /** A sentence; '' when all is well. */
  error: string;
  identity: Omit<SlackIdentity, 'botId'>;
}

export type SlackSecret = 'signing secret' | 'bot token' | 'app token';

export interface SlackConnectionsParts {
  connections: SlackConnectionStore;
  /** What was asked and not answered yet. */
  inbox: Pick<SlackInboxStore, 'removeAll'>;
  people: People;
  open: OpenSlack;
  /** Undefined: this installation has no key to seal with, and keeps no secrets of others. */
  sealing: Sealing | undefined;
  clock: Clock;
}

/** The Slack workspace of an organization, as its administrators see and change it. */
export class SlackConnections {
  constructor(private readonly parts: SlackConnectionsParts) {}

  /** Who is asked by "Ask an expert"; undefined: nobody. */
  static expertOf({ expert, connectedBy }: SlackConnection): SlackExpert | undefined {
    return expert ?? (connectedBy === '' ? undefined : { id: connectedBy, type: 'USER' });
  }

  find(organizationId: string): Promise<SlackConnection | undefined> {
    return this.parts.connections.find(organizationId);
  }

  /** Asks Slack whose bot token it is, and keeps everything. A secret that is not given stays. */
  async set(caller: Caller, given: NewSlackSettings): Promise<SlackConnection> {
    const { connections, clock } = this.parts;
    const { organizationId } = caller;
    const before = await connections.find(organizationId);
    await this.checkExpert(caller, given.expert);
    const botToken = given.botToken || (before ? this.secret(before, 'bot token') : undefined);
    if (botToken === undefined)
      throw wrong('bot_token', 'bot_token is required: Slack shows it after the app is installed.');
    const who = await this.ask(botToken);
    // A secret belongs to one app of one workspace: what is kept must not meet the token of another.
    const isOther = before !== undefined && (before.teamId !== who.teamId || before.botId !== who.botId);
    const kept = isOther ? undefined : before;
    const seal = (secret: string, what: SlackSecret, sealed: string | undefined): string =>
      secret === '' ? (sealed ?? '') : this.sealing().seal(secret, ownerOf(organizationId, what));
    const sealedSigningSecret = seal(given.signingSecret, 'signing secret', kept?.sealedSigningSecret);
    const sealedAppToken = seal(given.appToken, 'app token', kept?.sealedAppToken);
    if (sealedSigningSecret === '' && sealedAppToken === '') {
      const again = isOther ? ' The bot token is of another app, so the secret that is kept is of no use.' : '';
      throw wrong('signing_secret', `signing_secret is required: Slack shows it under Basic Information.${again}`);
    }
    return connections.put(organizationId, {
      sealedSigningSecret,
      sealedBotToken: seal(given.botToken, 'bot token', before?.sealedBotToken),
      sealedAppToken,
      teamId: who.teamId,
      teamName: who.teamName,
      botUserId: who.botUserId,
      botId: who.botId,
      channelIds: [...new Set(given.channelIds)],
      userGroupIds: [...new Set(given.userGroupIds)],
      allowGuests: given.allowGuests,
      allowSharedChannels: given.allowSharedChannels,
      expert: given.expert,
      connectedBy: caller.ownerId || (before?.connectedBy ?? ''),
      missingScopes: who.missingScopes,
      updatedAt: micros(clock),
    });
  }

  async remove(organizationId: string): Promise<void> {
    const { connections, inbox } = this.parts;
    if (!(await connections.remove(organizationId))) throw notFound('slack_channel');
    await inbox.removeAll(organizationId);
  }

  /** Asks Slack who the app is; what it answers is kept, and told. */
  async test(organizationId: string): Promise<SlackTestResult> {
    const { connections, clock, open } = this.parts;
    const connection = await connections.find(organizationId);
    if (!connection) throw notFound('slack_channel');
    try {
      const who = await open(this.secret(connection, 'bot token')).whoAmI();
      const { missingScopes } = who;
      await connections.lacks(organizationId, missingScopes);
      const isOther = who.teamId !== connection.teamId;
      const lacking = `The app lacks ${missingScopes.join(', ')}: add them under OAuth & Permissions and install it again.`;
      const other = 'The bot token is of another workspace now. Enter it again.';
      const error = isOther ? other : missingScopes.length > 0 ? lacking : onlyUnsigned(connection) ? UNSIGNED : '';
      await connections.wentWrong(organizationId, error, micros(clock));
      return { ok: error === '', error, identity: who };
    } catch (failure) {
      if (!(failure instanceof SlackFailure)) throw failure;
      await connections.wentWrong(organizationId, failure.message, micros(clock));
      const { teamId, teamName, botUserId, missingScopes } = connection;
      return { ok: false, error: failure.message, identity: { teamId, teamName, botUserId, missingScopes } };
    }
  }

  /** Opened; refuses when the sealing key changed or the secret was never given. */
  secret(connection: SlackConnection, what: SlackSecret): string {
    const sealed = {
      'signing secret': connection.sealedSigningSecret,
      'bot token': connection.sealedBotToken,
      'app token': connection.sealedAppToken,
    }[what];
    const secret = sealed === '' ? undefined : this.sealing().open(sealed, ownerOf(connection.organizationId, what));
    if (secret !== undefined) return secret;
    const message = `The ${what} of Slack cannot be opened: the sealing key changed. An administrator has to enter it again.`;
    throw new AppError('conflict', 'slack_secret_lost', message);
  }

  private async ask(botToken: string): Promise<SlackIdentity> {
    try {
      return await this.parts.open(botToken).whoAmI();
    } catch (failure) {
      if (!(failure instanceof SlackFailure)) throw failure;
      if (failure.kind === 'refused')
        throw wrong(
          'bot_token',
          `Slack does not accept bot_token (${failure.code}). Copy the Bot User OAuth Token again.`,
        );
      throw new AppError('unavailable', 'slack_unreachable', `${failure.message} Try again in a moment.`);
    }
  }

  private async checkExpert(caller: Caller, expert: SlackExpert | undefined): Promise<void> {
    if (!expert) return;
    const name = await this.parts.people.nameOf({ caller, requestId: caller.requestId }, expert);
    if (name !== undefined) return;
    throw wrong('expert.id', 'expert.id names no user or group of the organization. Take one of its list.');
  }

  private sealing(): Sealing {
    if (this.parts.sealing) return this.parts.sealing;
    const message = 'This installation keeps no secrets of others yet. Ask the operator to set CANDOR_SEALING_KEY.';
    throw new AppError('conflict', 'no_sealing_key', message);
  }
}

/** Since the secrets were entered something came, and nothing of it was signed with the secret that is kept. */
const onlyUnsigned = ({ sealedSigningSecret, lastUnsignedAt, lastEventAt, updatedAt }: SlackConnection): boolean =>
  sealedSigningSecret !== '' && lastUnsignedAt > updatedAt && lastEventAt < updatedAt;

const UNSIGNED =
  'What came so far was not signed with the signing secret that is kept. Copy it again from Basic Information, then press Retry under Event Subscriptions.';

const ownerOf = (organizationId: string, what: SlackSecret): string => `${what} of Slack of ${organizationId}`;

const wrong = (path: string, message: string): AppError => invalid([{ path, message }]);
